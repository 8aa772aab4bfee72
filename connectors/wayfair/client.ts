import type { ConnectorAccount, Fetch } from '#modules/channels/model/port.ts';
import { createGraphqlClient, type GraphqlClient } from '../shared/graphql-client.ts';
import { createTokenStore } from '../shared/oauth-tokens.ts';
import { openTokenSession, type TokenSession, type TokenWords } from '../shared/token-session.ts';
import { dialect } from './dialect.ts';
import { readSettings, type WayfairSettings } from './settings.ts';

export interface WayfairClient extends TokenSession, GraphqlClient<'orders' | 'supplier'> {
  settings: WayfairSettings;
  /** Channel codes of the warehouses the account feeds. */
  warehouseCodes: readonly string[];
}

/** Tokens outlive a connection: every job connects again. */
const tokens = createTokenStore();

const TOKEN_WORDS: TokenWords = {
  isTokenRefused: (text) => /^\s*(Authorization failed|Invalid environment)/i.test(text),
  isTokenOver: (text) => /^\s*Authorization failed/i.test(text),
};

/** Everything calls of one account have in common. */
export function openClient(account: ConnectorAccount, fetch: Fetch, now: () => Date): WayfairClient {
  const settings = readSettings(account);
  const session = openTokenSession(tokens, { accountId: account.id, settings, fetch, now }, TOKEN_WORDS);
  const urls = { orders: settings.apiUrl, supplier: settings.supplierApiUrl };
  return {
    ...session,
    ...createGraphqlClient(session, dialect, { urls, timeoutMs: settings.timeoutMs }),
    settings,
    warehouseCodes: account.warehouseCodes,
  };
}
