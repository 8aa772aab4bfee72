import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** Secrets and personal data at rest: AES-256-GCM with a key outside the database. */
export interface Vault {
  seal(plain: string): string;
  /** Throws when the text was sealed with another key or tampered with. */
  open(sealed: string): string;
  /** Keyed digest for exact search over sealed values; normalised before. */
  digest(plain: string): string;
}

const PREFIX = 'v1.';

/** @param key text of at least 32 characters; sub-keys for sealing and digests derive from it */
export function createVault(key: string): Vault {
  if (key.length < 32) throw new Error('the secret key must have at least 32 characters');
  const derive = (use: string): Buffer => Buffer.from(hkdfSync('sha256', key, 'waybill', use, 32));
  const [sealing, digesting] = [derive('seal'), derive('digest')];
  return {
    seal(plain) {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', sealing, iv);
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return PREFIX + Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
    },
    open(sealed) {
      if (!sealed.startsWith(PREFIX)) throw new Error('not a sealed value');
      const bytes = Buffer.from(sealed.slice(PREFIX.length), 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', sealing, bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString(
        'utf8',
      );
    },
    digest: (plain) =>
      createHmac('sha256', digesting).update(plain.trim().toLowerCase()).digest('base64url'),
  };
}
