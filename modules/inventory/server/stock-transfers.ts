import { invalid } from '#kit/model/refusal.ts';
import { command, type Command } from '#kit/server/command.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import { draftSlots } from '#kit/server/draft/draft-slots.ts';
import { noteMakers } from '#kit/server/makers.ts';
import { setColumns } from '#kit/server/stored-rows.ts';
import { baseCurrency } from '#modules/base/server/index.ts';
import { transferShort } from '../model/errors.ts';
import {
  stockTransfer,
  stockTransferLifecycle,
  stockTransferLine,
  type StockTransferRow,
} from '../model/stock-transfer.ts';
import { lockLevels } from './levels.ts';
import { postMovements } from './movements.ts';
import { readReceived, type Received } from './received-lines.ts';
import { release, reserve } from './reservations.ts';
import { sendReserved } from './send-reserved.ts';
import { refuseBundleLines } from './stocked-lines.ts';
import { closedBy, linesOf, warehousesOfOthers, refOf, type StoredLine } from './transfer-lines.ts';
import { changeTransit, loadTransit, unloadTransit } from './transit.ts';

/** A transfer while it is a draft. */
export const transferDraft = draftSlots(
  {
    of: stockTransfer,
    lines: stockTransferLine,
    head: stockTransfer.fields,
    line: stockTransferLine.fields,
  },
  {
    judge: (_tx, { fromWarehouseId, toWarehouseId }) =>
      fromWarehouseId === toWarehouseId
        ? [{ field: 'toWarehouseId', code: 'same', message: '调入仓不能和调出仓相同' }]
        : [],
    async derive(tx, { lines }) {
      await refuseBundleLines(tx, lines);
      return {
        head: {
          currency: await baseCurrency(tx),
          lineCount: lines.length,
          totalQty: lines.reduce((sum, { qty }) => sum + qty, 0),
        },
      };
    },
    written: (tx, id) => noteMakers(tx, stockTransfer, id),
  },
);

/** 审核: from now on nobody else is promised what is to go. */
export const confirmTransfer: Command = command(stockTransferLifecycle, 'confirm', {
  guard: (tx, rows) => warehousesOfOthers(tx, rows, 'fromWarehouseId'),
  async run(tx, rows) {
    for (const row of rows) {
      const lines = await linesOf(tx, row.id);
      const short = await reserve(
        tx,
        lines.map((line) => ({
          kind: 'transfer' as const,
          orderId: row.id,
          orderNo: row.transferNo,
          orderLineId: line.id,
          warehouseId: row.fromWarehouseId,
          skuId: line.skuId,
          qty: line.qty,
        })),
      );
      if (short.length > 0)
        throw transferShort(
          short.map((one) => ({
            ...one,
            sku: lines.find(({ skuId }) => skuId === one.skuId)?.sku ?? '',
          })),
        );
    }
  },
});

/** 调拨出库: goods leave their layers and are on their way with what they cost. */
export const sendTransfer: Command = command(stockTransferLifecycle, 'send', {
  guard: (tx, rows) => warehousesOfOthers(tx, rows, 'fromWarehouseId'),
  whyNot: closedBy,
  async run(tx, rows) {
    for (const row of rows) {
      const lines = await linesOf(tx, row.id);
      const ends = [row.fromWarehouseId, row.toWarehouseId];
      // Both ends at once, in their one order: two transfers that cross never wait in a ring.
      await lockLevels(
        tx,
        ends.flatMap((warehouseId) => lines.map(({ skuId }) => ({ warehouseId, skuId, condition: 'good' }))),
        true,
      );
      const { shares } = await sendReserved(
        tx,
        'transfer_out',
        lines.map((line) => ({
          key: `transfer:${line.id}`,
          orderLineId: line.id,
          warehouseId: row.fromWarehouseId,
          skuId: line.skuId,
          qty: line.qty,
          ...refOf(row),
        })),
      );
      await loadTransit(
        tx,
        lines.map(({ id }) => ({ lineId: id, shares: shares.get(`transfer:${id}`) ?? [] })),
      );
      await changeTransit(
        tx,
        lines.map(({ skuId, qty }) => ({ warehouseId: row.toWarehouseId, skuId, qty })),
      );
      await tx.run`update stock_transfer_line set transit_qty = qty
        where tenant_id = ${tx.tenant} and transfer_id = ${row.id}::uuid`;
      await setColumns(tx, stockTransfer, [row.id], { shippedAt: tx.now });
      await noteMakers(tx, stockTransfer, row.id);
    }
  },
});

