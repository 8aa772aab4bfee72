import { newKey } from './http/action-key.ts';

const MOST_PER_PAGE = 20;
let reported = 0;

/** An error as the log of the server keeps it. */
interface ErrorNote {
  errorId: string;
  page: string;
  message: string;
  stack: string;
}

let note: (error: ErrorNote) => Promise<unknown> = async () => undefined;

/** Where errors are noted beside the browser's own log. */
export const noteErrorsBy = (noting: (error: ErrorNote) => Promise<unknown>): void => {
  note = noting;
};

/**
 * Notes an error of the console in the server's log under the id its user sees; the same stands in
 * the browser's own log. Never fails, and stops after a few: an error in a loop is one error.
 */
export function reportError(id: string, where: string, error: unknown, stack?: string | null): void {
  console.error(`[${id}] ${where}`, error, stack ?? '');
  if (reported++ >= MOST_PER_PAGE) return;
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  note({
    errorId: id,
    page: where.slice(0, 200),
    message: text.slice(0, 500),
    stack: `${(error instanceof Error && error.stack) || ''}${stack ?? ''}`.slice(0, 4000),
  }).catch(() => undefined);
}

export const newErrorId = (): string => newKey().slice(0, 8);
