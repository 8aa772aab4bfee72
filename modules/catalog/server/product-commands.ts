import { rowChanged, type RowChange } from '#kit/model/event.ts';
import { command, recordBirth, type Command } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { product, productLifecycle, type ProductRow } from '../model/product.ts';
import { refuseIncomplete } from './product-gaps.ts';

const announce = async (
  tx: Tx,
  rows: readonly ProductRow[],
  change: 'activate' | 'pause' | 'discontinue' | 'revive',
): Promise<void> => {
  for (const row of rows) await tx.emit(rowChanged(product), row.id, { id: row.id, change });
};

export const activateProduct: Command = command(productLifecycle, 'activate', {
  guard: refuseIncomplete,
  run: (tx, rows) => announce(tx, rows, 'activate'),
});

export const pauseProduct: Command = command(productLifecycle, 'pause', {
  run: (tx, rows) => announce(tx, rows, 'pause'),
});

/** 停产: channels are sent 0 and the flag; what is reserved stays reserved. */
export const discontinueProduct: Command = command(productLifecycle, 'discontinue', {
  run: (tx, rows) => announce(tx, rows, 'discontinue'),
});

/** 恢复销售: what was given up is sold again, once it still is complete. */
export const reviveProduct: Command = command(productLifecycle, 'revive', {
  guard: refuseIncomplete,
  run: (tx, rows) => announce(tx, rows, 'revive'),
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
