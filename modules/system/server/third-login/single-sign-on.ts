import { pathOf } from '#kit/model/route.ts';
import type { SignInProvider } from '#kit/model/sign-in-ways.ts';
import type { Database } from '#kit/server/database.ts';
import type { OutboundFetch } from '#platform/outbound/outbound.ts';
import { thirdLoginCalls } from '../../model/routes/third-login.ts';
import { createCas, type Cas, type CasOptions } from './cas.ts';
import { createOidc, type Oidc, type OidcOptions } from './oidc.ts';
import { createThirdLogins, type ThirdLogins, type ThirdType } from './third-login.ts';

/** What other systems vouch for people, and where they find us. */
export interface SingleSignOnOptions {
  /** Origin at which people reach the console, such as `https://erp.example.com`. */
  publicUrl: string;
  /** Path prefix of the API. */
  apiBase: string;
  oidc?: OidcOptions;
  cas?: CasOptions;
  /** Reaches these systems and nothing else. */
  fetch: OutboundFetch;
}

export interface SingleSignOn {
  publicUrl: string;
  apiBase: string;
  oidc: Oidc | null;
  cas: Cas | null;
  logins: ThirdLogins;
}

const OIDC_CALLBACK = pathOf(thirdLoginCalls.callback, { source: 'oidc' });

export function createSingleSignOn(
  db: Database,
  { publicUrl, apiBase, oidc, cas, fetch }: SingleSignOnOptions,
): SingleSignOn {
  return {
    publicUrl,
    apiBase,
    oidc: oidc ? createOidc(oidc, fetch, `${publicUrl}${apiBase}${OIDC_CALLBACK}`) : null,
    cas: cas ? createCas(cas, fetch) : null,
    logins: createThirdLogins(db),
  };
}

const TYPES: Record<ThirdType, string> = { oidc: 'OpenID Connect', cas: 'CAS' };

/** What people call a provider; a name for its kind where it is no longer set up. */
export const providerTitle = (sso: SingleSignOn | null, type: ThirdType): string => sso?.[type]?.title ?? TYPES[type];

/** The buttons that the sign-in pages offer. */
export const signInProviders = ({ oidc, cas }: Pick<SingleSignOnOptions, 'oidc' | 'cas'>): SignInProvider[] => [
  ...(oidc ? [{ key: 'oidc', title: oidc.title, kind: 'oidc' as const }] : []),
  ...(cas ? [{ key: 'cas', title: cas.title, kind: 'cas' as const }] : []),
];
