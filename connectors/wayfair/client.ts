import { ChannelError } from '#modules/channels/model/port.ts';
import type { Fetch } from '#modules/channels/model/port.ts';
import { readEnvelope } from '../shared/graphql-envelope.ts';
import type { EnvelopeReading, PartialFailure } from '../shared/graphql-envelope.ts';
import type { WayfairSettings } from './settings.ts';
import type { TokenStore } from '../shared/oauth-tokens.ts';
import { errorOfStatus, isTokenRefused, quoted, textOf, unanswered } from '../shared/transport.ts';
import type { Answer, Effect } from '../shared/transport.ts';

/** Wayfair's answers hold at most some hundred orders; documents have their own cap. */
const MAX_JSON_BYTES = 16 * 1024 * 1024;

export interface Operation {
  /** Name for people. */
  title: string;
  host: 'orders' | 'supplier';
  document: string;
  variables: Record<string, unknown>;
  /** Where the wanted value stands under `data`. */
  path: readonly string[];
}

export interface WayfairClient {
  settings: WayfairSettings;
  now: () => Date;
  /**
   * @returns the value, and what of it the channel could not give
   * @throws ChannelError `auth`, `rate`, `transient`, `validation`, `unreadable`
   */
  read(operation: Operation): Promise<{ value: unknown; partial: PartialFailure[] }>;
  /**
   * @returns the value, or the channel's refusal in its own words
   * @throws ChannelError `auth`, `rate`, `validation`; `transient` when nothing was sent; `unknown`
   * when the effect may have happened
   */
  write(operation: Operation): Promise<{ value: unknown } | { refused: string }>;
  /** A request of its own form, repeated once with a new token on 401. */
  authorised(send: (token: string) => Promise<Answer>): Promise<Answer>;
  /** A GET without credentials: storage hosts never see the token. */
  fetch: Fetch;
}

/** Transport of one account: token, GraphQL over POST, the rules of the envelope. */
export function createClient(
  accountId: string,
  settings: WayfairSettings,
  fetch: Fetch,
  now: () => Date,
  tokens: TokenStore,
): WayfairClient {
  const tokenRequest = { accountId, settings, fetch, now };

  const authorised = async (send: (token: string) => Promise<Answer>): Promise<Answer> => {
    const token = await tokens.get(tokenRequest);
    const answer = await send(token);
    if (!isUnauthorised(answer)) return answer;
    tokens.drop(tokenRequest, token);
    return send(await tokens.get(tokenRequest));
  };

  const call = async (operation: Operation, effect: Effect): Promise<EnvelopeReading> => {
    const { title, document, variables, path } = operation;
    const url = operation.host === 'orders' ? settings.apiUrl : settings.supplierApiUrl;
    const body = JSON.stringify({ query: document, variables });
    let answer: Answer;
    try {
      answer = await authorised((token) =>
        fetch(url, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
            accept: 'application/json',
          },
          body,
          timeoutMs: settings.timeoutMs,
          maxBytes: MAX_JSON_BYTES,
        }),
      );
    } catch (error) {
      throw unanswered(error, effect, title);
    }
    return readEnvelope(parseBody(answer, effect, title, now()), path, effect, title);
  };

  return {
    settings,
    now,
    fetch,
    authorised,
    async read(operation) {
      const reading = await call(operation, 'read');
      if (reading.status === 'ok') return reading;
      throw new ChannelError('validation', operation.title, `渠道不接受查询：${reading.message}`);
    },
    async write(operation) {
      const reading = await call(operation, 'write');
      return reading.status === 'ok' ? { value: reading.value } : { refused: reading.message };
    },
  };
}

/** Some refusals of a token come as text, under whatever status. */
function isUnauthorised(answer: Answer): boolean {
  if (answer.status === 401) return true;
  return answer.body.byteLength < 200 && /^\s*Authorization failed/i.test(textOf(answer));
}

function parseBody(answer: Answer, effect: Effect, operation: string, now: Date): unknown {
  const failure = errorOfStatus(answer, effect, operation, now);
  if (failure) throw failure;
  const text = textOf(answer).trim();
  try {
    const value: unknown = JSON.parse(text);
    if (answer.status < 400 || hasErrors(value)) return value;
  } catch {
    // Distinguished below.
  }
  if (answer.status >= 400) {
    const message = `渠道不接受请求（${answer.status}）${quoted(answer)}`;
    throw new ChannelError('validation', operation, message);
  }
  if (isTokenRefused(text)) {
    throw new ChannelError('auth', operation, `渠道拒绝授权${quoted(answer)}`);
  }
  const isCutOff = text.startsWith('{') || text.startsWith('[') || text === '';
  throw new ChannelError(
    effect === 'read' ? 'transient' : 'unknown',
    operation,
    isCutOff ? '渠道应答不完整' : `渠道应答不是 JSON${quoted(answer)}`,
  );
}

function hasErrors(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'errors' in value;
}
