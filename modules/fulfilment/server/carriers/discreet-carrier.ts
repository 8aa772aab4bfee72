import { withoutWords } from '#kit/model/without-words.ts';
import { CarrierError, type CarrierConnection } from '../../model/carrier-port.ts';

/** Carriers quote what they refuse, and their refusals are read by everybody: none of these words is among them. */
export function discreetCarrier(connection: CarrierConnection, words: readonly string[]): CarrierConnection {
  const veiled = (error: unknown): unknown => {
    if (!(error instanceof CarrierError)) return error;
    const { kind, message, retryAfterMs } = error;
    return new CarrierError(kind, withoutWords(message, words), retryAfterMs);
  };
  return new Proxy(connection, {
    get(target, name) {
      const call: unknown = Reflect.get(target, name);
      if (typeof call !== 'function') return call;
      return async (...given: unknown[]): Promise<unknown> => {
        const reported: unknown = await (Reflect.apply(call, target, given) as Promise<unknown>).catch(
          (error: unknown) => {
            throw veiled(error);
          },
        );
        if (typeof reported !== 'object' || reported === null || !('message' in reported)) return reported;
        return { ...reported, message: withoutWords(String(reported.message), words) };
      };
    },
  });
}
