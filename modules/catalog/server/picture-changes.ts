import { invalid, notFound, Refusal, staleVersion } from '#kit/model/refusal.ts';
import type { AnyRow } from '#kit/model/row.ts';
import { requirePermission } from '#kit/server/actor.ts';
import { auditResource } from '#kit/server/audit.ts';
import type { Tx } from '#kit/server/database.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { passUploads } from '#kit/server/record-uploads.ts';
import type { Registry } from '#kit/server/registry.ts';
import { lockRegister } from '#kit/server/row-storage.ts';
import { sql } from '#kit/server/sql.ts';
import type { Guards } from '#kit/server/write.ts';
import { editRows } from '#kit/server/write-rows.ts';
import { MOST_PICTURES, picture } from '../model/picture.ts';
import { product, sku } from '../model/product.ts';
import { skuGuards } from './bundles.ts';
import { productGuards } from './guards.ts';
import { LOOSE, pictureRows } from './picture-rows.ts';

/** A picture as the reader sees it, and the row that holds it. */
export interface SeenPicture {
  id: string;
  address: string;
  fileName: string;
  owner: 'product' | 'sku' | 'none';
  /** Of the row that holds it. */
  ownerId: string | null;
  role: string | null;
}

/** Ids of a body: well-formed, each once. @throws Refusal 422 for none and for too many */
export function pictureIds(raw: unknown): string[] {
  const ids = Array.isArray(raw) ? [...new Set(raw.filter(isUuid))] : [];
  if (ids.length > 0 && ids.length <= MOST_PICTURES) return ids;
  throw new Refusal('catalog.pictureIds', `请选择 1 至 ${MOST_PICTURES} 张图片`, { status: 422 });
}

/** @throws Refusal 404 unless the reader sees all of them */
export async function seenPictures(tx: Tx, ids: readonly string[]): Promise<SeenPicture[]> {
  const rows = await tx.query<SeenPicture>(sql`
    select t.id, t.image[1] as address, t.file_name, t.owner, coalesce(t.sku_id, t.product_id) as owner_id, t.role
    from (${pictureRows(tx, { selections: ids.join() })}) t where t.id = any(${[...ids]}::uuid[]) order by t.ordinal, t.id`);
  if (rows.length < ids.length) throw notFound();
  return rows;
}

/** What pictures are put into a row by, under the right to edit it and the rules of its own form. */
export interface Holder {
  of: typeof product | typeof sku;
  guards: Guards;
  row: AnyRow;
}

/** Locks a row that holds pictures. @throws Refusal 403, 404 */
export async function lockHolder(tx: Tx, owner: 'product' | 'sku', id: string): Promise<Holder> {
  const of = owner === 'product' ? product : sku;
  requirePermission(tx.actor, `catalog:${owner}:edit`);
  const [row] = isUuid(id) ? await lockRegister(tx, of, [id]) : [];
  if (!row) throw notFound();
  return { of, row, guards: (owner === 'product' ? productGuards : skuGuards) as Guards };
}

export const imagesOf = ({ row }: Holder): string[] =>
  Array.isArray(row['images']) ? (row['images'] as string[]) : [];

/** Stores which pictures a locked row has, as its form would. */
export async function setImages(
  tx: Tx,
  registry: Registry,
  { of, guards, row }: Holder,
  images: readonly string[],
): Promise<void> {
  const [outcome] = await editRows(tx, { registry, resource: of, guards }, [
    { before: row, body: { images: images.join(',') } },
  ]);
  if (outcome && 'refusal' in outcome) throw outcome.refusal;
}

/** Takes pictures from their rows and keeps them: each may be given to another row, or removed. */
export async function detachPictures(tx: Tx, registry: Registry, ids: readonly string[]): Promise<void> {
  const seen = await seenPictures(tx, ids);
  const loose = seen.find(({ owner }) => owner === 'none');
  if (loose) throw new Refusal('catalog.pictureLoose', `${loose.fileName} 没有归属，无须解绑`);
  for (const [owner, some] of byOwner(seen)) {
    const holder = await lockHolder(tx, some[0]?.owner as 'product' | 'sku', owner);
    const held = imagesOf(holder);
    const gone = new Set(some.map(({ address }) => address));
    if (![...gone].every((address) => held.includes(address))) throw staleVersion();
    await passUploads(
      tx,
      { type: LOOSE, id: null },
      some.map(({ id }) => id),
    );
    await tx.run`update picture_fact set faults = '{}', verdict = 'waiting'
      where tenant_id = ${tx.tenant} and asset_id = any(${some.map(({ id }) => id)}::uuid[])`;
    await setImages(
      tx,
      registry,
      holder,
      held.filter((address) => !gone.has(address)),
    );
  }
  note(tx, seen, 'detach');
}