/** 收货: what has come goes into the layers of its new warehouse, in the condition it came in. */
export const receiveTransfer: Command = command(stockTransferLifecycle, 'receive', {
  guard: (tx, rows) => warehousesOfOthers(tx, rows, 'toWarehouseId'),
  whyNot: closedBy,
  async run(tx, rows, { lines: said }) {
    const states = new Map<string, string>();
    for (const row of rows) {
      const lines = await linesOf(tx, row.id);
      const received =
        readReceived(tx, stockTransferLifecycle.moves.receive.input.lines, said, lines) ?? allOpen(lines);
      refuseBeyond(received, lines);
      await takeIn(tx, row, lines, received);
      const left = lines.reduce((sum, { transitQty }) => sum + transitQty, 0) - sumOf(received);
      states.set(row.id, left === 0 ? 'received' : 'partiallyReceived');
    }
    return states;
  },
});

const sumOf = (received: readonly Received[]): number => received.reduce((sum, { qty }) => sum + qty, 0);

const allOpen = (lines: readonly StoredLine[]): Received[] =>
  lines.flatMap(({ id, transitQty }, index) =>
    transitQty > 0 ? [{ row: index + 1, lineId: id, qty: transitQty, condition: 'good' }] : [],
  );

/** More than is on its way cannot come. @throws Refusal 422 naming the lines */
function refuseBeyond(received: readonly Received[], lines: readonly StoredLine[]): void {
  const errors = received.flatMap(({ row, lineId }) => {
    const line = lines.find(({ id }) => id === lineId);
    const sum = sumOf(received.filter((one) => one.lineId === lineId));
    if (!line || sum <= line.transitQty) return [];
    return [
      {
        field: 'lines',
        row,
        code: 'beyond',
        message: `${line.sku} 在途 ${line.transitQty} 件，不能收 ${sum} 件`,
      },
    ];
  });
  if (errors.length > 0) throw invalid(errors);
}

async function takeIn(
  tx: Tx,
  row: StockTransferRow,
  lines: readonly StoredLine[],
  received: readonly Received[],
): Promise<void> {
  const skuOf = (lineId: string): string => lines.find(({ id }) => id === lineId)?.skuId ?? '';
  const once = newId();
  const shares = await unloadTransit(tx, received);
  await postMovements(tx, {
    movements: received.map(({ lineId, qty, condition }, index) => ({
      key: `transfer:${lineId}:${once}:${index}`,
      warehouseId: row.toWarehouseId,
      skuId: skuOf(lineId),
      condition,
      type: 'transfer_in',
      qty,
      layers: shares[index] ?? [],
      ...refOf(row),
    })),
  });
  await changeTransit(
    tx,
    received.map(({ lineId, qty }) => ({
      warehouseId: row.toWarehouseId,
      skuId: skuOf(lineId),
      qty: -qty,
    })),
  );
  await tx.run`
    update stock_transfer_line l set transit_qty = l.transit_qty - r.qty,
      received_qty = l.received_qty + r.qty
    from (select id, sum(qty)::integer as qty from unnest(${received.map((r) => r.lineId)}::uuid[],
      ${received.map((r) => r.qty)}::integer[]) as u (id, qty) group by id) r
    where l.tenant_id = ${tx.tenant} and l.id = r.id`;
  await setColumns(tx, stockTransfer, [row.id], {
    receivedQty: row.receivedQty + sumOf(received),
    receivedAt: tx.now,
    receivedBy: tx.actor.username,
  });
}

export const cancelTransfer: Command = command(stockTransferLifecycle, 'cancel', {
  guard: (tx, rows) => warehousesOfOthers(tx, rows, 'fromWarehouseId'),
  async run(tx, rows) {
    for (const row of rows) {
      const lines = await linesOf(tx, row.id);
      await release(
        tx,
        lines.map(({ id }) => ({ orderLineId: id })),
      );
    }
  },
});
