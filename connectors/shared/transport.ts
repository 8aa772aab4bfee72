import { withOriginal } from '#kit/model/foreign-words.ts';
import { OutboundError } from '#platform/outbound/outbound.ts';
import { ChannelError } from '#modules/channels/model/port.ts';
import type { Fetch } from '#modules/channels/model/port.ts';

export type Answer = Awaited<ReturnType<Fetch>>;

/** A read may be repeated freely; of a write that was sent only a re-read knows the outcome. */
export type Effect = 'read' | 'write';

/** What a person reads of a call without an answer; the words of the client itself are for the log. */
const FAILURE_TEXTS: Readonly<Record<OutboundError['code'], string>> = {
  blocked: '该地址不在允许的范围内',
  dns: '域名无法解析',
  connect: '连接失败',
  timeout: '等待超时',
  reset: '连接中断',
  tooLarge: '内容过大',
};

/**
 * A call that came back without an answer, as the port's error. What is no fault of the line (our
 * own database, which paces calls, or a mistake) says nothing about the channel and stays as it is.
 */
export function unanswered(error: unknown, effect: Effect, operation: string): unknown {
  if (!(error instanceof OutboundError)) return error;
  const detail = FAILURE_TEXTS[error.code];
  if (error.code === 'blocked') {
    return new ChannelError('validation', operation, `地址不允许访问：${detail}`);
  }
  if (!error.sent) return new ChannelError('transient', operation, `无法连接渠道：${detail}`);
  if (error.code === 'tooLarge' && effect === 'read') {
    return new ChannelError('unreadable', operation, `渠道返回内容过大：${detail}`);
  }
  return effect === 'read'
    ? new ChannelError('transient', operation, `渠道未应答：${detail}`)
    : new ChannelError('unknown', operation, `已发送但未收到应答：${detail}`);
}

/**
 * The port's error of an HTTP status that is none of 2xx; null when the body decides.
 * @param isTokenRefused the texts by which a marketplace refuses a token under 403
 */
export function errorOfStatus(
  answer: Answer,
  effect: Effect,
  operation: string,
  now: Date,
  isTokenRefused: (text: string) => boolean = () => false,
): ChannelError | null {
  const { status } = answer;
  if (status === 429) {
    const message = '渠道限流，请稍后再试';
    return new ChannelError('rate', operation, message, retryAfterMs(answer, now));
  }
  if (status === 401 || (status === 403 && isTokenRefused(textOf(answer)))) {
    return new ChannelError('auth', operation, `渠道拒绝授权（${status}）${quoted(answer)}`);
  }
  // The token is good; this one thing is not for this application, or a gateway keeps us out.
  if (status === 403) {
    return new ChannelError('denied', operation, `渠道拒绝访问（403）${quoted(answer)}`);
  }
  if (status >= 500 || status === 408) {
    const kind = effect === 'read' ? 'transient' : 'unknown';
    return new ChannelError(kind, operation, `渠道服务异常（${status}）${quoted(answer)}`);
  }
  if (status >= 300 && status < 400) {
    return new ChannelError('validation', operation, `渠道地址已跳转（${status}），请检查账号设置`);
  }
  return null;
}

/** A channel that asks for more is asked again by then; one that asks for none is left in peace a little. */
const RETRY_AFTER_MS = { least: 1000, most: 3_600_000 };

/** `Retry-After` in seconds or as a date, within reason; undefined when absent or unreadable. */
export function retryAfterMs(answer: Answer, now: Date): number | undefined {
  const value = answer.headers['retry-after']?.trim();
  if (value === undefined || value === '') return undefined;
  const instant = /^\d+$/.test(value) ? NaN : Date.parse(value);
  const ms = Number.isNaN(instant) ? Number(value) * 1000 : instant - now.getTime();
  if (Number.isNaN(ms)) return undefined;
  return Math.min(RETRY_AFTER_MS.most, Math.max(RETRY_AFTER_MS.least, ms));
}

export function textOf(answer: Answer): string {
  return new TextDecoder().decode(answer.body);
}

/** The start of a body for people, on one line, behind what we say of it; empty for an empty body. */
export const quoted = (answer: Answer): string =>
  withOriginal('', textOf(answer).replace(/\s+/g, ' ').trim().slice(0, 200));
