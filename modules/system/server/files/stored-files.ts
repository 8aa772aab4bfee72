import { UPLOAD_FOLDER } from '#kit/model/limits.ts';
import { notFound, Refusal } from '#kit/model/refusal.ts';
import { audit } from '#kit/server/audit.ts';
import type { Tx } from '#kit/server/database.ts';
import { isUuid } from '#kit/server/kinds.ts';
import type { Registry } from '#kit/server/registry.ts';
import { alsoByPost, answer, implement, type Route } from '#kit/server/route.ts';
import { idOf } from '#kit/server/row-id.ts';
import type { Serve } from '#kit/server/serve.ts';
import { sql } from '#kit/server/sql.ts';
import { fileCalls } from '../../model/routes/files.ts';
import { storedFile } from '../../model/stored-file.ts';
import { NO_REGISTRY } from '../services.ts';
import { csv } from '../wire.ts';
import { storageUse } from './storage-use.ts';
import { placesOf, type PlacedFile } from './file-places.ts';

const FILE = 'system:storedFile';
const AT_ONCE = 200;

/** 文件管理: uploads of the tenant, with where each is used. */
export const servedFiles = (registry: Pick<Registry, 'resources'>): Serve => ({
  resource: storedFile,
  rows: (tx) => sql`
    select f.id, f.name as file_name, f.address as url, f.mime, f.bytes, f.create_time,
      coalesce((select u.realname from app_user u where u.username_key = lower(f.create_by)),
        f.create_by) as uploader,
      case when f.owner_type is null then 'loose' else 'used' end as usage
    from asset f where f.tenant_id = ${tx.tenant} and f.kind = 'upload'`,
  async beside(tx, rows) {
    const ids = rows.map((row) => String(row['id']));
    const files = await tx.rows<PlacedFile & { createBy: string | null; address: string }>`
      select id, owner_type, owner_id, create_by, address from asset
      where tenant_id = ${tx.tenant} and id = any(${ids}::uuid[])`;
    const places = await placesOf(tx, registry, files);
    return new Map(
      files.map(({ id, ownerType, createBy, address }) => {
        const place = places.get(id);
        const isLooseOpen = ownerType === null && !address.startsWith(`${UPLOAD_FOLDER}/`);
        const isHeldOpen = ownerType !== null && place?.isSeen === true;
        const isOpen = createBy === tx.actor.username || isLooseOpen || isHeldOpen;
        return [id, { usedBy: place?.text ?? null, isOpen }];
      }),
    );
  },
});

/** What the files take, and what takes uploads away that nothing uses. */
export function storedFileRoutes(registry: Registry | null, quotaBytes: number): Route[] {
  const known = registry ?? NO_REGISTRY;
  return [
    implement(fileCalls.storage, (call) => call.tx((tx) => storageUse(tx, known, quotaBytes))),
    implement(fileCalls.delete, async (call) => {
      const id = idOf(call.query.id);
      await call.tx((tx) => deleteFiles(tx, known, [id]));
      return answer('删除成功!');
    }),
    ...alsoByPost(
      implement(fileCalls.deleteSeveral, async (call) => {
        const ids = (csv(call.query.ids) ?? []).filter(isUuid);
        await call.tx((tx) => deleteFiles(tx, known, ids));
        return answer('批量删除成功!');
      }),
    ),
  ];
}

/** Takes uploads away, all or none. @throws Refusal naming where one of them is used */
async function deleteFiles(tx: Tx, registry: Pick<Registry, 'resources'>, ids: readonly string[]): Promise<void> {
  if (ids.length > AT_ONCE) throw new Refusal('tooMany', `一次最多删除${AT_ONCE}个文件`);
  // Locked, so that no record takes one up in between.
  const files = await tx.rows<PlacedFile & { name: string }>`
    select id, name, owner_type, owner_id from asset
    where tenant_id = ${tx.tenant} and kind = 'upload' and id = any(${ids}::uuid[])
    order by id for update`;
  if (files.length === 0) throw notFound();
  const places = await placesOf(tx, registry, files);
  for (const { id, name } of files) {
    const place = places.get(id);
    if (place) throw new Refusal('used', `文件“${name}”正在使用，不能删除：${place.text}`);
  }
  for (const { id } of files) await tx.files.remove(tx, id);
  audit(
    tx,
    FILE,
    files.map(({ id, name }) => ({
      rowId: id,
      action: 'delete',
      diff: { fileName: [name, null] },
    })),
  );
}
