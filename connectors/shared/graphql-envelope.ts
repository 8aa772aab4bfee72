import { ChannelError } from '#modules/channels/model/port.ts';
import type { Effect } from './transport.ts';

/** What an error says: nothing happened, this one thing is closed, the key is refused, or no verdict. */
export type Verdict = 'refused' | 'denied' | 'auth' | 'other';

/** How a marketplace classifies and words what it refuses. */
export interface Dialect {
  verdictOf(extensions: Record<string, unknown>, message: string): Verdict;
  /** Its words for people here. */
  inChinese(message: string): string;
}

/** An error that names something beneath the asked path: only that part of the answer is lost. */
export interface PartialFailure {
  /** Steps below the asked path, `[3, 'products', 0, 'weight']`. */
  path: readonly (string | number)[];
  message: string;
  /** This application may not see it: it will be missing tomorrow as well. */
  isDenied: boolean;
}

export type EnvelopeReading =
  | { status: 'ok'; value: unknown; partial: PartialFailure[] }
  /** The channel said no, definitely: nothing happened. */
  | { status: 'refused'; message: string };

interface WireError {
  message: string;
  path: readonly (string | number)[] | null;
  kind: Verdict;
}

/**
 * Reads a GraphQL answer for one path. Most failures come under HTTP 200, and `data` and `errors`
 * may stand side by side: an error counts for the path it names and for nothing else; one that
 * names no path counts for all. A list the channel leaves null is there and empty, unless an error
 * beneath it says why: what must not be null takes along whatever holds it.
 * @param path where the wanted value stands under `data`
 * @throws ChannelError `denied` when this application may not use the path · `auth` when it is not
 * known at all · `unreadable` (read) or `unknown` (write)
 * when the value is missing · `transient` (read) or `unknown` (write) on an error without a verdict
 */
export function readEnvelope(
  body: unknown,
  path: readonly string[],
  effect: Effect,
  operation: string,
  { verdictOf, inChinese }: Dialect,
): EnvelopeReading {
  const envelope = isObject(body) ? body : {};
  const wireErrors = Array.isArray(envelope['errors']) ? envelope['errors'] : [];
  const errors = wireErrors.filter(isPresent).map((error) => readError(error, verdictOf));
  const value = valueAt(envelope['data'], path);
  const isWhole = ({ path: at }: WireError): boolean => at === null || isPrefix(at, path);
  const beneath = errors.filter((error) => !isWhole(error) && isPrefix(path, error.path ?? []));
  const isNullList = value === null && effect === 'read';
  const failures = [...errors.filter(isWhole), ...(isNullList ? beneath : [])];
  const partial = beneath.map((error): PartialFailure => ({
    path: (error.path ?? []).slice(path.length),
    message: inChinese(error.message),
    isDenied: error.kind === 'denied',
  }));
  const [first] = failures;
  if (first) {
    const message = failures
      .map((failure) => inChinese(failure.message))
      .join('；')
      .slice(0, 500);
    // A value beside a blanket error: a write may have happened all the same.
    const mayStand = effect === 'write' && isPresent(value);
    if (first.kind === 'auth' && !mayStand) throw new ChannelError('auth', operation, `渠道拒绝授权：${message}`);
    if (first.kind === 'denied') throw new ChannelError('denied', operation, `渠道未开通该权限：${message}`);
    if (first.kind === 'refused' && !mayStand) return { status: 'refused', message };
    throw new ChannelError(effect === 'read' ? 'transient' : 'unknown', operation, `渠道返回错误：${message}`);
  }
  if (isNullList) return { status: 'ok', value, partial };
  if (!isPresent(value)) {
    const kind = effect === 'read' ? 'unreadable' : 'unknown';
    throw new ChannelError(kind, operation, `渠道应答缺少 ${path.join('.')}`);
  }
  return { status: 'ok', value, partial };
}

function readError(value: unknown, verdictOf: Dialect['verdictOf']): WireError {
  const error = isObject(value) ? value : {};
  const message = typeof error['message'] === 'string' ? error['message'] : JSON.stringify(value);
  const path = Array.isArray(error['path'])
    ? error['path'].filter((step) => typeof step === 'string' || typeof step === 'number')
    : null;
  return {
    message,
    path: path?.length === 0 ? null : path,
    kind: verdictOf(isObject(error['extensions']) ? error['extensions'] : {}, message),
  };
}

function valueAt(data: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, step) => (isObject(value) ? value[step] : undefined), data);
}

function isPrefix(short: readonly (string | number)[], long: readonly (string | number)[]): boolean {
  return short.every((step, index) => step === long[index]);
}

function isPresent(value: unknown): boolean {
  return value !== null && value !== undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
