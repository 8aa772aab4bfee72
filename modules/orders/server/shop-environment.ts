import { rowChanged } from '#kit/model/event.ts';
import { invalid } from '#kit/model/refusal.ts';
import { inTransaction, type TransactionHandler } from '#kit/server/outbox.ts';
import { channelAccount } from '#modules/base/model/channel-account.ts';

/**
 * A shop with orders keeps its environment: sandbox orders are apart from sales by shop, and what
 * was tried out must not turn into sales afterwards.
 */
export const ordersInTransaction: TransactionHandler[] = [
  inTransaction(rowChanged(channelAccount), 'orders keep the environment of their shop', async (tx, { id, change }) => {
    if (change === 'delete') return;
    const other = await tx.maybe`
        select 1 from channel_account a
        join lateral (
          select o.environment from sales_order o
          where o.tenant_id = a.tenant_id and o.account_id = a.id limit 1) o on true
        where a.tenant_id = ${tx.tenant} and a.id = ${id}::uuid
          and a.environment <> o.environment`;
    if (other)
      throw invalid([
        {
          field: 'environment',
          code: 'fixed',
          message: '店铺已有订单，不能更改环境，请另建店铺',
        },
      ]);
  }),
];
