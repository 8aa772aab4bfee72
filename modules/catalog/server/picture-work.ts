import { rowChanged, type RowChange } from '#kit/model/event.ts';
import type { Tx } from '#kit/server/database.ts';
import { carriedOut, type Attempt, type Job } from '#kit/server/deliveries.ts';
import { enqueue, inTransaction, type TransactionHandler } from '#kit/server/outbox.ts';
import { insertInto, pick } from '#kit/server/stored-rows.ts';
import { tenantSeeded } from '#modules/system/model/events.ts';
import type { Measuring } from '#platform/pictures/measure/measure.ts';
import { judgePicturesJob, measurePicturesJob } from '../model/picture-jobs.ts';
import { FIRST_RULE, pictureRule } from '../model/picture-rule.ts';
import { product, sku } from '../model/product.ts';
import { judgeProducts, productsOfSkus } from './judge-products.ts';
import { noteMeasures } from './note-measures.ts';

/** Products judged in one transaction. */
const CHUNK = 200;

/** Whoever changes pictures has them judged; whoever changes a rule has all of them judged again. */
export const picturesInTransaction: TransactionHandler[] = [
  inTransaction(
    rowChanged(product),
    'catalog judges the pictures of a product',
    (tx, { id, change }) => (change === 'delete' ? Promise.resolve() : judgeProducts(tx, [id])),
    (tx, changes) =>
      judgeProducts(
        tx,
        changes.flatMap(({ id, change }) => (change === 'delete' ? [] : [id])),
      ),
  ),
  inTransaction(
    rowChanged(sku),
    'catalog judges the pictures of a SKU',
    async (tx, change) => judgeProducts(tx, await productsOfSkus(tx, picturedBy([change]))),
    async (tx, changes) => judgeProducts(tx, await productsOfSkus(tx, picturedBy(changes))),
  ),
  inTransaction(rowChanged(pictureRule), 'catalog judges all pictures by another rule', async (tx, { id }) => {
    const [rule] = await pick(tx, pictureRule, ['version'])`id = ${id}::uuid`;
    await judgeAll(tx, id, `${id}:${rule?.version ?? 0}`);
  }),
  inTransaction(tenantSeeded, 'catalog gives a tenant its first picture rule', async (tx) => {
    const known = await tx.maybe`select 1 from picture_rule where tenant_id = ${tx.tenant} limit 1`;
    if (!known) await insertInto(tx, pictureRule, [{ ...FIRST_RULE, formats: [...FIRST_RULE.formats] }]);
    // What was there before anybody judged pictures.
    const unjudged = await tx.maybe`
      select 1 from product where tenant_id = ${tx.tenant} and deleted_at is null
        and picture_verdict is null limit 1`;
    if (unjudged) await judgeAll(tx, null, 'first');
  }),
];

/** Rows whose change may be one of pictures: most sheets bring none, and their products need no judge. */
const picturedBy = (changes: readonly RowChange[]): string[] =>
  changes.flatMap(({ id, change, fields }) =>
    !fields || fields.includes('images') || (change === 'edit' && fields.includes('productId')) ? [id] : [],
  );

const judgeAll = (tx: Tx, ruleId: string | null, key: string): Promise<unknown> =>
  enqueue(tx, judgePicturesJob, {
    aggregate: `pictures:${tx.tenant}`,
    dedupeKey: `pictures:rules:${key}`,
    payload: { ruleId },
  });

/** Reading and judging of pictures, outside the calls of people. */
export const pictureJobs = (measuring: Measuring): Job[] => [
  carriedOut(measurePicturesJob, { rank: 6, run: (attempt) => measure(attempt, measuring) }),
  carriedOut(judgePicturesJob, { rank: 8, isLong: true, run: judgeTenant }),
];

interface Unread {
  id: string;
  path: string;
}

async function measure(
  { payload: { productId }, tx }: Attempt<{ productId: string }>,
  measuring: Measuring,
): Promise<void> {
  const unread = await tx((inner) => unreadOf(inner, productId));
  for (const { id, path } of unread) {
    const made = await measuring.of(path);
    if (made === 'failed') throw new Error('pictures cannot be read at the moment');
    await tx((inner) => noteMeasures(inner, id, made === 'unreadable' ? null : made));
  }
  if (unread.length > 0) await tx((inner) => judgeProducts(inner, [productId]));
}

async function unreadOf(tx: Tx, productId: string): Promise<Unread[]> {
  const rows = await tx.rows<{ id: string }>`
    select a.id from asset a
      left join picture_fact f on f.tenant_id = a.tenant_id and f.asset_id = a.id
    where a.tenant_id = ${tx.tenant} and a.kind = 'upload' and a.mime like 'image/%'
      and (a.owner_id = ${productId}::uuid or a.owner_id in (select id from sku
        where tenant_id = ${tx.tenant} and product_id = ${productId}::uuid and deleted_at is null))
      and coalesce(f.is_read, false) = false
    order by a.id`;
  const unread: Unread[] = [];
  for (const { id } of rows) unread.push({ id, path: await tx.files.locate(tx, id) });
  return unread;
}

async function judgeTenant({ tx }: Attempt): Promise<void> {
  for (let behind: string | null = null; ;) {
    const last: string | undefined = await tx(async (inner) => {
      const rows = await inner.rows<{ id: string }>`
        select id from product where tenant_id = ${inner.tenant} and deleted_at is null
          and (${behind}::uuid is null or id > ${behind}::uuid)
        order by id limit ${CHUNK} for no key update`;
      await judgeProducts(
        inner,
        rows.map(({ id }) => id),
      );
      return rows.at(-1)?.id;
    });
    if (last === undefined) return;
    behind = last;
  }
}
