import { newKey } from './action-key.ts';
import { post } from './http.ts';

const MOST_PER_PAGE = 20;
let reported = 0;

/**
 * Notes an error of the console in the server's log under the id its user sees; the same stands in
 * the browser's own log. Never fails, and stops after a few: an error in a loop is one error.
 */
export function reportError(
  id: string,
  where: string,
  error: unknown,
  stack?: string | null,
): void {
  console.error(`[${id}] ${where}`, error, stack ?? '');
  if (reported++ >= MOST_PER_PAGE) return;
  const said = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  post('/sys/clientError', {
    errorId: id,
    page: where.slice(0, 200),
    message: said.slice(0, 500),
    stack: `${(error instanceof Error && error.stack) || ''}${stack ?? ''}`.slice(0, 4000),
  }).catch(() => undefined);
}

export const newErrorId = (): string => newKey().slice(0, 8);
