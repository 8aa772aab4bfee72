/** Signed addresses of the storage host: good for a while, and for whoever holds them. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { World } from '../world.ts';
import type { EnvironmentName } from './state.ts';

type StoredKind = 'labels' | 'customs' | 'bol' | 'reports';

export function storageUrl(
  context: { world: World; environment: EnvironmentName; now: number },
  kind: StoredKind,
  name: string,
): string {
  const { world, environment, now } = context;
  const path = `/${environment}/${kind}/${name}.${kind === 'reports' ? 'csv' : 'pdf'}`;
  const expires = Math.floor(now / 1000) + world.settings.documentUrlTtlSeconds;
  return `${world.storageUrl}${path}?expires=${expires}&signature=${sign(world, path, expires)}`;
}

/** Instant until which an address made now is good, milliseconds. */
export function storageUrlExpiry(world: World, now: number): number {
  return (Math.floor(now / 1000) + world.settings.documentUrlTtlSeconds) * 1000;
}

export function signatureState(
  world: World,
  path: string,
  expires: number,
  signature: string,
): 'good' | 'expired' | 'wrong' {
  const expected = Buffer.from(sign(world, path, expires));
  const given = Buffer.from(signature);
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) return 'wrong';
  return world.clock.now() / 1000 > expires ? 'expired' : 'good';
}

function sign(world: World, path: string, expires: number): string {
  return createHmac('sha256', world.signingKey).update(`${path}\n${expires}`).digest('hex');
}
