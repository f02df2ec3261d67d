// What the user takes away with Escape is not shown again while they type on what it says. The editor tells an
// extension nothing of it, so the key is the extension's where ghost text is all that it would take away; the editor
// hides the text first, as without the extension.

import type { Middleware } from "vscode-languageclient/node";

const pass: NonNullable<Middleware["provideInlineCompletionItems"]> = (
  document,
  position,
  context,
  token,
  next,
) => next(document, position, context, token);

export class Dismissed {
  #last: string | undefined;
  readonly #dismiss: (id: string) => unknown;

  /** `dismiss` gets the id of a completion that was taken away. */
  constructor(dismiss: (id: string) => unknown) {
    this.#dismiss = dismiss;
  }

  /** What was offered last has been taken away. */
  readonly tell = (): void => {
    if (this.#last !== undefined) {
      this.#dismiss(this.#last);
    }
  };

  /** Remembers what was offered last. */
  wrap(middleware: Middleware): Middleware {
    const asked = middleware.provideInlineCompletionItems;
    return {
      ...middleware,
      provideInlineCompletionItems: async (document, position, context, token, next) => {
        const found = await (asked ?? pass)(document, position, context, token, next);
        if (!token.isCancellationRequested) {
          const items = Array.isArray(found) ? found : found?.items;
          const id: unknown = items?.[0]?.command?.arguments?.[0];
          this.#last = typeof id === "string" ? id : undefined;
        }
        return found;
      },
    };
  }
}
