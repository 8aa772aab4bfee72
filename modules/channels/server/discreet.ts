import { withoutWords } from '#kit/model/without-words.ts';
import { ChannelError, NotYet, type Connection } from '../model/port.ts';

/** A connection whose refusals and errors say none of these words. */
export function discreet<C extends Connection>(connection: C, words: readonly string[]): C {
  const veiled = (text: string): string => withoutWords(text, words);
  const quiet = async (answer: Promise<unknown>): Promise<unknown> => {
    const reported = await answer.catch((error: unknown) => {
      if (!(error instanceof ChannelError)) throw error;
      const { kind, operation, message, retryAfterMs } = error;
      if (error instanceof NotYet) throw new NotYet(operation, veiled(message), retryAfterMs ?? 0);
      throw new ChannelError(kind, operation, veiled(message), retryAfterMs);
    });
    return Array.isArray(reported) ? reported.map((one) => withMessage(one, veiled)) : withMessage(reported, veiled);
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
function withMessage(reported: unknown, veiled: (text: string) => string): unknown {
  if (typeof reported !== 'object' || reported === null || !('message' in reported)) return reported;
  return typeof reported.message === 'string' ? { ...reported, message: veiled(reported.message) } : reported;
}
