import { blocksOf } from '#kit/model/blocks.ts';
import { recordBirth } from '#kit/server/command.ts';
import { moveInTransaction } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { insertInto, pick, setEach } from '#kit/server/stored-rows.ts';
import { judgeSupply, landedCost, priceText, type SupplyVerdict } from '../../model/supply/judge-supply.ts';
import { rowsFell } from '../../model/supply/supply-errors.ts';
import type { SupplyFeedRow } from '../../model/supply/supply-feed.ts';
import {
  supplierProduct,
  supplierProductLifecycle,
  type SupplierProductRow,
} from '../../model/supply/supplier-product.ts';
import type { SupplyReading } from './read-supply.ts';
import { storeStock } from './store-stock.ts';
import { calmProducts, comeBack, holdProducts, leaveProducts } from './supply-moves.ts';
import { quoteLinked } from './linked-prices.ts';

/** What became of the rows of a reading. */
export interface TakenSupply {
  /** Why nothing was taken; null: it was. */
  refusal: string | null;
  created: number;
  changed: number;
  held: number;
  gone: number;
}

const BLOCK = 500;

type Known = Pick<
  SupplierProductRow,
  | ('id' | 'supplierSku' | 'title' | 'category' | 'cost' | 'currency' | 'oldCost' | 'costChange' | 'costChangedAt')
  | ('goodsPrice' | 'shippingFee' | 'status' | 'skuId' | 'refused' | 'differences' | 'moq' | 'weightG')
  | ('lengthMm' | 'widthMm' | 'heightMm' | 'imageUrl' | 'isAvailable' | 'banned')
>;

/**
 * Takes a reading: new goods are added, small moves of a price applied, large ones left to a person with both figures,
 * what is not listed any more marked as gone. A list that fell by more than the feed allows changes nothing at all.
 */
export async function takeSupply(tx: Tx, feed: SupplyFeedRow, reading: SupplyReading): Promise<TakenSupply> {
  // Two readings of one feed follow each other.
  const { rowCount } = await tx.one<{ rowCount: number | null }>`
    select row_count from supply_feed where tenant_id = ${tx.tenant} and id = ${feed.id}::uuid for no key update`;
  const refusal = dropRefusal(feed, rowCount, reading.listed.size);
  if (refusal !== null) return { refusal, created: 0, changed: 0, held: 0, gone: 0 };
  const known = await pick(tx, supplierProduct, [
    'id',
    'supplierSku',
    'title',
    'category',
    'cost',
    'currency',
    'oldCost',
    'costChange',
    'costChangedAt',
    'goodsPrice',
    'shippingFee',
    'status',
    'skuId',
    'refused',
    'differences',
    'moq',
    'weightG',
    'lengthMm',
    'widthMm',
    'heightMm',
    'imageUrl',
    'isAvailable',
    'banned',
  ])`feed_id = ${feed.id}::uuid order by id for no key update`;
  const back = known.filter(({ status, supplierSku }) => status === 'gone' && reading.listed.has(supplierSku));
  const gone = known.filter(({ status, supplierSku }) => MAY_LEAVE.has(status) && !reading.listed.has(supplierSku));
  await moveAll(tx, comeBack, back);
  await moveAll(tx, leaveProducts, gone);
  const leftOver = new Set(gone);
  const staying = known.filter((row) => reading.listed.has(row.supplierSku) && !leftOver.has(row));
  const { changed, held } = await updateKnown(tx, feed, reading, staying, new Set(back));
  const created = await addNew(tx, feed, reading, new Set(known.map(({ supplierSku }) => supplierSku)));
  await storeStock(tx, feed.id, reading.stock);
  await tx.run`
    update supply_feed set row_count = ${reading.listed.size}
    where tenant_id = ${tx.tenant} and id = ${feed.id}::uuid`;
  return { refusal: null, created, changed, held, gone: gone.length };
}

/** Ignored goods that are not listed any more stay ignored: nobody is waiting for them. */
const MAY_LEAVE: ReadonlySet<string> = new Set(['new', 'linked', 'changed']);

/** @returns why a list that is so much shorter than the last one is not believed; null: it is */
function dropRefusal({ maxDropPct }: SupplyFeedRow, before: number | null, now: number): string | null {
  if (before === null || before === 0) return null;
  return (before - now) * 100 > before * maxDropPct ? rowsFell({ before, now, most: maxDropPct }) : null;
}

async function moveAll(
  tx: Tx,
  move: Parameters<typeof moveInTransaction>[1],
  rows: readonly { id: string }[],
): Promise<void> {
  if (rows.length > 0)
    await moveInTransaction(
      tx,
      move,
      rows.map(({ id }) => id),
    );
}

