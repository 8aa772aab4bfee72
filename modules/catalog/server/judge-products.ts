import { createHash } from 'node:crypto';
import type { Tx } from '#kit/server/database.ts';
import { enqueue } from '#kit/server/outbox.ts';
import { pick } from '#kit/server/stored-rows.ts';
import {
  countFaults,
  pictureFaults,
  verdictOf,
  type JudgedPicture,
  type PictureRule,
} from '../model/judge-pictures.ts';
import type { PictureFormat, PictureVerdict } from '../model/picture.ts';
import { measurePicturesJob } from '../model/picture-jobs.ts';
import { pictureRule } from '../model/picture-rule.ts';

/** A picture of a product or of one of its SKUs, with what was stored of it. */
interface StoredPicture {
  id: string;
  productId: string;
  mime: string;
  bytes: number;
  isMain: boolean;
  isOfProduct: boolean;
  isRead: boolean;
  width: number | null;
  height: number | null;
  whitePercent: number | null;
}

/** Rules in force, by name. */
export const rulesInForce = (tx: Tx): Promise<PictureRule[]> =>
  pick(tx, pictureRule, [
    'name',
    'leastSidePx',
    'leastRatio',
    'mostRatio',
    'mostKb',
    'formats',
    'isWhiteMain',
    'leastCount',
    'needsMain',
  ])`deleted_at is null and status = 'enabled' order by name`;

/**
 * Judges the pictures of products and of their SKUs by the rules in force, and asks for those to be
 * read that nobody has read yet. Nobody's edit is meant: versions stay. In the transaction that
 * changes pictures, so that a verdict is never about others than those the row holds.
 */
export async function judgeProducts(tx: Tx, productIds: readonly string[]): Promise<void> {
  if (productIds.length === 0) return;
  const [rules, pictures] = [await rulesInForce(tx), await picturesOf(tx, productIds)];
  const judged = pictures.map((picture) => ({ picture, ...judge(rules, picture) }));
  await storeVerdicts(tx, judged);
  const byProduct = Map.groupBy(judged, ({ picture }) => picture.productId);
  const ids: string[] = [];
  const verdicts: PictureVerdict[] = [];
  for (const id of productIds) {
    const own = byProduct.get(id) ?? [];
    const count = own.filter(({ picture }) => picture.isOfProduct).length;
    const hasFaults = countFaults(rules, count).length > 0 || own.some(({ verdict }) => verdict === 'faulty');
    ids.push(id);
    verdicts.push(
      verdictOf(
        hasFaults,
        own.some(({ verdict }) => verdict === 'waiting'),
      ),
    );
    await requestReading(
      tx,
      id,
      own.flatMap(({ picture }) => (picture.isRead ? [] : [picture.id])),
    );
  }
  await tx.run`
    update product p set picture_verdict = n.verdict
    from unnest(${ids}::uuid[], ${verdicts}::text[]) as n (id, verdict)
    where p.tenant_id = ${tx.tenant} and p.id = n.id
      and p.picture_verdict is distinct from n.verdict`;
}

interface Judged {
  picture: StoredPicture;
  faults: string[];
  verdict: PictureVerdict;
}

function judge(rules: readonly PictureRule[], picture: StoredPicture): { faults: string[]; verdict: PictureVerdict } {
  if (!picture.isRead) return { faults: [], verdict: 'waiting' };
  const faults = pictureFaults(rules, judgedOf(picture));
  return { faults, verdict: verdictOf(faults.length > 0, false) };
}

const judgedOf = ({ mime, bytes, isMain, width, height, whitePercent }: StoredPicture): JudgedPicture => ({
  format: formatOf(mime),
  bytes,
  isMain,
  size: width === null || height === null || whitePercent === null ? null : { width, height, whitePercent },
});

const FORMATS: ReadonlySet<string> = new Set<PictureFormat>(['jpeg', 'png', 'webp', 'gif']);

/** `image/jpeg` → `jpeg`. */
export function formatOf(mime: string): PictureFormat | null {
  const format = mime.replace('image/', '');
  return FORMATS.has(format) ? (format as PictureFormat) : null;
}

const picturesOf = (tx: Tx, productIds: readonly string[]): Promise<StoredPicture[]> =>
  tx.rows<StoredPicture>`
    select a.id, o.product_id, a.mime, a.bytes, a.address = o.images[1] as is_main,
      o.is_of_product, coalesce(f.is_read, false) as is_read, f.width, f.height, f.white_percent
    from (
      select id, id as product_id, images, 'catalog:product' as type, true as is_of_product
      from product where tenant_id = ${tx.tenant} and id = any(${[...productIds]}::uuid[])
      union all
      select id, product_id, images, 'catalog:sku', false
      from sku where tenant_id = ${tx.tenant} and product_id = any(${[...productIds]}::uuid[])
        and deleted_at is null and images <> '{}'
    ) o
    join asset a on a.tenant_id = ${tx.tenant} and a.owner_id = o.id and a.owner_type = o.type
      and a.kind = 'upload' and a.address = any(o.images)
    left join picture_fact f on f.tenant_id = a.tenant_id and f.asset_id = a.id`;

/** Only what is another verdict than before is written. */
async function storeVerdicts(tx: Tx, judged: readonly Judged[]): Promise<void> {
  if (judged.length === 0) return;
  const rows = judged.map(({ picture, faults, verdict }) => ({ id: picture.id, faults, verdict }));
  await tx.run`
    insert into picture_fact (tenant_id, asset_id, faults, verdict)
    select ${tx.tenant}, r.id, array(select jsonb_array_elements_text(r.faults)), r.verdict
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, faults jsonb, verdict text)
    order by r.id
    on conflict (tenant_id, asset_id) do update
      set faults = excluded.faults, verdict = excluded.verdict
      where (picture_fact.faults, picture_fact.verdict)
        is distinct from (excluded.faults, excluded.verdict)`;
}

/** The same pictures are asked for once. */
async function requestReading(tx: Tx, productId: string, unread: readonly string[]): Promise<void> {
  if (unread.length === 0) return;
  const digest = createHash('sha256')
    .update([...unread].sort().join())
    .digest('hex')
    .slice(0, 24);
  await enqueue(tx, measurePicturesJob, {
    aggregate: productId,
    dedupeKey: `pictures:${productId}:${digest}`,
    payload: { productId },
  });
}

/** Of SKUs, deleted ones too: whose pictures are others now. */
export async function productsOfSkus(tx: Tx, skuIds: readonly string[]): Promise<string[]> {
  const rows = await tx.rows<{ productId: string }>`
    select distinct product_id from sku
    where tenant_id = ${tx.tenant} and id = any(${[...skuIds]}::uuid[])`;
  return rows.map(({ productId }) => productId);
}
