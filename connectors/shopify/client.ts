import type { ConnectorAccount, Fetch } from '#modules/channels/model/port.ts';
import { createGraphqlClient, type GraphqlClient } from '../shared/graphql-client.ts';
import type { Dialect } from '../shared/graphql-envelope.ts';
import { createTokenStore } from '../shared/oauth-tokens.ts';
import { openTokenSession, type TokenSession, type TokenWords } from '../shared/token-session.ts';
import { textOf, type Answer } from '../shared/transport.ts';
import { objectOf, type WireObject } from '../shared/wire-values.ts';
import { readSettings, type ShopifySettings } from './settings.ts';

export interface ShopifyClient extends TokenSession, GraphqlClient<'admin'> {
  settings: ShopifySettings;
  /** Ids of the locations the account feeds, then of those it fed before. */
  warehouseCodes: readonly string[];
}

/** Tokens outlive a connection: every job connects again. */
const tokens = createTokenStore();

const headersOf = (token: string): Record<string, string> => ({ 'x-shopify-access-token': token });
const WORDS: TokenWords = {
  isTokenRefused: (text) => /invalid api key or access token/i.test(text),
  isTokenOver: () => false,
  headersOf,
};

export const dialect: Dialect = {
  inChinese: (message) => message,
  /** Faults of a query carry a code of their own in `extensions`, or none at all: nothing was done. */
  verdictOf({ code }) {
    if (code === 'ACCESS_DENIED') return 'denied';
    if (code === 'INTERNAL_SERVER_ERROR' || code === 'TIMEOUT') return 'other';
    return 'refused';
  },
};

/** Everything calls of one account have in common. */
export function openClient(account: ConnectorAccount, fetch: Fetch, now: () => Date): ShopifyClient {
  const settings = readSettings(account);
  const { shopUrl, apiVersion, timeoutMs } = settings;
  const session = sessionOf(account, settings, throttleAsStatus(fetch), now);
  const urls = { admin: `${shopUrl}/admin/api/${apiVersion}/graphql.json` };
  return {
    ...session,
    ...createGraphqlClient(session, dialect, { urls, timeoutMs }),
    settings,
    warehouseCodes: account.warehouseCodes,
  };
}

function sessionOf(account: ConnectorAccount, settings: ShopifySettings, fetch: Fetch, now: () => Date): TokenSession {
  const { clientId, secret, shopUrl, timeoutMs } = settings;
  if (clientId !== null) {
    const tokenUrl = `${shopUrl}/admin/oauth/access_token`;
    const credentials = { tokenUrl, audience: null, clientId, clientSecret: secret, timeoutMs };
    return openTokenSession(tokens, { accountId: account.id, settings: credentials, fetch, now }, WORDS);
  }
  return {
    now,
    fetch,
    isTokenRefused: (text) => WORDS.isTokenRefused(text),
    renewToken: async () => secret,
    authorised: (send) => send(headersOf(secret)),
  };
}

/**
 * Too many points are refused under HTTP 200 with `THROTTLED`, and with what is left and how fast it
 * comes back: to the house that is status 429 with `Retry-After`.
 */
function throttleAsStatus(fetch: Fetch): Fetch {
  return async (url, init) => {
    const answer = await fetch(url, init);
    if (answer.status !== 200 || answer.body.byteLength > 16_384) return answer;
    const wait = throttledSeconds(answer);
    return wait === null
      ? answer
      : { ...answer, status: 429, headers: { ...answer.headers, 'retry-after': String(wait) } };
  };
}

function throttledSeconds(answer: Answer): number | null {
  const text = textOf(answer);
  if (!text.includes('THROTTLED')) return null;
  let body: WireObject;
  try {
    body = objectOf(JSON.parse(text));
  } catch {
    return null;
  }
  const errors = Array.isArray(body['errors']) ? body['errors'].map(objectOf) : [];
  if (!errors.some(({ extensions }) => objectOf(extensions)['code'] === 'THROTTLED')) return null;
  const cost = objectOf(objectOf(body['extensions'])['cost']);
  const status = objectOf(cost['throttleStatus']);
  const lacking = Number(cost['requestedQueryCost']) - Number(status['currentlyAvailable']);
  const seconds = Math.ceil(lacking / Number(status['restoreRate']));
  return Number.isFinite(seconds) && seconds > 0 ? seconds : 2;
}
