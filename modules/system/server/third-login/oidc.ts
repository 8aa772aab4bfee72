import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretPost,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
  type Configuration,
  type CustomFetch,
} from 'openid-client';
import type { OutboundFetch } from '#platform/outbound/outbound.ts';

export interface OidcOptions {
  /** Address whose `/.well-known/openid-configuration` tells the rest. */
  issuer: string;
  clientId: string;
  /** Empty: a public client, which PKCE alone protects. */
  clientSecret: string;
  /** What its button says. */
  title: string;
  /** Who has the verified mail address of an account of ours is taken for its owner. */
  linkByMail: boolean;
}

/** What only this server and, as digests, the provider know of one sign-in. */
export interface OidcChecks {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** A person as the provider vouches for them. */
export interface ThirdPerson {
  /** Issuer and subject. */
  uuid: string;
  /** Only an address that the provider has verified. */
  verifiedEmail: string | null;
}

/** Sign-in by OpenID Connect: authorization code with PKCE, state and nonce. */
export interface Oidc {
  readonly title: string;
  readonly linkByMail: boolean;
  /** Where the browser is sent. */
  begin(checks: OidcChecks): Promise<URL>;
  /** Exchanges what the browser brought back. @throws when anything is not as it was begun */
  finish(query: Record<string, string>, checks: OidcChecks): Promise<ThirdPerson>;
}

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 1024 * 1024;
/** Endpoints and keys are asked for again after so long. */
const FRESH_MS = 60 * 60_000;

/** @param callback the address that the provider knows as ours */
export function createOidc(options: OidcOptions, fetch: OutboundFetch, callback: string): Oidc {
  let known: { configuration: Promise<Configuration>; at: number } | null = null;
  const configuration = (): Promise<Configuration> => {
    if (known && performance.now() - known.at < FRESH_MS) return known.configuration;
    const request = { configuration: discover(options, fetch), at: performance.now() };
    known = request;
    // A provider that was away is asked again by the next person.
    request.configuration.catch(() => {
      if (known === request) known = null;
    });
    return request.configuration;
  };
  return {
    title: options.title,
    linkByMail: options.linkByMail,
    async begin({ state, nonce, codeVerifier }) {
      return buildAuthorizationUrl(await configuration(), {
        redirect_uri: callback,
        scope: 'openid profile email',
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      });
    },
    async finish(query, { state, nonce, codeVerifier }) {
      const config = await configuration();
      const current = new URL(callback);
      current.search = new URLSearchParams(query).toString();
      const tokens = await authorizationCodeGrant(config, current, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new Error('the provider gave no ID token');
      const { iss, sub } = claims;
      const about =
        options.linkByMail && config.serverMetadata().userinfo_endpoint
          ? await fetchUserInfo(config, tokens.access_token, sub)
          : claims;
      const isVerified = about['email_verified'] === true && typeof about['email'] === 'string';
      return {
        uuid: `${iss} ${sub}`,
        verifiedEmail: isVerified ? (about['email'] as string) : null,
      };
    },
  };
}

/** Plain http is for providers on the loopback; the settings refuse any other. */
async function discover({ issuer, clientId, clientSecret }: OidcOptions, fetch: OutboundFetch): Promise<Configuration> {
  const server = new URL(issuer);
  return discovery(server, clientId, {}, clientSecret ? ClientSecretPost(clientSecret) : None(), {
    timeout: TIMEOUT_MS / 1000,
    [customFetch]: fetchThrough(fetch),
    execute: [enableNonRepudiationChecks, ...(server.protocol === 'http:' ? [allowInsecureRequests] : [])],
  });
}

/** The library's calls leave through the one client for calls to the outside. */
const fetchThrough =
  (fetch: OutboundFetch): CustomFetch =>
  async (url, { method, headers, body }) => {
    if (method !== 'GET' && method !== 'POST') throw new TypeError(`unexpected method ${method}`);
    const text = body === null || body === undefined ? undefined : bodyText(body);
    const answer = await fetch(url, {
      method,
      headers,
      ...(text === undefined ? {} : { body: text }),
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
    });
    return new Response(answer.status === 204 ? null : Buffer.from(answer.body), {
      status: answer.status,
      headers: answer.headers,
    });
  };

function bodyText(body: unknown): string {
  if (typeof body === 'string') return body;
  if (body instanceof URLSearchParams) return body.toString();
  throw new TypeError('unexpected body of a call to the identity provider');
}
