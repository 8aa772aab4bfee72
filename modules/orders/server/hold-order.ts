import { readAddress } from '#kit/model/address.ts';
import { moveOutlook } from './move-outlook.ts';
import { Refusal } from '#kit/model/refusal.ts';
import { command, type Command } from '#kit/server/command.ts';
import { addressFault, addressHold } from '../model/address-check.ts';
import { addressStillBad, alreadyPacked, noDuplicateHold, nothingToRelease } from '../model/errors.ts';
import { orderLifecycle, RELEASABLE_HOLDS } from '../model/order-lifecycle.ts';
import { rememberDistinct } from './distinct-orders.ts';
import { holdStock, releaseStock } from './hold-stock.ts';
import { storeAddress } from './apply-change.ts';
import { settleAddress } from './change-items.ts';
import { closeHolds, openHold } from './holds.ts';
import { noteCorrection } from './own-correction.ts';
import { openAddress, readLines } from './read-order.ts';

/** 挂起: a person says stop, and why. */
export const holdOrder: Command = command(orderLifecycle, 'hold', {
  async run(tx, rows, { reason }) {
    for (const row of rows) await openHold(tx, row.id, { type: 'manual', detail: reason });
  },
});

/** 解除挂起: closes what a person may judge; stock and mapping close by themselves. */
export const releaseOrder: Command = command(orderLifecycle, 'release', {
  guard: async (_tx, rows) =>
    new Map<string, Refusal>(
      rows
        .filter((row) => !RELEASABLE_HOLDS.some((type) => row.holds.includes(type)))
        .map((row) => [row.id, nothingToRelease()]),
    ),
  async run(tx, rows, { reason }) {
    const states = new Map<string, string>();
    for (const row of rows) {
      if (row.holds.includes('duplicate')) await rememberDistinct(tx, row.id, reason ?? null);
      for (const type of RELEASABLE_HOLDS) await closeHolds(tx, row.id, type, reason ?? '人工解除');
      // The channel has its answer, if from somebody else: nothing is waited for any more.
      const isAnswered = row.status === 'accepted' && row.acceptSync === 'ok';
      states.set(row.id, isAnswered ? 'ready' : row.status);
    }
    return states;
  },
});

/** 不是重复: two buyers of the same goods, or one who wants them twice; other holds stay. */
export const notDuplicate: Command = command(orderLifecycle, 'notDuplicate', {
  guard: async (_tx, rows) =>
    new Map<string, Refusal>(
      rows.filter((row) => !row.holds.includes('duplicate')).map((row) => [row.id, noDuplicateHold()]),
    ),
  async run(tx, rows, { reason }) {
    for (const row of rows) {
      await rememberDistinct(tx, row.id, reason ?? null);
      await closeHolds(tx, row.id, 'duplicate', reason ?? '不是重复');
    }
  },
});

/** 修正地址: an address that cannot be delivered to is refused; any other closes the hold. */
export const correctAddress: Command = command(orderLifecycle, 'correctAddress', {
  async run(tx, rows, answers) {
    const address = readAddress('shipTo', answers);
    const fault = addressFault(address);
    if (fault) throw addressStillBad(fault);
    for (const row of rows) {
      await noteCorrection(tx, row.id, openAddress(tx, row), address);
      await storeAddress(tx, row.id, address);
      // Whoever typed it has looked: what is odd all the same is noted, and holds nothing.
      const odd = addressHold(address);
      await closeHolds(tx, row.id, 'address', odd ? `地址已修正（人工确认：${odd}）` : '地址已修正');
      await settleAddress(tx, row.id, address);
    }
  },
});

/** 换仓: gives the held units back and holds them elsewhere, or nothing changes. */
export const reallocateOrder: Command = command(orderLifecycle, 'reallocate', {
  async guard(tx, rows) {
    const packed = await tx.rows<{ orderId: string }>`
      select distinct order_id from order_line where tenant_id = ${tx.tenant}
        and order_id = any(${rows.map((row) => row.id)}::uuid[]) and qty_packed > 0`;
    return new Map<string, Refusal>(packed.map((row) => [row.orderId, alreadyPacked()]));
  },
  outlook: moveOutlook,
  async run(tx, rows, { warehouseId }) {
    // Who moves a manual order chooses again: what was typed into it counts no more.
    await tx.run`
      update sales_order set pinned_warehouse_id = ${warehouseId ?? null}::uuid
      where tenant_id = ${tx.tenant} and id = any(${rows.map((row) => row.id)}::uuid[])
        and pinned_warehouse_id is not null`;
    for (const row of rows) {
      const lines = await readLines(tx, row.id);
      await releaseStock(
        tx,
        lines.filter((l) => l.qtyReserved > 0).map((l) => ({ lineId: l.id })),
      );
      const short = await holdStock(
        tx,
        {
          id: row.id,
          orderNo: row.orderNo,
          accountId: row.accountId,
          pinnedWarehouseId: row.warehouseId ?? null,
        },
        warehouseId ?? null,
      );
      // A shortage elsewhere leaves the order where it was: the whole move is undone.
      if (short && warehouseId) throw new Refusal('orders.outOfStock', `该仓库存不足：${short}`);
    }
  },
});
