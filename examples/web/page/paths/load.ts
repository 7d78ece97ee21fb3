// Graphs of the reader's: from a file that is chosen or dropped, or from text that is typed or pasted.

import type { Graph } from "../contract";
import { find } from "../dom";
import { host } from "../engine";

/** Calls `take` for each graph that comes and can be read. */
export function loading(section: HTMLElement, take: (graph: Graph) => void): void {
  const fault = find("#graph-fault");
  const drop = find("#drop");

  const read = async (bytes: Uint8Array, name: string) => {
    try {
      const { value } = await host.ask("read_graph", bytes, name);
      if (!value.vertices.length) throw new Error(`${name} has no vertices`);
      fault.textContent = "";
      take(value);
    } catch (error) {
      fault.textContent = (error as Error).message;
      fault.scrollIntoView({ block: "nearest" });
    }
  };
  const readText = (text: string) => void read(new TextEncoder().encode(text), "pasted");
  const readFile = async (file: File | undefined) => file && read(new Uint8Array(await file.arrayBuffer()), file.name);

  find("#graph-read").addEventListener("click", () => readText(find<HTMLTextAreaElement>("#graph-text").value));
  find<HTMLInputElement>("#graph-file").addEventListener("change", (event) => {
    const input = event.target as HTMLInputElement;
    // The same file can be chosen again, after it was changed.
    void readFile(input.files?.[0]).then(() => (input.value = ""));
  });
  document.addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text");
    const typing = (event.target as Element).closest("input, textarea");
    if (section.hidden || typing || !text) return;
    event.preventDefault();
    readText(text);
  });
  section.addEventListener("dragover", (event) => {
    event.preventDefault();
    drop.hidden = false;
  });
  drop.addEventListener("dragleave", () => (drop.hidden = true));
  section.addEventListener("drop", (event) => {
    event.preventDefault();
    drop.hidden = true;
    void readFile(event.dataTransfer?.files[0]);
  });
}
