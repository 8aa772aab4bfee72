import type { Database } from '#kit/server/database.ts';

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
    (tx) => tx.rows<{ token_hash: Buffer }>`
      select s.token_hash
      from session s join app_user u on u.id = s.user_id join tenant t on t.id = s.tenant_id
      where s.token_hash = any(${hashes}::bytea[]) and s.expires_at > ${now}::timestamptz
        and u.status = 'active' and t.status = 'active'`,
  );
  return new Set(rows.map(({ token_hash: hash }) => byHash.get(hash.toString('hex')) ?? ''));
}