/** Rows in the order of their ids, so that two who change the same ones wait for each other. */
const byOwner = (seen: readonly SeenPicture[]): [string, SeenPicture[]][] =>
  [...Map.groupBy(seen, ({ ownerId }) => ownerId ?? '')].sort(([a], [b]) => (a < b ? -1 : 1));

/** Gives pictures that nobody holds to a row, behind those it has. */
export async function attachPictures(
  tx: Tx,
  registry: Registry,
  ids: readonly string[],
  to: { owner: 'product' | 'sku'; id: string },
): Promise<void> {
  const holder = await lockHolder(tx, to.owner, to.id);
  // Whoever gives the same picture away meanwhile waits, and sees that it is held.
  await tx.rows`select id from asset
    where tenant_id = ${tx.tenant} and id = any(${[...ids]}::uuid[]) order by id for update`;
  const seen = await seenPictures(tx, ids);
  const held = seen.find(({ owner }) => owner !== 'none');
  if (held) throw new Refusal('catalog.pictureHeld', `${held.fileName} 已有归属，请先解绑`);
  await passUploads(tx, { type: `catalog:${to.owner}`, id: to.id }, ids);
  const order = new Map(ids.map((id, at) => [id, at]));
  const given = [...seen].sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0));
  await setImages(tx, registry, holder, [...imagesOf(holder), ...given.map(({ address }) => address)]);
  note(tx, seen, 'attach');
}

/** Another file in the place of a picture: its place, role and words stay, its bytes go. */
export async function replacePicture(tx: Tx, registry: Registry, id: string, image: unknown): Promise<void> {
  const [seen] = await seenPictures(tx, isUuid(id) ? [id] : []);
  if (!seen) throw notFound();
  const { owner, ownerId } = seen;
  if (typeof image !== 'string' || image === '' || image.includes(','))
    throw invalid([{ field: 'image', code: 'required', message: '请上传图片' }]);
  if (owner === 'none' || ownerId === null)
    throw new Refusal('catalog.pictureLoose', `${seen.fileName} 没有归属，不能替换`);
  const holder = await lockHolder(tx, owner, ownerId);
  const held = imagesOf(holder);
  if (!held.includes(seen.address)) throw staleVersion();
  await tx.run`
    insert into picture_fact (tenant_id, asset_id, role, alt_text)
    select a.tenant_id, a.id, f.role, f.alt_text from asset a
      join picture_fact f on f.tenant_id = a.tenant_id and f.asset_id = ${id}::uuid
    where a.tenant_id = ${tx.tenant} and a.address = ${image} and a.owner_type is null
      and a.create_by = ${tx.actor.username}
    on conflict (tenant_id, asset_id) do update
      set role = excluded.role, alt_text = excluded.alt_text`;
  await setImages(
    tx,
    registry,
    holder,
    held.map((address) => (address === seen.address ? image : address)),
  );
  note(tx, [seen], 'replace');
}

/** Takes away pictures that nobody holds, for good. */
export async function removePictures(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.rows`select id from asset
    where tenant_id = ${tx.tenant} and id = any(${[...ids]}::uuid[]) order by id for update`;
  const seen = await seenPictures(tx, ids);
  const held = seen.find(({ owner }) => owner !== 'none');
  if (held) throw new Refusal('catalog.pictureHeld', `${held.fileName} 正在使用，请先解绑`);
  for (const { id } of seen) await tx.files.remove(tx, id);
  note(tx, seen, 'delete');
}

const note = (tx: Tx, seen: readonly SeenPicture[], action: string): void =>
  auditResource(
    tx,
    picture,
    seen.map(({ id, fileName }) => ({ rowId: id, action, diff: { fileName: [fileName, null] } })),
  );
