/** Client credentials in, bearer token out; and who a bearer token belongs to. */
import { randomBytes } from 'node:crypto';
import type { Client, World } from '../world.ts';
import type { EnvironmentName } from './state.ts';

interface TextAnswer {
  status: number;
  body: string | Record<string, unknown>;
}

/** The audiences seen in the wild for each environment; a trailing slash does not matter. */
const AUDIENCES: Readonly<Record<EnvironmentName, readonly string[]>> = {
  production: ['https://api.wayfair.com', 'https://api.wayfair.io', 'https://api.wayfair.com/v1/graphql'],
  sandbox: [
    'https://sandbox.api.wayfair.com',
    'https://api.wayfair.io/sandbox',
    'https://sandbox.api.wayfair.com/v1/graphql',
  ],
};

/** Answers a token request; errors are JSON in some cases and plain text in others, as in life. */
export function issueToken(
  world: World,
  body: unknown,
  ttlSeconds: number = world.settings.tokenTtlSeconds,
): TextAnswer {
  if (typeof body !== 'object' || body === null) return failure(400, 'invalid_request');
  const request = body as Record<string, unknown>;
  if (request['grant_type'] !== 'client_credentials') {
    return failure(400, 'unsupported_grant_type', 'Grant type is not supported');
  }
  const client = world.clients.get(String(request['client_id'] ?? ''));
  const known = client !== undefined && client.clientSecret === request['client_secret'];
  if (!known || client.disabled) return failure(401, 'access_denied', 'Unauthorized');
  const environment = environmentOf(String(request['audience'] ?? ''));
  if (environment === null) {
    return failure(403, 'access_denied', `Service not found: ${String(request['audience'] ?? '')}`);
  }
  if (environment !== client.environment) {
    return { status: 403, body: 'Invalid environment for application.' };
  }
  const token = randomBytes(24).toString('base64url');
  const expiresAt = world.clock.now() + ttlSeconds * 1000;
  if (world.tokens.size > 1000) dropExpired(world);
  world.tokens.set(token, { clientId: client.clientId, environment, expiresAt });
  return {
    status: 200,
    body: { access_token: token, token_type: 'Bearer', expires_in: ttlSeconds },
  };
}

/** @returns the application, or the plain-text answer of a refused token */
export function authenticate(
  world: World,
  authorization: string | undefined,
  environment: EnvironmentName,
): Client | TextAnswer {
  const issued = world.tokens.get(bearerOf(authorization) ?? '');
  const client = issued === undefined ? undefined : world.clients.get(issued.clientId);
  const alive = issued !== undefined && issued.expiresAt > world.clock.now();
  if (client === undefined || !alive || client.disabled) {
    return { status: 401, body: 'Authorization failed.' };
  }
  if (issued.environment !== environment) {
    return { status: 403, body: 'Invalid environment for application.' };
  }
  return client;
}

/** Whose token it is, good or not; for throttle, faults and log. */
export function clientIdOf(world: World, authorization: string | undefined): string | null {
  return world.tokens.get(bearerOf(authorization) ?? '')?.clientId ?? null;
}

/** Ends the token of this header at once. */
export function expireToken(world: World, authorization: string | undefined): void {
  const issued = world.tokens.get(bearerOf(authorization) ?? '');
  if (issued !== undefined) issued.expiresAt = 0;
}

function bearerOf(authorization: string | undefined): string | null {
  return /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1] ?? null;
}

function environmentOf(audience: string): EnvironmentName | null {
  const plain = audience.replace(/\/+$/, '');
  if (AUDIENCES.production.includes(plain)) return 'production';
  return AUDIENCES.sandbox.includes(plain) ? 'sandbox' : null;
}

function dropExpired(world: World): void {
  const now = world.clock.now();
  for (const [token, issued] of world.tokens) if (issued.expiresAt <= now) world.tokens.delete(token);
}

function failure(status: number, error: string, description?: string): TextAnswer {
  const body = description === undefined ? { error } : { error, error_description: description };
  return { status, body };
}
