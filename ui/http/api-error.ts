import type { FieldError } from '#kit/model/refusal.ts';

/**
 * A refused or failed call. `status` is the HTTP status (0 = no answer at all), `code` the code of
 * the envelope, `message` Chinese and fit to be shown, `errors` the field errors of a 422,
 * `result` whatever else the server said.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: number;
  readonly errors: readonly FieldError[];
  readonly result: unknown;

  constructor(
    status: number,
    message: string,
    {
      code = status,
      errors = [],
      result = null,
    }: { code?: number; errors?: readonly FieldError[]; result?: unknown } = {},
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.errors = errors;
    this.result = result;
  }
}

/** Texts the spec fixes per HTTP status (spec §8). */
export const STATUS_TEXT = {
  401: '很抱歉，登录已过期，请重新登录',
  403: '拒绝访问',
  404: '很抱歉，资源未找到!',
  504: '网络超时',
  offline: '网络连接失败，请检查网络后重试',
  broken: '服务器返回的内容无法识别',
} as const;

export interface Envelope<T = unknown> {
  success: boolean;
  code: number;
  message: string;
  result: T;
  /** Clock of the server when it answered. */
  timestamp?: number;
  /** Names what was answered; see `known` of a call. */
  tag?: string | undefined;
  /** What the caller has holds: there is no result. */
  isSame?: true;
}

/**
 * Judges an answer: the envelope when it is a success, otherwise the error to throw. Statuses
 * with a fixed text keep the server's own sentence in `result.said`.
 */
export function readAnswer<T>(status: number, body: unknown): Envelope<T> | ApiError {
  const envelope = isEnvelope(body) ? (body as Envelope<T>) : null;
  if (envelope?.success && status < 400) return envelope;
  // A few routes of the base answer a bare list.
  if (Array.isArray(body) && status < 400) return { success: true, code: status, message: '', result: body as T };
  const said = envelope?.message ?? '';
  const detail = asObject(envelope?.result);
  const errors = Array.isArray(detail?.['errors']) ? (detail['errors'] as FieldError[]) : [];
  const fixed = fixedText(status, said);
  if (!envelope && !fixed) return new ApiError(status, STATUS_TEXT.broken);
  return new ApiError(status, fixed ?? (said || STATUS_TEXT.broken), {
    code: envelope?.code ?? status,
    errors,
    result: fixed ? { ...detail, said } : (envelope?.result ?? null),
  });
}

/** Whether the outcome of the call is unknown: it may have happened, a retry must reuse its key. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500;

/** Whether the session is gone: 401, or the old 500 whose message says so. */
export const isSessionLost = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 401 || isTokenRefused(error));

/** The old way of saying that a token is not good: status 500 and this text. */
export const isTokenRefused = (error: ApiError): boolean => error.status === 500 && error.message.includes('Token失效');

/** What a 403 says of its own: which right is missing and who gives it, who may do it instead, or why this person may not. */
const isOwnReason = (text: string): boolean => text !== '' && !text.startsWith('没有权限');

function fixedText(status: number, text: string): string | null {
  if (status === 403 && isOwnReason(text)) return `${STATUS_TEXT[403]}：${text}`;
  if (status === 401 || status === 403 || status === 404) return STATUS_TEXT[status];
  if (status === 504) return STATUS_TEXT[504];
  return status === 0 && text === '' ? STATUS_TEXT.offline : null;
}

const asObject = (value: unknown): Record<string, unknown> | null =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;

const isEnvelope = (body: unknown): boolean => typeof asObject(body)?.['success'] === 'boolean';
