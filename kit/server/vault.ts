import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** Secrets and personal data at rest: AES-256-GCM with a key outside the database. */
export interface Vault {
  seal(plain: string): string;
  /** Throws when the text was sealed with a key that is not known here or tampered with. */
  open(sealed: string): string;
  /** The same text under the key of today; null where it is already. @throws as `open` */
  reseal(sealed: string): string | null;
  /** Keyed digest for exact search over sealed values; normalised before. */
  digest(plain: string): string;
  /** The digest of today and those of the keys before: what is stored may be any of them. */
  digests(plain: string): string[];
  /** Keys of digests before today's, for whoever keeps them (sealed). */
  retiredDigestKeys(): string[];
  /** Takes kept ones for `digests`. */
  learnDigestKeys(keys: readonly string[]): void;
}

const PREFIX = 'v1.';

/**
 * @param key text of at least 32 characters; sub-keys for sealing and digests derive from it
 * @param oldKey the one before: opens what it sealed, seals nothing any more
 */
export function createVault(key: string, oldKey?: string): Vault {
  const today = deriveKeys(key);
  const old = oldKey === undefined ? null : deriveKeys(oldKey);
  const retired = new Set<string>(old ? [old.digesting.toString('base64url')] : []);
  const open = (sealed: string): { plain: string; isOld: boolean } => {
    try {
      return { plain: unseal(today.sealing, sealed), isOld: false };
    } catch (error) {
      if (!old) throw error;
      return { plain: unseal(old.sealing, sealed), isOld: true };
    }
  };
  const seal = (plain: string): string => {
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', today.sealing, iv);
    const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    return PREFIX + Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
  };
  const digest = (plain: string): string => digestBy(today.digesting, plain);
  return {
    seal,
    open: (sealed) => open(sealed).plain,
    reseal(sealed) {
      const { plain, isOld } = open(sealed);
      return isOld ? seal(plain) : null;
    },
    digest,
    digests: (plain) => [digest(plain), ...[...retired].map((one) => digestBy(Buffer.from(one, 'base64url'), plain))],
    retiredDigestKeys: () => [...retired],
    learnDigestKeys(keys) {
      for (const one of keys) retired.add(one);
    },
  };
}

function deriveKeys(key: string): { sealing: Buffer; digesting: Buffer } {
  if (key.length < 32) throw new Error('the secret key must have at least 32 characters');
  const derive = (use: string): Buffer => Buffer.from(hkdfSync('sha256', key, 'waybill', use, 32));
  return { sealing: derive('seal'), digesting: derive('digest') };
}

function unseal(key: Buffer, sealed: string): string {
  if (!sealed.startsWith(PREFIX)) throw new Error('not a sealed value');
  const bytes = Buffer.from(sealed.slice(PREFIX.length), 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}

const digestBy = (key: Buffer, plain: string): string =>
  createHmac('sha256', key).update(plain.trim().toLowerCase()).digest('base64url');
