import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** argon2id is the library's default algorithm; 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The same characters typed on another keyboard must be the same password. */
const normal = (password: string): string => password.normalize('NFKC');

export const hashPassword = (password: string): Promise<string> => hash(normal(password), COST);

let unknown: Promise<string> | undefined;

/** The hash of a password that nobody knows, for accounts that wait for their first one. */
export const unknownPassword = (): Promise<string> => (unknown ??= hash(randomBytes(32).toString('base64url'), COST));

let dummy: Promise<string> | undefined;

/**
 * Checks a password. Without a stored hash (unknown account) it works just as long and says no,
 * so that the answer time tells nothing.
 */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  dummy ??= hash('no account has this password', COST);
  const isRight = await verify(stored ?? (await dummy), normal(password), COST).catch(() => false);
  return stored ? isRight : false;
}
