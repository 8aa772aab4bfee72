import { rowChanged, type RowChange } from '#kit/model/event.ts';
import type { Refusal } from '#kit/model/refusal.ts';
import { command, recordBirth, type Command } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import {
  productWithoutCategory,
  productWithoutPicture,
  productWithoutSku,
  skuWithoutCarton,
} from '../model/errors.ts';
import { product, productLifecycle, type ProductRow } from '../model/product.ts';

/** What is sold can be packed and shown: a SKU with cartons for every unit, a place, a picture. */
async function gaps(tx: Tx, rows: readonly ProductRow[]): Promise<Map<string, Refusal>> {
  const ids = rows.map((row) => row.id);
  const skus = await tx.rows<{ productId: string; skuCode: string; cartons: number }>`
    select s.product_id, s.sku_code, count(c.id)::integer as cartons
    from sku s left join sku_carton c on c.tenant_id = s.tenant_id and c.sku_id = s.id and c.deleted_at is null
    where s.tenant_id = ${tx.tenant} and s.deleted_at is null and s.type = 'simple'
      and s.product_id = any(${ids}::uuid[])
    group by s.id, s.product_id, s.sku_code order by s.sku_code`;
  const shown = await tx.rows<{ id: string; hasCategory: boolean; hasPicture: boolean }>`
    select id, coalesce(category, '') <> '' as has_category,
      coalesce(cardinality(images), 0) > 0 as has_picture
    from product where tenant_id = ${tx.tenant} and id = any(${ids}::uuid[])`;
  const looks = new Map(shown.map((look) => [look.id, look]));
  const refusals = new Map<string, Refusal>();
  for (const { id } of rows) {
    const own = skus.filter((sku) => sku.productId === id);
    const bare = own.filter((sku) => sku.cartons === 0).map((sku) => sku.skuCode);
    if (own.length === 0) refusals.set(id, productWithoutSku());
    else if (bare.length > 0)
      refusals.set(id, skuWithoutCarton({ skus: bare.slice(0, 10).join('、') }));
    else if (!looks.get(id)?.hasCategory) refusals.set(id, productWithoutCategory());
    else if (!looks.get(id)?.hasPicture) refusals.set(id, productWithoutPicture());
  }
  return refusals;
}

const announce = async (
  tx: Tx,
  rows: readonly ProductRow[],
  change: 'activate' | 'pause' | 'discontinue',
): Promise<void> => {
  for (const row of rows) await tx.emit(rowChanged(product), row.id, { id: row.id, change });
};

export const activateProduct: Command = command(productLifecycle, 'activate', {
  guard: gaps,
  run: (tx, rows) => announce(tx, rows, 'activate'),
});

export const pauseProduct: Command = command(productLifecycle, 'pause', {
  run: (tx, rows) => announce(tx, rows, 'pause'),
});

/** 停产: channels are sent 0 and the flag; what is reserved stays reserved. */
export const discontinueProduct: Command = command(productLifecycle, 'discontinue', {
  run: (tx, rows) => announce(tx, rows, 'discontinue'),
});

/** A register is added without a move; its history begins here. */
export async function recordProducts(tx: Tx, changes: readonly RowChange[]): Promise<void> {
  const born = changes.filter(({ change }) => change === 'add');
  if (born.length === 0) return;
  recordBirth(
    tx,
    productLifecycle,
    'add',
    born.map(({ id }) => ({ id, status: productLifecycle.initial, scope: null })),
  );
}
