import type { Tx } from '#kit/server/database.ts';
import { baseCurrency } from '#modules/base/server/index.ts';
import type { OrderReturnStatus } from '#modules/orders/model/order-return-status.ts';
import { readReturnable, recordReturns } from '#modules/orders/server/index.ts';
import type { ReturnState } from '../../model/return-order.ts';

/** While goods are awaited or judged, or money alone is. */
const OPEN: readonly ReturnState[] = ['approved', 'receiving', 'received', 'inspected'];

type OfOrder = readonly { id: string; orderId: string | null }[];

/** Keeps the orders of returns until the transaction ends, before anything else of theirs is counted. */
export const holdOrders = async (tx: Tx, rows: OfOrder): Promise<void> => {
  await readReturnable(
    tx,
    rows.flatMap(({ orderId }) => orderId ?? []),
    { isHeld: true },
  );
};

/**
 * Has orders show what their returns say: units that came back, by line, how far they are returned, and
 * what that lost. Callers hold the orders, so that two returns of one never count past each other.
 * @param rows returns that are on their way `to` another state, which is not written yet
 */
export async function showReturns(tx: Tx, rows: OfOrder, to: ReturnState): Promise<void> {
  const base = await baseCurrency(tx);
  const moving = rows.map(({ id }) => id);
  for (const orderId of new Set(rows.flatMap((row) => row.orderId ?? []))) {
    const facts = await factsOf(tx, orderId, moving);
    const lines = await returnedOf(tx, orderId);
    const units = lines.reduce((sum, { qty }) => sum + qty, 0);
    await recordReturns(tx, orderId, {
      status: statusOf(facts.isOpen || OPEN.includes(to), units, facts.sent),
      loss: facts.loss,
      returned: new Map(lines.map(({ id, qty }) => [id, qty])),
      baseCurrency: base,
    });
  }
}

const returnedOf = (tx: Tx, orderId: string): Promise<{ id: string; qty: number }[]> =>
  tx.rows`
    select l.order_line_id as id, sum(l.qty_received - l.qty_wrong)::integer as qty
    from return_line l join return_order r on r.tenant_id = l.tenant_id and r.id = l.return_id
    where l.tenant_id = ${tx.tenant} and r.order_id = ${orderId}::uuid and l.order_line_id is not null
    group by 1 having sum(l.qty_received - l.qty_wrong) > 0`;

interface Facts {
  isOpen: boolean;
  sent: number;
  loss: bigint | null;
}

const factsOf = (tx: Tx, orderId: string, moving: readonly string[]): Promise<Facts> =>
  tx.one<Facts>`
    select
      exists (select 1 from return_order where tenant_id = ${tx.tenant} and order_id = ${orderId}::uuid
        and status = any(${[...OPEN]}::text[]) and id <> all(${[...moving]}::uuid[])) as is_open,
      (select coalesce(sum(qty_shipped), 0)::integer from order_line
        where tenant_id = ${tx.tenant} and order_id = ${orderId}::uuid) as sent,
      (select sum(return_loss)::bigint from return_order where tenant_id = ${tx.tenant}
        and order_id = ${orderId}::uuid and (qty_received > 0 or credit_total > 0)) as loss`;

function statusOf(isOpen: boolean, units: number, sent: number): OrderReturnStatus {
  if (isOpen) return 'returning';
  if (units === 0) return 'none';
  return units < sent ? 'partial' : 'full';
}
