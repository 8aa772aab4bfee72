import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';

const ROUNDS = 4096;

/**
 * The form in which PostgreSQL stores a password (SCRAM-SHA-256, RFC 5802), so that the password
 * itself never stands in a statement or a server's log. ASCII only: beyond it SASLprep would apply.
 */
export function scramVerifier(password: string): string {
  if (!/^[\x20-\x7e]+$/.test(password)) throw new Error('a database password may hold printable ASCII characters only');
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, ROUNDS, 32, 'sha256');
  const hmac = (text: string): Buffer => createHmac('sha256', salted).update(text).digest();
  const stored = createHash('sha256').update(hmac('Client Key')).digest('base64');
  const server = hmac('Server Key').toString('base64');
  return `SCRAM-SHA-256$${ROUNDS}:${salt.toString('base64')}$${stored}:${server}`;
}
