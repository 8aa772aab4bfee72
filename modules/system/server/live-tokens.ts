import type { Database } from '#kit/server/database.ts';
import { isOpen } from './tenants/tenant-state.ts';

/** Which tokens belong to a live session of an active person in an active tenant, in one look. */
export async function liveTokens(
  db: Database,
  tokens: readonly string[],
  digest: (token: string) => Buffer,
  now: Date,
): Promise<ReadonlySet<string>> {
  const hashes = tokens.map(digest);
  const byHash = new Map(hashes.map((hash, index) => [hash.toString('hex'), tokens[index] ?? '']));
  const rows = await db.platform(
    (tx) => tx.rows<{ tokenHash: Buffer }>`
      select h.token_hash from (
        select s.token_hash, s.user_id, s.tenant_id, s.expires_at from session s
        where s.token_hash = any(${hashes}::bytea[])
        union all
        select s.previous_hash, s.user_id, s.tenant_id, s.expires_at from session s
        where s.previous_hash = any(${hashes}::bytea[])
          and (s.previous_until is null or s.previous_until > ${now}::timestamptz)) h
      join app_user u on u.id = h.user_id join tenant t on t.id = h.tenant_id
      where h.expires_at > ${now}::timestamptz
        and u.status = 'active' and ${isOpen(now)}`,
  );
  return new Set(rows.map(({ tokenHash: hash }) => byHash.get(hash.toString('hex')) ?? ''));
}
