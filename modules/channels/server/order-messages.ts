import { notFound } from '#kit/model/refusal.ts';
import { toWireTime } from '#kit/model/time.ts';
import { withoutWords } from '#kit/model/without-words.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { sealedColumns } from '#kit/server/resealing.ts';
import { implement, type Route } from '#kit/server/route.ts';
import { idOf } from '#kit/server/row-id.ts';
import { join, sql } from '#kit/server/sql.ts';
import { salesOrder } from '#modules/orders/model/order.ts';
import { buyerWords } from '#modules/orders/server/index.ts';
import { boundedMessage, MESSAGE_SOURCES, shownMessage, type MessageSource } from '../model/order-message.ts';
import { orderMessageRoute } from '../model/routes.ts';

/** What was reported of an order, word for word as it came; sealed, since it names the buyer. */
export async function storeMessage(
  tx: Tx,
  message: { orderId: string; accountId: string; source: MessageSource; raw: unknown },
): Promise<void> {
  const { text, bytes, isCut } = boundedMessage(message.raw);
  await tx.run`
    insert into order_message (tenant_id, id, order_id, account_id, source, sealed, bytes, is_cut,
      create_by, create_time)
    values (${tx.tenant}, ${newId()}, ${message.orderId}::uuid, ${message.accountId}::uuid,
      ${message.source}, ${tx.vault.seal(text)}, ${bytes}, ${isCut}, ${tx.actor.username}, ${tx.now})`;
}

/** For a change of the secret key. */
export const sealedMessages = sealedColumns('order_message', ['sealed']);

/** What was reported of an order, as it came; without what is the buyer's for who may not see that. */
export const orderMessage: Route = implement(orderMessageRoute, (call) =>
  call.tx(async (tx) => {
    const [row] = await tx.query<StoredMessage>(sql`
      select m.order_id as "orderId", m.sealed, m.source, m.bytes, m.is_cut as "isCut", m.create_time as "createTime"
      from order_message m join sales_order t on t.tenant_id = m.tenant_id and t.id = m.order_id
      where ${join([...baseConditions(salesOrder, tx.actor), sql`m.id = ${idOf(call.query.id ?? '')}::uuid`], ' and ')}`);
    if (!row) throw notFound();
    const seesBuyer = !tx.actor.masks.has('pii');
    const words = seesBuyer ? [] : await buyerWords(tx, row.orderId);
    const text = shownMessage(tx.vault.open(row.sealed), seesBuyer, (one) => withoutWords(one, words));
    const { source, bytes, isCut, createTime } = row;
    const at = toWireTime(createTime, tx.actor.zone);
    return { text, source: MESSAGE_SOURCES[source], at, bytes, isCut, isMasked: !seesBuyer };
  }),
);

interface StoredMessage {
  orderId: string;
  sealed: string;
  source: MessageSource;
  bytes: number;
  isCut: boolean;
  createTime: Date;
}
