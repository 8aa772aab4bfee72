import { ChannelError, type Connection } from '../model/port.ts';

/** Shorter ones say nothing about anybody and stand in many words. */
const LEAST_SIGNS = 3;

/** What stands where the buyer was named. */
const VEIL = '***';

/**
 * A text of a channel without the words of a buyer. Servers quote what they refuse, and what we sent
 * or they know of an order is his name and address; their refusals are read by everybody.
 */
export function withoutWords(text: string, words: readonly string[]): string {
  const told = words
    .map((word) => word.trim())
    .filter((word) => word.length >= LEAST_SIGNS)
    .sort((a, b) => b.length - a.length)
    .map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replace(/\s+/g, '\\s+'));
  if (told.length === 0) return text;
  const whole = new RegExp(`(?<![\\p{L}\\p{N}])(?:${told.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
  return text.replace(whole, VEIL);
}

/** A connection whose refusals and errors name no buyer. */
export function discreet(connection: Connection, words: readonly string[]): Connection {
  const veiled = (text: string): string => withoutWords(text, words);
  const quiet = async (answer: Promise<unknown>): Promise<unknown> => {
    const told = await answer.catch((error: unknown) => {
      if (!(error instanceof ChannelError)) throw error;
      const { kind, operation, message, retryAfterMs } = error;
      throw new ChannelError(kind, operation, veiled(message), retryAfterMs);
    });
    return isRefusal(told) ? { ...told, message: veiled(told.message) } : told;
  };
  return new Proxy(connection, {
    get(target, name) {
      const call: unknown = Reflect.get(target, name);
      if (typeof call !== 'function') return call;
      return (...given: unknown[]) => quiet(Reflect.apply(call, target, given) as Promise<unknown>);
    },
  });
}

const isRefusal = (answer: unknown): answer is { status: 'refused'; message: string } =>
  typeof answer === 'object' &&
  answer !== null &&
  (answer as { status?: unknown }).status === 'refused';
