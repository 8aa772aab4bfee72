import type { Tx } from '#kit/server/database.ts';
import { baseCurrency } from '#modules/base/server/index.ts';
import type { AccountCode } from '#modules/ledger/model/chart.ts';
import { netPostings, type AccountName } from '#modules/ledger/model/journal.ts';
import { postEntries, type NewEntry } from '#modules/ledger/server/index.ts';
import type { TrueUp } from './move-layers.ts';
import type { Movement } from './movement.ts';
import { noteRevaluations } from './revaluation.ts';

/** A movement that was posted, with what it is worth in minor units: above zero where goods came. */
export interface ValuedMovement extends Movement {
  value: bigint;
}

/** Where the value of goods comes from and goes to, by type of movement (domain.md §5). */
const OTHER_SIDE: Readonly<Record<string, AccountCode>> = {
  opening: 'equity:opening',
  adjust_in: 'gain:count',
  adjust_out: 'loss:count',
  count_gain: 'gain:count',
  count_loss: 'loss:count',
  purchase_in: 'grni',
  transfer_out: 'inventory:transit',
  transfer_in: 'inventory:transit',
  sale_out: 'cogs',
  part_out: 'cogs:part',
  // A unit goes out whole and comes back in parts: what is not among them is lost.
  kit_break: 'loss:harvest',
  reversal: 'cogs',
  return_in: 'cogs',
  scrap_out: 'loss:scrap',
  donate_out: 'loss:donation',
  supplier_return_out: 'claims:supplier',
};

const MEMOS: Readonly<Record<string, string>> = {
  opening: '期初库存',
  adjust_in: '库存调增',
  adjust_out: '库存调减',
  count_gain: '盘盈',
  count_loss: '盘亏',
  purchase_in: '采购入库',
  transfer_out: '调拨出库',
  transfer_in: '调拨入库',
  sale_out: '发货成本',
  part_out: '补件成本',
  kit_break: '整件拆件',
  reversal: '发货冲销',
  return_in: '退货入库',
  scrap_out: '报废',
  donate_out: '捐赠',
  supplier_return_out: '退供应商',
};

/**
 * Posts the value of movements to the books: one entry for each document and cause, so that the stock
 * account of a warehouse is at every moment what its cost layers hold. Goods whose cost nobody knows
 * are worth nothing and leave no entry.
 */
export async function postStockValue(tx: Tx, movements: readonly ValuedMovement[]): Promise<void> {
  const worth = movements.filter(({ value }) => value !== 0n);
  if (worth.length === 0) return;
  const terms = await termsOf(tx, worth);
  const causes = Map.groupBy(worth, ({ refType, refId, type }) => `${refType} ${refId} ${type}`);
  await postEntries(
    tx,
    [...causes.values()].flatMap((ofOne) => entryOf(ofOne, terms)),
  );
}

/**
 * Posts what receipts changed that stood in for goods which had left before they came: those were
 * costed at another price, and the difference is 成本差异 (domain.md §2.3). One entry for each document.
 */
export async function postTrueUps(tx: Tx, trueUps: readonly TrueUp[]): Promise<void> {
  if (trueUps.length === 0) return;
  await noteRevaluations(
    tx,
    trueUps.map(({ movement: { id, warehouseId, skuId }, amount }) => ({
      warehouseId,
      skuId,
      cause: 'trueUp' as const,
      refId: id,
      amount,
    })),
  );
  const terms = await termsOf(
    tx,
    trueUps.map(({ movement }) => movement),
  );
  const documents = Map.groupBy(trueUps, ({ movement: { refType, refId } }) => `${refType} ${refId}`);
  await postEntries(
    tx,
    [...documents.values()].flatMap((ofOne) => trueUpEntry(ofOne, terms)),
  );
}

function trueUpEntry(trueUps: readonly TrueUp[], { names, currency }: Terms): NewEntry[] {
  const [first] = trueUps;
  const postings = netPostings(
    trueUps.map(({ movement, amount }) => ({
      debit: stockOf(movement.warehouseId, names),
      credit: { code: 'variance:landed' },
      amount,
      currency,
    })),
  );
  if (!first || postings.length === 0) return [];
  const { refType, refId, refNo } = first.movement;
  const event = `${leastKey(trueUps.map(({ movement }) => movement))} true-up`;
  return [{ refType, refId, refNo, event, postings, memo: '负库存补差' }];
}

/** A document may move goods more than once; the least key is this time's and no other's. */
const leastKey = ([first, ...others]: readonly Movement[]): string =>
  others.reduce((least, { key }) => (key < least ? key : least), first?.key ?? '');

function entryOf(movements: readonly ValuedMovement[], { names, currency }: Terms): NewEntry[] {
  const [first] = movements;
  if (!first) return [];
  const { refType, refId, refNo, type } = first;
  const other = OTHER_SIDE[type];
  if (!other) throw new Error(`no account for movements of type ${type}`);
  const postings = netPostings(
    movements.map(({ warehouseId, value }) => ({
      debit: stockOf(warehouseId, names),
      credit: { code: other },
      amount: value,
      currency,
    })),
  );
  if (postings.length === 0) return [];
  const event = leastKey(movements);
  const memo = MEMOS[type] ?? null;
  return [{ refType, refId, refNo, event, postings, memo }];
}

function stockOf(warehouseId: string, names: ReadonlyMap<string, string>): AccountName {
  const partName = names.get(warehouseId);
  return { code: 'inventory', part: warehouseId, ...(partName ? { partName } : {}) };
}

/** What entries of stock are written with: the currency of the books, and how warehouses are called. */
interface Terms {
  names: ReadonlyMap<string, string>;
  currency: string;
}

async function termsOf(tx: Tx, movements: readonly Movement[]): Promise<Terms> {
  const currency = await baseCurrency(tx);
  const rows = await tx.rows<{ id: string; name: string }>`
    select id, name from warehouse
    where tenant_id = ${tx.tenant} and id = any(${[...new Set(movements.map((m) => m.warehouseId))]}::uuid[])`;
  return { names: new Map(rows.map(({ id, name }) => [id, name])), currency };
}
