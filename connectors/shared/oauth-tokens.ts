import { createHash } from 'node:crypto';
import { ChannelError } from '#modules/channels/model/port.ts';
import type { Fetch } from '#modules/channels/model/port.ts';
import { errorOfStatus, quoted, textOf, unanswered } from './transport.ts';
import type { Answer } from './transport.ts';

const OPERATION = '获取令牌';
const REFRESH_EARLY_MS = 60_000;
const MAX_TOKENS = 5_000;

/** Tokens of all accounts, in memory only. */
export interface TokenStore {
  /**
   * A token that is still good, fetched when need be; callers at the same time share one request.
   * @throws ChannelError `auth` when the credentials are refused, `rate`, `transient`
   */
  get(request: TokenRequest): Promise<string>;
  /** A token fetched just now, whatever is in memory. */
  renew(request: TokenRequest): Promise<string>;
  /** Forgets a token that the channel refused; a newer one stays. */
  drop(request: TokenRequest, token: string): void;
}

/** What a token is asked with (OAuth 2, client credentials). */
export interface ClientCredentials {
  tokenUrl: string;
  /** Null where the channel asks for none. */
  audience: string | null;
  clientId: string;
  clientSecret: string;
  timeoutMs: number;
}

export interface TokenRequest {
  accountId: string;
  settings: ClientCredentials;
  fetch: Fetch;
  now: () => Date;
}

interface Held {
  token: string;
  /** From here on it is requested again. */
  staleAt: number;
}

/**
 * Tokens by account, audience and credentials: changed credentials never meet an old token. The
 * lifetime is the channel's `expires_in` (900, 3600 and 86400 have been seen), less 60 s.
 */
export function createTokenStore(): TokenStore {
  const held = new Map<string, Held>();
  const underWay = new Map<string, Promise<string>>();

  const renew = async (key: string, request: TokenRequest): Promise<string> => {
    const fresh = await requestToken(request);
    held.delete(key);
    held.set(key, fresh);
    const oldest = held.keys().next();
    if (held.size > MAX_TOKENS && oldest.done !== true) held.delete(oldest.value);
    return fresh.token;
  };

  return {
    async get(request) {
      const key = keyOf(request);
      const known = held.get(key);
      if (known && request.now().getTime() < known.staleAt) return known.token;
      let pending = underWay.get(key);
      if (!pending) {
        pending = renew(key, request).finally(() => underWay.delete(key));
        underWay.set(key, pending);
      }
      return pending;
    },
    async renew(request) {
      held.delete(keyOf(request));
      return this.get(request);
    },
    drop(request, token) {
      const key = keyOf(request);
      if (held.get(key)?.token === token) held.delete(key);
    },
  };
}

function keyOf({ accountId, settings }: TokenRequest): string {
  const { tokenUrl, audience, clientId, clientSecret } = settings;
  const digest = createHash('sha256').update(clientSecret).digest('base64');
  return JSON.stringify([accountId, tokenUrl, audience, clientId, digest]);
}

async function requestToken({ settings, fetch, now }: TokenRequest): Promise<Held> {
  const requested = now().getTime();
  let answer: Answer;
  try {
    answer = await fetch(settings.tokenUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({
        grant_type: 'client_credentials',
        client_id: settings.clientId,
        client_secret: settings.clientSecret,
        ...(settings.audience === null ? {} : { audience: settings.audience }),
      }),
      timeoutMs: settings.timeoutMs,
    });
  } catch (error) {
    throw unanswered(error, 'read', OPERATION);
  }
  const { token, lifeMs } = readToken(answer, now());
  // A life under two minutes leaves half of it rather than none.
  return { token, staleAt: requested + lifeMs - Math.min(REFRESH_EARLY_MS, lifeMs / 2) };
}

function readToken(answer: Answer, now: Date): { token: string; lifeMs: number } {
  const text = textOf(answer);
  const body = parseObject(text);
  // A page instead of an answer is some gateway's or a maintenance: it says nothing about the key.
  if (/^\s*</.test(text) && answer.status !== 401 && answer.status !== 429) {
    const message = `令牌服务返回了网页（${answer.status}）${quoted(answer)}`;
    throw new ChannelError('transient', OPERATION, message);
  }
  if ([400, 401, 403].includes(answer.status)) {
    throw new ChannelError('auth', OPERATION, `渠道拒绝了密钥${reasonOf(body) ?? quoted(answer)}`);
  }
  const failure = errorOfStatus(answer, 'read', OPERATION, now);
  if (failure) throw failure;
  if (answer.status >= 400) {
    const message = `令牌地址不接受请求（${answer.status}）${quoted(answer)}`;
    throw new ChannelError('validation', OPERATION, message);
  }
  const token = body?.['access_token'];
  if (typeof token === 'string' && token !== '') {
    return { token, lifeMs: lifeOf(body?.['expires_in']) * 1000 };
  }
  if (body === null) {
    // A refusal may also come as plain text under 200.
    const isText = text.trim() !== '' && !text.trimStart().startsWith('{');
    throw new ChannelError(isText ? 'auth' : 'transient', OPERATION, `令牌应答无法识别${quoted(answer)}`);
  }
  const reason = reasonOf(body);
  throw new ChannelError(reason === null ? 'unreadable' : 'auth', OPERATION, `令牌应答中没有令牌${reason ?? ''}`);
}

/** Seconds; an absent or malformed lifetime makes the token good for one use. */
function lifeOf(value: unknown): number {
  const seconds = typeof value === 'string' ? Number(value) : value;
  return typeof seconds === 'number' && Number.isFinite(seconds) && seconds > 0 ? seconds : 0;
}

function reasonOf(body: Record<string, unknown> | null): string | null {
  const words = [body?.['error'], body?.['error_description']].filter(
    (word) => typeof word === 'string' && word !== '',
  );
  return words.length === 0 ? null : `：${words.join(' ').slice(0, 200)}`;
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
