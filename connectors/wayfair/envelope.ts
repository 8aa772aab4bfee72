import { ChannelError } from '#modules/channels/model/port.ts';
import type { Effect } from './transport.ts';

/** An error that names something beneath the asked path: only that part of the answer is lost. */
export interface PartialFailure {
  /** Steps below the asked path, `[3, 'products', 0, 'weight']`. */
  path: readonly (string | number)[];
  message: string;
}

export type EnvelopeReading =
  | { status: 'ok'; value: unknown; partial: PartialFailure[] }
  /** The channel said no, definitely: nothing happened. */
  | { status: 'refused'; message: string };

interface WireError {
  message: string;
  path: readonly (string | number)[] | null;
  kind: 'refused' | 'auth' | 'other';
}

/**
 * Reads a GraphQL answer for one path. Most failures come under HTTP 200, and `data` and `errors`
 * may stand side by side: an error counts for the path it names and for nothing else; one that
 * names no path counts for all.
 * @param path where the wanted value stands under `data`
 * @throws ChannelError `auth` on a refused permission · `unreadable` (read) or `unknown` (write)
 * when the value is missing · `transient` (read) or `unknown` (write) on an error without a verdict
 */
export function readEnvelope(
  body: unknown,
  path: readonly string[],
  effect: Effect,
  operation: string,
): EnvelopeReading {
  const envelope = isObject(body) ? body : {};
  const errors = Array.isArray(envelope['errors']) ? envelope['errors'].map(readError) : [];
  const value = valueAt(envelope['data'], path);
  const partial: PartialFailure[] = [];
  const failures: WireError[] = [];
  for (const error of errors) {
    if (error.path === null || error.path.length <= path.length) {
      if (error.path === null || isPrefix(error.path, path)) failures.push(error);
    } else if (isPrefix(path, error.path)) {
      partial.push({ path: error.path.slice(path.length), message: error.message });
    }
  }
  const [first] = failures;
  if (first) {
    const message = failures
      .map((failure) => failure.message)
      .join('；')
      .slice(0, 500);
    if (first.kind === 'auth')
      throw new ChannelError('auth', operation, `渠道拒绝授权：${message}`);
    // A value beside a blanket error: a write may have happened all the same.
    const isSettled = first.kind === 'refused' && !(effect === 'write' && isPresent(value));
    if (isSettled) return { status: 'refused', message };
    throw new ChannelError(
      effect === 'read' ? 'transient' : 'unknown',
      operation,
      `渠道返回错误：${message}`,
    );
  }
  if (!isPresent(value)) {
    const kind = effect === 'read' ? 'unreadable' : 'unknown';
    throw new ChannelError(kind, operation, `渠道应答缺少 ${path.join('.')}`);
  }
  return { status: 'ok', value, partial };
}

function readError(value: unknown): WireError {
  const error = isObject(value) ? value : {};
  const message = typeof error['message'] === 'string' ? error['message'] : JSON.stringify(value);
  const path = Array.isArray(error['path'])
    ? error['path'].filter((step) => typeof step === 'string' || typeof step === 'number')
    : null;
  return { message, path: path?.length === 0 ? null : path, kind: kindOf(error['extensions']) };
}

/** `classification` is text or an object with a `type`; `category` names who is at fault. */
function kindOf(value: unknown): WireError['kind'] {
  const extensions = isObject(value) ? value : {};
  const { category, classification } = extensions;
  if (category === 'PERMISSION_DENIED' || category === 'UNAUTHENTICATED') return 'auth';
  if (category === 'BAD_REQUEST') return 'refused';
  const type = isObject(classification) ? classification['type'] : classification;
  const verdicts = ['ValidationError', 'ExtendedValidationError', 'InvalidSyntax'];
  return typeof type === 'string' && verdicts.includes(type) ? 'refused' : 'other';
}

function valueAt(data: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, step) => (isObject(value) ? value[step] : undefined), data);
}

function isPrefix(
  short: readonly (string | number)[],
  long: readonly (string | number)[],
): boolean {
  return short.every((step, index) => step === long[index]);
}

function isPresent(value: unknown): boolean {
  return value !== null && value !== undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
