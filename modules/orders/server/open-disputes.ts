import { command, moveInTransaction, type Command } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { setColumns } from '#kit/server/stored-rows.ts';
import { disputeIsOpen, priceInDispute } from '../model/errors.ts';
import { priceDisputeLifecycle } from '../model/price-dispute-lifecycle.ts';
import { priceDispute } from '../model/price-dispute.ts';

/** Orders whose price is argued about, with the dispute. One that is being closed is none any more. */
export async function openDisputes(tx: Tx, orderIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.rows<{ id: string; orderId: string }>`
    select id, order_id from price_dispute
    where tenant_id = ${tx.tenant} and order_id = any(${[...orderIds]}::uuid[])
      and status in ('open', 'answered') and closed_at is null`;
  return new Map(rows.map(({ id, orderId }) => [orderId, id]));
}

/** Moves of an order that wait for the end of its dispute, with the reason. */
export const barredByDispute = (): { dispute: string; acceptPrice: string } => ({
  dispute: disputeIsOpen().message,
  acceptPrice: priceInDispute().message,
});

/** The channel corrected its price. */
const correctDispute: Command = command(priceDisputeLifecycle, 'correct', {
  run: async () => undefined,
});

/** The order came to its end, or its new price was turned down: there is nothing left to argue about. */
const lapseDispute: Command = command(priceDisputeLifecycle, 'lapse', {
  run: async () => undefined,
});

/** Ends the dispute of an order, where there is one, without anybody's asking. */
export async function settleDispute(tx: Tx, orderId: string, how: 'correct' | 'lapse', outcome: string): Promise<void> {
  const id = (await openDisputes(tx, [orderId])).get(orderId);
  if (!id) return;
  await setColumns(tx, priceDispute, [id], { closedAt: tx.now, outcome, waitsFor: null });
  await moveInTransaction(tx, how === 'correct' ? correctDispute : lapseDispute, [id]);
}
