import type { Database } from '#kit/server/database.ts';
import { sql, type Sql } from '#kit/server/sql.ts';

/** How long the old token is still good once the new one has come into use: calls in flight. */
const GRACE_MS = 60_000;

/**
 * Whether a session `s` is held by a token: its own, or the one it took over from. That one stays
 * good until the new one is first used, and a minute longer; a client of the base never takes the
 * new one up.
 */
export const heldBy = (hash: Buffer, now: Date): Sql => sql`
  (s.token_hash = ${hash}::bytea or (s.previous_hash = ${hash}::bytea
    and (s.previous_until is null or s.previous_until > ${now}::timestamptz)))`;

/** The new token of a session is in use: the old one has its minute from now on. */
export const retirePrevious = (db: Database, hash: Buffer, now: Date): Promise<number> =>
  db.platform(
    (tx) => tx.run`
      update session set previous_until = ${new Date(now.getTime() + GRACE_MS)}
      where token_hash = ${hash} and previous_hash is not null and previous_until is null`,
  );
