import { may } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import type { BesideRows } from '#kit/server/query/list.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import type { ArchivedFile } from '#kit/server/serve.ts';
import { join, nothing, sql, type Sql } from '#kit/server/sql.ts';
import { UPLOAD_FOLDER } from '#kit/model/limits.ts';
import { product, sku } from '../model/product.ts';

/** Who holds pictures that were let go of: nobody but the list of pictures. */
export const LOOSE = 'catalog:picture';

/**
 * The product or SKU that holds the picture `a`, if the reader may list it. Looked up picture by picture: a
 * count ends long before all products would have been read, and a page needs those of its own rows.
 */
const holder = (tx: Tx, of: typeof product | typeof sku): Sql => {
  const conditions = may(tx.actor, `catalog:${of.name}:list`) ? baseConditions(of, tx.actor) : [sql`false`];
  const isHeld = sql`a.owner_type = ${`catalog:${of.name}`} and t.tenant_id = ${tx.tenant} and t.id = a.owner_id
    and a.address = any(t.images) and ${join(conditions, ' and ')} offset 0`;
  return of.name === 'product'
    ? sql`select t.id, t.images from product t where ${isHeld}`
    : sql`select t.id, t.product_id, t.images from sku t where ${isHeld}`;
};

/**
 * Pictures of products and SKUs that the reader may see, and those that nobody holds: let go of by a
 * row, or uploaded by the reader and not saved anywhere yet. What others have just uploaded is theirs.
 */
export const pictureRows = (tx: Tx, query: Readonly<Record<string, string>> = {}): Sql => sql`
  select a.tenant_id, a.id, a.create_time, a.create_by, array[a.address] as image, a.name as file_name,
    nullif(replace(a.mime, 'image/', ''), a.mime) as format, f.width, f.height, a.bytes,
    case when p.id is null and s.id is null then null
      when a.address = coalesce(p.images[1], s.images[1]) then 'main'
      else coalesce(f.role, 'gallery') end as role,
    array_position(coalesce(p.images, s.images), a.address) as ordinal, f.alt_text,
    case when p.id is not null then 'product' when s.id is not null then 'sku' else 'none' end as owner,
    coalesce(p.id, s.product_id) as product_id, s.id as sku_id,
    case when p.id is not null or s.id is not null then coalesce(f.verdict, 'waiting') end as verdict,
    nullif(array_to_string(f.faults, E'\n'), '') as faults
  from asset a
    left join lateral (${holder(tx, product)}) p on true
    left join lateral (${holder(tx, sku)}) s on true
    left join picture_fact f on f.tenant_id = a.tenant_id and f.asset_id = a.id
  where a.tenant_id = ${tx.tenant} and a.kind = 'upload' and a.mime like 'image/%'
    and (p.id is not null or s.id is not null or a.owner_type = ${LOOSE}
      or (a.owner_type is null and a.create_by = ${tx.actor.username}
        and a.address like ${`${UPLOAD_FOLDER}/%`}))
    ${narrowed(tx, query)}`;

const idsIn = (text: string | undefined): string[] => (text ?? '').split(',').filter(isUuid);

/** Of a few rows, or pictures, only those are looked at: the list judges the question itself once more. */
function narrowed(tx: Tx, query: Readonly<Record<string, string>>): Sql {
  const { productId, skuId, selections, owner, verdict } = query;
  const [products, skus, chosen] = [idsIn(productId), idsIn(skuId), idsIn(selections)];
  const parts = [
    ...(products.length > 0
      ? [
          sql`(a.owner_id = any(${products}::uuid[]) or a.owner_id = any(array(select id from sku
            where tenant_id = ${tx.tenant} and product_id = any(${products}::uuid[]))))`,
        ]
      : []),
    ...(skus.length > 0 ? [sql`a.owner_id = any(${skus}::uuid[])`] : []),
    // As the index over them says it.
    ...(owner === 'none' ? [sql`(a.owner_type is null or a.owner_type = 'catalog:picture')`] : []),
    ...(verdict === 'faulty' ? [sql`f.verdict = 'faulty'`] : []),
    ...(chosen.length > 0 ? [sql`a.id = any(${chosen}::uuid[])`] : []),
  ];
  return parts.length === 0 ? nothing : sql`and ${join(parts, ' and ')}`;
}

/** What pictures are called in an archive: the code of their row and their place in it. */
export async function pictureArchive(tx: Tx, ids: readonly string[]): Promise<ArchivedFile[]> {
  const rows = await tx.query<ArchivedFile>(sql`
    select t.id, t.bytes,
      case when t.owner = 'none' then t.file_name
        else coalesce(s.sku_code, p.spu_code) || '_' || lpad(t.ordinal::text, 2, '0')
          || '.' || replace(t.format, 'jpeg', 'jpg') end as name
    from (${pictureRows(tx, { selections: ids.join() })}) t
      left join sku s on s.tenant_id = ${tx.tenant} and s.id = t.sku_id
      left join product p on p.tenant_id = ${tx.tenant} and p.id = t.product_id
    where t.id = any(${[...ids]}::uuid[])
    order by coalesce(s.sku_code, p.spu_code) nulls last, t.ordinal, t.id`);
  return rows;
}

/** What an edit of a picture names, so that nobody writes over what they have not seen. */
export const pictureVersions: BesideRows = async (tx, rows) => {
  const ids = rows.map((row) => String(row['id']));
  const found = await tx.rows<{ assetId: string; version: number }>`
    select asset_id, version from picture_fact
    where tenant_id = ${tx.tenant} and asset_id = any(${ids}::uuid[])`;
  return new Map(found.map(({ assetId, version }) => [assetId, { version }]));
};
