import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import Provider from 'oidc-provider';
import { freePort } from './free-port.ts';

export const CLIENT_ID = 'waybill-test';
export const CLIENT_SECRET = 'what the provider and the console share';

/** Somebody who is signed in at the provider. */
export interface KnownPerson {
  sub: string;
  email?: string;
  email_verified?: boolean;
}

export interface IdentityProvider {
  issuer: string;
  /** Whom the provider vouches for from now on; null: they say no. */
  person: KnownPerson | null;
  stop(): Promise<void>;
}

/** An OpenID Connect provider on the loopback that asks nobody anything. */
export async function startIdentityProvider(callback: string): Promise<IdentityProvider> {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const people = new Map<string, KnownPerson>();
  const running: IdentityProvider = {
    issuer,
    person: { sub: 'nobody' },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: [callback],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [signingKey()] },
    cookies: { keys: ['only the tests know'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, sub) => ({
      accountId: sub,
      claims: async () => ({ ...people.get(sub), sub }),
    }),
    ttl: { Session: 60, Interaction: 60, Grant: 60, AccessToken: 60, IdToken: 60 },
  });
  const handle = provider.callback();
  const server = createServer((request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void handle(request, response);
    const { person } = running;
    if (person) people.set(person.sub, person);
    void settle(provider, request, response, person);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return running;
}

async function settle(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
  person: KnownPerson | null,
): Promise<void> {
  if (!person)
    return provider.interactionFinished(request, response, {
      error: 'access_denied',
      error_description: '<script>alert(1)</script>',
    });
  const grant = new provider.Grant({ accountId: person.sub, clientId: CLIENT_ID });
  grant.addOIDCScope('openid profile email');
  const grantId = await grant.save();
  await provider.interactionFinished(request, response, {
    login: { accountId: person.sub },
    consent: { grantId },
  });
}

function signingKey(): Record<string, unknown> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'test' };
}
