// Where the cursor rests the server looks ahead, so that the first key there is answered sooner: the editor
// asks for nothing when the cursor moves.

import { type Disposable, languages, type TextEditor, window, workspace } from "vscode";
import { files } from "./settings.ts";

/** A cursor rests when it has been in its place for so long. */
export const REST_MS = 200;

/** Hears where the cursor rests: a document's URI, a line and a character. */
export type Hears = (uri: string, line: number, character: number) => unknown;

export class Rest implements Disposable {
  readonly #hears: Hears;
  readonly #listeners: Disposable[];
  #timer: NodeJS.Timeout | undefined;
  #typed = false;

  constructor(hears: Hears) {
    this.#hears = hears;
    this.#listeners = [
      window.onDidChangeActiveTextEditor(() => this.begin()),
      window.onDidChangeTextEditorSelection(({ textEditor }) => {
        // A key moves the cursor, too, and has asked already.
        const typed = this.#typed;
        this.#typed = false;
        if (!typed && textEditor === window.activeTextEditor) {
          this.begin();
        }
      }),
      workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0 && document === window.activeTextEditor?.document) {
          this.#typed = true;
          clearTimeout(this.#timer);
        }
      }),
    ];
  }

  /** The cursor is where it has not been before. */
  begin(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#end(window.activeTextEditor), REST_MS);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const listener of this.#listeners) {
      listener.dispose();
    }
  }

  #end(editor: TextEditor | undefined): void {
    if (editor?.selections.length === 1 && editor.selection.isEmpty) {
      const { document, selection } = editor;
      if (languages.match([...files()], document) > 0) {
        this.#hears(document.uri.toString(), selection.active.line, selection.active.character);
      }
    }
  }
}
