// An editor for WGSL that marks a fault where it is.

import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching, indentUnit } from "@codemirror/language";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { EditorView, drawSelection, keymap, lineNumbers } from "@codemirror/view";
import type { Fault } from "../contract";
import { wgsl } from "./wgsl";

const looks = EditorView.theme({
  "&": { backgroundColor: "transparent", color: "var(--ink)", fontSize: "14px" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.65" },
  ".cm-content": { caretColor: "var(--ink)", padding: "0.7rem 0" },
  ".cm-cursor": { borderLeftColor: "var(--ink)", borderLeftWidth: "2px" },
  ".cm-gutters": { backgroundColor: "transparent", color: "var(--soft)", border: "none", opacity: "0.75" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "var(--gpu-wash)" },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--press)" },
  ".cm-tooltip": { backgroundColor: "var(--card)", color: "var(--ink)", border: "1px solid var(--line)", borderRadius: "8px" },
  ".cm-diagnostic": { borderLeftColor: "var(--bad)", fontFamily: "var(--sans)" },
  ".cm-lintRange-error": { backgroundImage: "none", textDecoration: "underline wavy var(--bad) 1.5px", textUnderlineOffset: "4px", backgroundColor: "var(--bad-wash)" },
});

export class Editor {
  readonly #view: EditorView;

  /** Tab leaves the editor, as it leaves any other field. */
  constructor(parent: HTMLElement, label: string, changed?: () => void) {
    const state = EditorState.create({
      extensions: [
        wgsl, looks, lineNumbers(), indentUnit.of("    "), bracketMatching(),
        EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false", ...(changed ? {} : { tabindex: "0" }) }),
        ...(changed ? [
          history(), drawSelection(), lintGutter(), keymap.of([...defaultKeymap, ...historyKeymap]),
          EditorView.updateListener.of((update) => update.docChanged && changed()),
        ] : [EditorState.readOnly.of(true), EditorView.editable.of(false)]),
      ],
    });
    this.#view = new EditorView({ state, parent });
  }

  get text(): string {
    return this.#view.state.doc.toString();
  }

  set text(text: string) {
    if (text !== this.text) this.#view.dispatch({ changes: { from: 0, to: this.#view.state.doc.length, insert: text } });
  }

  /** Underlines a fault; `null` takes the mark away. */
  mark(fault: Fault | null): void {
    const { doc } = this.#view.state;
    const marks = [];
    if (fault) {
      const line = doc.line(Math.min(Math.max(1, fault.line), doc.lines));
      const from = Math.min(line.from + characters(line.text, fault.column - 1), line.to);
      const to = Math.min(from + Math.max(1, fault.length), doc.length);
      // A fault at the end of a line has no character of its own to underline.
      const start = from === to || doc.sliceString(from, to) === "\n" ? Math.max(line.from, from - 1) : from;
      marks.push({ from: start, to: Math.max(to, start), severity: "error" as const, message: fault.message });
    }
    this.#view.dispatch(setDiagnostics(this.#view.state, marks));
  }
}

/** Columns count characters, and an editor counts the halves of long ones. */
function characters(text: string, columns: number): number {
  return [...text].slice(0, Math.max(0, columns)).join("").length;
}
