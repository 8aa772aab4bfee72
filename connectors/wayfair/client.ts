import type { ConnectorAccount, Fetch } from '#modules/channels/model/port.ts';
import { createGraphqlClient, type GraphqlClient } from '../shared/graphql-client.ts';
import { createTokenStore } from '../shared/oauth-tokens.ts';
import { openTokenSession, type TokenSession, type TokenWords } from '../shared/token-session.ts';
import { dialect } from './dialect.ts';
import { readSettings, type WayfairSettings } from './settings.ts';

/** `catalog` is asked and written, `items` reads what stands there: two addresses of one host. */
type Host = 'orders' | 'supplier' | 'catalog' | 'items';

export interface WayfairClient extends TokenSession, GraphqlClient<Host> {
  settings: WayfairSettings;
  /** Channel codes of the warehouses the account feeds, then of those it fed before. */
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
  const { supplierId, timeoutMs } = settings;
  const urls = {
    orders: settings.apiUrl,
    supplier: settings.supplierApiUrl,
    catalog: settings.catalogApiUrl,
    items: settings.catalogReadUrl,
  };
  const selected: Record<string, string> = supplierId === null ? {} : { 'x-selected-supplier-id': supplierId };
  const headers = { catalog: selected, items: selected };
  return {
    ...session,
    ...createGraphqlClient(session, dialect, { urls, headers, timeoutMs }),
    settings,
    warehouseCodes: account.warehouseCodes,
  };
}
