// The colours of WGSL in an editor, and what the engine adds to it.

import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { tags } from "@lezer/highlight";

const words = (text: string) => new Set(text.split(" "));
const KEYWORDS = words("alias break case const const_assert continue continuing default discard else enable fn for if let loop override return struct switch var while true false");
const TYPES = words("bool i32 u32 f32 f16 vec2 vec3 vec4 vec2f vec3f vec4f vec2u vec3u vec4u vec2i vec3i vec4i mat2x2 mat3x3 mat4x4 array atomic ptr");
/** What a snippet sees without declaring it. */
const GIVEN = words("src dst at i len a b width");

interface State { comment: boolean }

const language = StreamLanguage.define<State>({
  startState: () => ({ comment: false }),
  token(stream, state) {
    if (state.comment) {
      state.comment = !stream.skipTo("*/");
      if (state.comment) stream.skipToEnd();
      else stream.match("*/");
      return "comment";
    }
    if (stream.eatSpace()) return null;
    if (stream.match("//")) {
      stream.skipToEnd();
      return "comment";
    }
    if (stream.match("/*")) {
      state.comment = true;
      return "comment";
    }
    if (stream.match(/^(0x[\da-fA-F.]+|\d*\.?\d+([eE][+-]?\d+)?)[fhiu]?/)) return "number";
    if (stream.match(/^@\w+/)) return "meta";
    const word = stream.match(/^[A-Za-z_]\w*/) as RegExpMatchArray | null;
    if (!word) {
      stream.next();
      return "operator";
    }
    if (KEYWORDS.has(word[0])) return "keyword";
    if (TYPES.has(word[0])) return "typeName";
    if (GIVEN.has(word[0])) return "given";
    return stream.match(/^\s*\(/, false) ? "called" : null;
  },
  languageData: { commentTokens: { line: "//" } },
  tokenTable: { given: tags.special(tags.variableName), called: tags.function(tags.variableName) },
});

const colours = HighlightStyle.define([
  { tag: tags.comment, color: "var(--soft)", fontStyle: "italic" },
  { tag: tags.keyword, color: "var(--cpu)" },
  { tag: tags.typeName, color: "var(--good)" },
  { tag: tags.number, color: "var(--good)" },
  { tag: tags.meta, color: "var(--soft)" },
  { tag: tags.special(tags.variableName), color: "var(--gpu)", fontWeight: "600" },
  { tag: tags.function(tags.variableName), color: "var(--call)" },
]);

export const wgsl = [language, syntaxHighlighting(colours)];