async function updateKnown(
  tx: Tx,
  feed: SupplyFeedRow,
  reading: SupplyReading,
  rows: readonly Known[],
  back: ReadonlySet<Known>,
): Promise<{ changed: number; held: number }> {
  const judged = rows.map((row) => ({ row, verdict: verdictOf(feed, reading, row) }));
  for (const block of blocksOf(judged, BLOCK))
    await setEach(
      tx,
      supplierProduct,
      block.map(({ row, verdict }) => valuesOf(tx, reading, row, verdict)),
    );
  const statusOf = (row: Known): string => (back.has(row) ? (row.skuId ? 'linked' : 'new') : row.status);
  const waits = (one: (typeof judged)[number]): boolean => one.verdict.differences.length > 0;
  const news = judged.filter((one) => waits(one) && ['new', 'linked'].includes(statusOf(one.row)));
  const calm = judged.filter((one) => !waits(one) && statusOf(one.row) === 'changed');
  await moveAll(
    tx,
    holdProducts,
    news.map(({ row }) => row),
  );
  await moveAll(
    tx,
    calmProducts,
    calm.map(({ row }) => row),
  );
  const priced = judged.filter(({ verdict }) => verdict.cost !== null);
  await quoteLinked(
    tx,
    feed.supplierId,
    priced.flatMap(({ row, verdict: { cost } }) =>
      row.skuId && cost ? [{ skuId: row.skuId, supplierSku: row.supplierSku, ...cost }] : [],
    ),
  );
  return {
    changed: judged.filter(({ verdict }) => verdict.cost !== null || verdict.content !== null).length,
    held: news.length,
  };
}

const verdictOf = (feed: SupplyFeedRow, { details, prices }: SupplyReading, row: Known): SupplyVerdict => {
  const refused = (row.refused ?? {}) as Record<string, string | null>;
  const said = { detail: details.get(row.supplierSku), price: prices.get(row.supplierSku) };
  const verdict = judgeSupply(row, said, feed, refused);
  // Nobody waits for what was put aside.
  if (row.status === 'ignored') return { ...verdict, differences: [] };
  // What could not be read now is no word of the supplier: what waits goes on waiting.
  const waiting = (row.differences ?? []) as SupplyVerdict['differences'];
  const unread = waiting.filter(({ field }) => (field === 'cost' ? !said.price?.price : !said.detail));
  return { ...verdict, differences: [...verdict.differences, ...unread] };
};

/** All columns that a reading may set, as they are from now on. */
function valuesOf(
  tx: Tx,
  { details, prices }: SupplyReading,
  row: Known,
  { cost, content, differences }: SupplyVerdict,
) {
  const detail = details.get(row.supplierSku);
  const price = prices.get(row.supplierSku);
  return {
    id: row.id,
    title: content?.title ?? row.title,
    category: content ? content.category : row.category,
    cost: cost?.cost ?? row.cost,
    currency: cost?.currency ?? row.currency,
    ...partsOf(cost ? price : undefined, row),
    oldCost: cost ? row.cost : row.oldCost,
    costChange: cost ? cost.change : row.costChange,
    costChangedAt: cost && row.cost !== null ? tx.now : row.costChangedAt,
    ...factsOf(detail, row),
    isAvailable: price?.isAvailable ?? row.isAvailable,
    differences: differences.length > 0 ? differences : null,
    lastSeenAt: tx.now,
  };
}

type Priced = NonNullable<ReturnType<SupplyReading['prices']['get']>>;

const partsOf = (price: Priced | undefined, row: Pick<Known, 'goodsPrice' | 'shippingFee'>) =>
  price && price.price !== null
    ? {
        goodsPrice: priceText(price.price),
        shippingFee: price.shippingFee === null ? null : priceText(price.shippingFee),
      }
    : { goodsPrice: row.goodsPrice, shippingFee: row.shippingFee };

type Facts = Pick<Known, 'moq' | 'weightG' | 'lengthMm' | 'widthMm' | 'heightMm' | 'imageUrl'> & {
  banned: readonly Known['banned'][number][];
};

/** What is a fact of the goods: nobody here decides it. */
const factsOf = (detail: Facts | undefined, row: Facts) => {
  const { moq, weightG, lengthMm, widthMm, heightMm, imageUrl, banned } = detail ?? row;
  return { moq, weightG, lengthMm, widthMm, heightMm, imageUrl, banned: [...banned] };
};

async function addNew(
  tx: Tx,
  feed: SupplyFeedRow,
  { details, prices }: SupplyReading,
  known: ReadonlySet<string>,
): Promise<number> {
  const rows = [...details.values()]
    .filter(({ sku }) => !known.has(sku))
    .map((detail) => {
      const price = prices.get(detail.sku);
      const cost = price ? landedCost(price) : null;
      return {
        feedId: feed.id,
        supplierId: feed.supplierId,
        supplierSku: detail.sku,
        title: detail.title,
        category: detail.category,
        cost: cost === null ? null : priceText(cost),
        currency: cost === null ? null : (price?.currency ?? null),
        ...partsOf(price, { goodsPrice: null, shippingFee: null }),
        ...factsOf(detail, detail),
        isAvailable: price?.isAvailable ?? false,
        lastSeenAt: tx.now,
        status: 'new' as const,
      };
    });
  for (const block of blocksOf(rows, BLOCK)) {
    const ids = await insertInto(tx, supplierProduct, block);
    recordBirth(
      tx,
      supplierProductLifecycle,
      'read',
      ids.map((id) => ({ id, status: 'new', scope: null })),
    );
  }
  return rows.length;
}
