import { HTTP_TIMEOUT_MS } from '#kit/model/limits.ts';
import { inWords, type CellEvent, type CellHandler, type CellRule } from './cell-rule.ts';

const UNANSWERED = '${title}暂时无法校验，请稍后重试';
const REFUSED = '${title}校验不通过';

/** What came of the handlers of a cell: a message, null = passed, 'overtaken' = asked again since. */
type HandlerAnswer = { message: string | null } | 'overtaken';

interface HandlerRuns {
  /**
   * Runs the handlers among the rules of a cell, one after the other, up to the first that fails.
   * To be called once judgeCell finds no fault.
   * @param cell name of the cell, of the caller's own making; a second run of the same cell makes
   *   the answer of the first void, whichever comes first
   */
  runHandlers(cell: string, rules: readonly CellRule[], event: CellEvent): Promise<HandlerAnswer>;
  /** Makes the running answers of a cell void: it was emptied, removed or failed another rule. */
  forget(cell: string): void;
}

/** The custom handlers of one grid. A handler that says nothing for 15 s, or throws, has failed. */
export function createHandlerRuns(timeout = HTTP_TIMEOUT_MS): HandlerRuns {
  const latest = new Map<string, symbol>();
  return {
    async runHandlers(cell, rules, event) {
      const run = Symbol(cell);
      latest.set(cell, run);
      for (const rule of rules) {
        if (!rule.handler) continue;
        const failure = await answerOf(rule.handler, event, timeout);
        if (latest.get(cell) !== run) return 'overtaken';
        if (failure === null) continue;
        latest.delete(cell);
        return { message: inWords(rule.message || failure, event) };
      }
      latest.delete(cell);
      return { message: null };
    },
    forget: (cell) => void latest.delete(cell),
  };
}

/** @returns null when passed, else what the handler says of it */
function answerOf(handler: CellHandler, event: CellEvent, timeout: number): Promise<string | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(UNANSWERED), timeout);
    const settle = (answer: string | null): void => {
      clearTimeout(timer);
      resolve(answer);
    };
    const callback = (isPassed: boolean, message?: string): void => settle(isPassed ? null : message || REFUSED);
    // Inside `then`, so that a handler that throws at once counts like one that rejects.
    Promise.resolve()
      .then(() => handler(event, callback))
      .catch(() => settle(UNANSWERED));
  });
}
