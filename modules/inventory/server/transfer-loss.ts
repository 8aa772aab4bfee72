import { command, type Command } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { setColumns } from '#kit/server/stored-rows.ts';
import { baseCurrency } from '#modules/base/server/index.ts';
import { postEntries } from '#modules/ledger/server/index.ts';
import { stockTransfer, stockTransferLifecycle, type StockTransferRow } from '../model/stock-transfer.ts';
import { valueOf } from './cost-layers.ts';
import { closedBy, linesOf, warehousesOfOthers, refOf } from './transfer-lines.ts';
import { changeTransit, unloadTransit } from './transit.ts';

/**
 * 短少结案: what will never come is a loss. Whoever wrote the transfer or sent it cannot say so alone.
 */
export const writeOffTransfer: Command = command(stockTransferLifecycle, 'writeOff', {
  whyNot: closedBy,
  guard: (tx, rows) => warehousesOfOthers(tx, rows, 'toWarehouseId'),
  async run(tx, rows, { reason }) {
    for (const row of rows) {
      const open = (await linesOf(tx, row.id)).filter(({ transitQty }) => transitQty > 0);
      const requested = open.map(({ id, transitQty }) => ({ lineId: id, qty: transitQty }));
      const shares = await unloadTransit(tx, requested);
      const value = valueOf(shares.flat());
      await postLoss(tx, row, value);
      await changeTransit(
        tx,
        open.map(({ skuId, transitQty }) => ({
          warehouseId: row.toWarehouseId,
          skuId,
          qty: -transitQty,
        })),
      );
      await tx.run`update stock_transfer_line set lost_qty = lost_qty + transit_qty, transit_qty = 0
        where tenant_id = ${tx.tenant} and transfer_id = ${row.id}::uuid and transit_qty > 0`;
      await setColumns(tx, stockTransfer, [row.id], {
        lostQty: requested.reduce((sum, { qty }) => sum + qty, 0),
        lostValue: value,
        lossReason: reason,
        receivedBy: tx.actor.username,
      });
    }
  },
});

async function postLoss(tx: Tx, row: StockTransferRow, amount: bigint): Promise<void> {
  if (amount === 0n) return;
  const { refType, refId, refNo } = refOf(row);
  const posting = {
    debit: { code: 'loss:transit' as const },
    credit: { code: 'inventory:transit' as const },
    amount,
    currency: await baseCurrency(tx),
  };
  await postEntries(tx, [{ refType, refId, refNo, event: 'loss', postings: [posting], memo: '在途损耗' }]);
}
