import type { Tx } from './database.ts';

/**
 * Says which uploads a record holds from now on: they are kept, whoever may list such records may
 * see them, and uploads that the record held before are removed with the commit. To be called by
 * whatever stores addresses of uploads; ones that nobody took up within a week are swept away.
 * @param owner `type` as `module:resource`
 * @param addresses what an upload answered; own uploads that no other record holds
 */
export async function holdUploads(
  tx: Tx,
  owner: { type: string; id: string },
  addresses: readonly string[],
): Promise<void> {
  await tx.run`
    update asset set owner_type = ${owner.type}, owner_id = ${owner.id}::uuid
    where tenant_id = ${tx.tenant} and kind = 'upload' and address = any(${addresses}::text[])
      and owner_type is null and create_by = ${tx.actor.username}`;
  const dropped = await tx.rows<{ id: string }>`
    select id from asset
    where tenant_id = ${tx.tenant} and kind = 'upload' and owner_type = ${owner.type}
      and owner_id = ${owner.id}::uuid and address <> all(${addresses}::text[])
    order by sha256`;
  for (const { id } of dropped) await tx.files.remove(tx, id);
}

/**
 * Hands uploads over: from now on another record holds them, or, by its own id, nobody but the list of
 * a module. The record that held them must not name them any more when it is stored next.
 * @param owner `id` null: each is held by itself
 */
export const passUploads = (
  tx: Tx,
  owner: { type: string; id: string | null },
  ids: readonly string[],
): Promise<number> =>
  tx.run`
    update asset set owner_type = ${owner.type}, owner_id = coalesce(${owner.id}::uuid, id)
    where tenant_id = ${tx.tenant} and kind = 'upload' and id = any(${[...ids]}::uuid[])`;
