import { OutboundError } from '#kit/server/outbound.ts';
import { ChannelError } from '#modules/channels/model/port.ts';
import type { Fetch } from '#modules/channels/model/port.ts';

export type Answer = Awaited<ReturnType<Fetch>>;

/** A read may be repeated freely; of a write that was sent only a re-read knows the outcome. */
export type Effect = 'read' | 'write';

/** What a person reads of a call without an answer; the words of the client itself are for the log. */
const SAID: Readonly<Record<OutboundError['code'], string>> = {
  blocked: '该地址不在允许的范围内',
  dns: '域名无法解析',
  connect: '连接失败',
  timeout: '等待超时',
  reset: '连接中断',
  tooLarge: '内容过大',
};

/** A call that came back without an answer, as the port's error. */
export function unanswered(error: unknown, effect: Effect, operation: string): ChannelError {
  if (error instanceof ChannelError) return error;
  const detail = error instanceof OutboundError ? SAID[error.code] : '连接异常';
  if (error instanceof OutboundError) {
    if (error.code === 'blocked') {
      return new ChannelError('validation', operation, `地址不允许访问：${detail}`);
    }
    if (!error.sent) return new ChannelError('transient', operation, `无法连接渠道：${detail}`);
    if (error.code === 'tooLarge' && effect === 'read') {
      return new ChannelError('unreadable', operation, `渠道返回内容过大：${detail}`);
    }
  }
  return effect === 'read'
    ? new ChannelError('transient', operation, `渠道未应答：${detail}`)
    : new ChannelError('unknown', operation, `已发送但未收到应答：${detail}`);
}

/** The port's error of an HTTP status that is none of 2xx; null when the body decides. */
export function errorOfStatus(
  answer: Answer,
  effect: Effect,
  operation: string,
  now: Date,
): ChannelError | null {
  const { status } = answer;
  if (status === 429) {
    const message = '渠道限流，请稍后再试';
    return new ChannelError('rate', operation, message, retryAfterMs(answer, now));
  }
  if (status === 401 || status === 403) {
    return new ChannelError('auth', operation, `渠道拒绝授权（${status}）${quoted(answer)}`);
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

/** `Retry-After` in seconds or as a date; undefined when absent or unreadable. */
export function retryAfterMs(answer: Answer, now: Date): number | undefined {
  const value = answer.headers['retry-after']?.trim();
  if (value === undefined || value === '') return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  const instant = Date.parse(value);
  return Number.isNaN(instant) ? undefined : Math.max(0, instant - now.getTime());
}

export function textOf(answer: Answer): string {
  return new TextDecoder().decode(answer.body);
}

/** The start of a body for people, on one line; empty for an empty body. */
export function quoted(answer: Answer): string {
  const line = textOf(answer).replace(/\s+/g, ' ').trim().slice(0, 200);
  return line === '' ? '' : `：${line}`;
}
