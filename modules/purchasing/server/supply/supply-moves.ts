import { command, type Command } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Registry } from '#kit/server/registry.ts';
import { setColumns, setEach } from '#kit/server/stored-rows.ts';
import { makePlainProducts } from '#modules/catalog/server/index.ts';
import { changeOf, readAmountText } from '../../model/supply/judge-supply.ts';
import { skuCodeUnusable } from '../../model/supply/supply-errors.ts';
import {
  supplierProduct,
  supplierProductLifecycle,
  type SupplierProductRow,
  type SupplyDifference,
} from '../../model/supply/supplier-product.ts';
import { formatDecimal, parseDecimal, PRICE_SCALE } from '#kit/model/money.ts';
import { quoteLinked } from './linked-prices.ts';

/** 关联: the product means this SKU from now on, and its cost is the supplier's price for it. */
export const linkProduct: Command = command(supplierProductLifecycle, 'link', {
  async run(tx, rows, { skuId }) {
    await setColumns(tx, supplierProduct, rows, { skuId });
    await quoteRows(
      tx,
      rows.map((row) => ({ ...row, skuId })),
    );
  },
});

/** 取消关联: prices that were quoted meanwhile stay, they held then. */
export const unlinkProduct: Command = command(supplierProductLifecycle, 'unlink', {
  async run(tx, rows) {
    await setColumns(tx, supplierProduct, rows, { skuId: null });
  },
});

/** 建品: a product with one SKU and its carton, by the supplier's number; where we have that number, it is meant. */
export const makingMoves = (registry: Registry) => ({
  makeProduct: command(supplierProductLifecycle, 'make', {
    async run(tx, rows) {
      const { skuIds } = await makePlainProducts(
        tx,
        registry,
        rows.map((row) => ({ code: row.supplierSku, name: row.title, ...cartonOf(row) })),
      );
      const linked = rows.map((row) => {
        const skuId = skuIds.get(row.supplierSku);
        if (!skuId) throw skuCodeUnusable({ supplierSku: row.supplierSku });
        return { ...row, skuId };
      });
      await setEach(
        tx,
        supplierProduct,
        linked.map(({ id, skuId }) => ({ id, skuId })),
      );
      await quoteRows(tx, linked);
    },
  }),
});

/** Sizes that the catalogue would take; without one of them there is no carton. */
const cartonOf = ({ lengthMm, widthMm, heightMm, weightG }: SupplierProductRow) =>
  lengthMm && widthMm && heightMm && weightG && Math.max(lengthMm, widthMm, heightMm) <= 20_000 && weightG <= 2_000_000
    ? { carton: { lengthMm, widthMm, heightMm, grossWeightG: weightG } }
    : {};

export const ignoreProduct: Command = command(supplierProductLifecycle, 'ignore', { run: async () => undefined });
export const restoreProduct: Command = command(supplierProductLifecycle, 'restore', { run: async () => undefined });

/** 应用: what waits is taken, figures and words together. */
export const applyDifferences: Command = command(supplierProductLifecycle, 'apply', {
  async run(tx, rows) {
    const taken = rows.map((row) => ({ ...row, ...takenOf(tx, row), differences: null, refused: null }));
    await setEach(
      tx,
      supplierProduct,
      taken.map(({ id, cost, currency, oldCost, costChange, costChangedAt, title, category }) => ({
        id,
        cost,
        currency,
        oldCost,
        costChange,
        costChangedAt,
        title,
        category,
        differences: null,
        refused: null,
      })),
    );
    await quoteRows(
      tx,
      taken.filter((row, at) => row.cost !== rows[at]?.cost),
    );
    return settled(rows);
  },
});

/** 保留原值: what the feed said is remembered as not wanted, so that saying it once more is no news. */
export const keepOurs: Command = command(supplierProductLifecycle, 'keep', {
  async run(tx, rows) {
    await setEach(
      tx,
      supplierProduct,
      rows.map((row) => ({
        id: row.id,
        differences: null,
        refused: {
          ...((row.refused ?? {}) as object),
          ...Object.fromEntries(differencesOf(row).map((one) => [one.field, one.new])),
        },
      })),
    );
    return settled(rows);
  },
});

/** A reading found something that a person decides. */
export const holdProducts: Command = command(supplierProductLifecycle, 'hold', { run: async () => undefined });
/** What waited is as it was: the supplier took it back. */
export const calmProducts: Command = command(supplierProductLifecycle, 'calm', {
  run: async (_tx, rows) => settled(rows),
});
/** Not on the supplier's list any more. */
export const leaveProducts: Command = command(supplierProductLifecycle, 'leave', {
  async run(tx, rows) {
    await setColumns(tx, supplierProduct, rows, { differences: null });
  },
});
/** Back on it. */
export const comeBack: Command = command(supplierProductLifecycle, 'comeBack', {
  run: async (_tx, rows) => settled(rows),
});

export const differencesOf = ({ differences }: Pick<SupplierProductRow, 'differences'>): SupplyDifference[] =>
  (differences ?? []) as SupplyDifference[];

const settled = (rows: readonly Pick<SupplierProductRow, 'id' | 'skuId'>[]): Map<string, string> =>
  new Map(rows.map(({ id, skuId }) => [id, skuId ? 'linked' : 'new']));

function takenOf(tx: Tx, row: SupplierProductRow) {
  const by = new Map(differencesOf(row).map((one) => [one.field, one.new]));
  const said = by.get('cost');
  const next = said ? readAmountText(said) : null;
  const [old, now] = [row.cost, next?.cost ?? null].map((text) => (text ? parseDecimal(text, PRICE_SCALE) : null));
  const isOtherMoney = next !== null && next.currency !== row.currency;
  const change =
    old === null || old === undefined || now === null || now === undefined || isOtherMoney ? null : changeOf(old, now);
  return {
    title: by.get('title') ?? row.title,
    category: by.has('category') ? (by.get('category') ?? null) : row.category,
    cost: next?.cost ?? row.cost,
    currency: next ? next.currency : row.currency,
    oldCost: next ? row.cost : row.oldCost,
    costChange: next ? (change === null ? null : formatDecimal(change, 6)) : row.costChange,
    costChangedAt: next ? tx.now : row.costChangedAt,
  };
}

/** Of products of several suppliers. */
async function quoteRows(
  tx: Tx,
  rows: readonly Pick<SupplierProductRow, 'supplierId' | 'skuId' | 'supplierSku' | 'cost' | 'currency'>[],
): Promise<void> {
  for (const supplierId of new Set(rows.map((row) => row.supplierId)))
    await quoteLinked(
      tx,
      supplierId,
      rows.flatMap(({ skuId, supplierSku, cost, currency, ...row }) =>
        row.supplierId === supplierId && skuId && cost !== null && currency !== null
          ? [{ skuId, supplierSku, cost, currency }]
          : [],
      ),
    );
}
