import { withoutWords } from '#kit/model/without-words.ts';
import { ChannelError, type Connection } from '../model/port.ts';

/** A connection whose refusals and errors say none of these words. */
export function discreet<C extends Connection>(connection: C, words: readonly string[]): C {
  const veiled = (text: string): string => withoutWords(text, words);
  const quiet = async (answer: Promise<unknown>): Promise<unknown> => {
    const told = await answer.catch((error: unknown) => {
      if (!(error instanceof ChannelError)) throw error;
      const { kind, operation, message, retryAfterMs } = error;
      throw new ChannelError(kind, operation, veiled(message), retryAfterMs);
    });
    return Array.isArray(told) ? told.map((one) => withMessage(one, veiled)) : withMessage(told, veiled);
  };
  return new Proxy(connection, {
    get(target, name) {
      const call: unknown = Reflect.get(target, name);
      if (typeof call !== 'function') return call;
      return (...given: unknown[]) => quiet(Reflect.apply(call, target, given) as Promise<unknown>);
    },
  });
}

/** What is said of a refusal, a step of the test or an answer; everything else as it came. */
function withMessage(told: unknown, veiled: (text: string) => string): unknown {
  if (typeof told !== 'object' || told === null || !('message' in told)) return told;
  return typeof told.message === 'string' ? { ...told, message: veiled(told.message) } : told;
}
