import { ChannelError, type Connection } from '../model/port.ts';

/** Shorter ones say nothing about anybody and stand in many words. */
const LEAST_SIGNS = 3;
/** Fewer of a longer word tell little of it. */
const LEAST_BEGUN = 4;

/** What stands in their place. */
const VEIL = '***';

/**
 * A text of a channel without certain words: a buyer's, a shop's secret. Servers quote what they
 * refuse, which is what we sent or what they know of an order, and their refusals are read by everybody.
 */
export function withoutWords(text: string, words: readonly string[]): string {
  const told = words
    .map((word) => word.trim())
    .filter((word) => word.length >= LEAST_SIGNS)
    .sort((a, b) => b.length - a.length);
  if (told.length === 0) return text;
  const whole = new RegExp(`${BEFORE}(?:${told.map(patternOf).join('|')})${AFTER}`, 'giu');
  // Long texts are cut off: the beginning of a word may be all that is left of it.
  const begun = told.flatMap((word) =>
    Array.from({ length: Math.max(0, word.length - LEAST_BEGUN) }, (_, cut) =>
      patternOf(word.slice(0, -1 - cut)),
    ),
  );
  const veiled = text.replace(whole, VEIL);
  if (begun.length === 0) return veiled;
  return veiled.replace(new RegExp(`${BEFORE}(?:${begun.join('|')})$`, 'iu'), VEIL);
}

/** Whole words only: a postcode is also part of numbers that mean something else. */
const [BEFORE, AFTER] = ['(?<![\\p{L}\\p{N}])', '(?![\\p{L}\\p{N}])'];

const patternOf = (word: string): string =>
  word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replace(/\s+/g, '\\s+');

/** A connection whose refusals and errors say none of these words. */
export function discreet<C extends Connection>(connection: C, words: readonly string[]): C {
  const veiled = (text: string): string => withoutWords(text, words);
  const quiet = async (answer: Promise<unknown>): Promise<unknown> => {
    const told = await answer.catch((error: unknown) => {
      if (!(error instanceof ChannelError)) throw error;
      const { kind, operation, message, retryAfterMs } = error;
      throw new ChannelError(kind, operation, veiled(message), retryAfterMs);
    });
    return Array.isArray(told)
      ? told.map((one) => withMessage(one, veiled))
      : withMessage(told, veiled);
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
