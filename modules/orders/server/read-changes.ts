import { toWireTime } from '#kit/model/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { pick } from '#kit/server/stored-rows.ts';
import type { HistoryChange } from '#kit/model/resource-routes.ts';
import {
  changeTitle,
  changeText,
  holdsTime,
  isBuyerField,
  type ChangeItemView,
  type ChangeState,
  type OrderChangeView,
} from '../model/order-change.ts';
import { orderChange } from '../model/order.ts';

interface StoredItem {
  id: string;
  changeId: string;
  field: string;
  lineId: string | null;
  channelSku: string | null;
  before: string | null;
  after: string | null;
  sealedBefore: string | null;
  sealedAfter: string | null;
  status: ChangeState;
  decidedBy: string | null;
  decidedAt: Date | null;
  decision: string | null;
}

/** What the channel changed on an order, newest first; the buyer's fields for those who may see them. */
export async function changesOf(tx: Tx, orderId: string): Promise<OrderChangeView[]> {
  const changes = await pick(tx, orderChange, ['id', 'summary', 'createTime'])`
    order_id = ${orderId}::uuid
      order by create_time desc, id desc limit 50`;
  const items = await tx.rows<StoredItem>`
    select id, change_id, field, line_id, channel_sku, before, after, sealed_before, sealed_after, status,
      decided_by, decided_at, decision
    from order_change_item where tenant_id = ${tx.tenant} and order_id = ${orderId}::uuid
    order by create_time, id`;
  return changes.map(({ id, summary, createTime }) => ({
    id,
    summary,
    at: toWireTime(createTime, tx.actor.zone),
    items: items.filter((item) => item.changeId === id).map((item) => viewOf(tx, item)),
  }));
}

/** Fields that a person let into an order, at the moment of that: for the history of its moves. */
export async function decidedChanges(tx: Tx, orderId: string): Promise<(HistoryChange & { at: Date })[]> {
  const items = await tx.rows<StoredItem>`
    select id, change_id, field, line_id, channel_sku, before, after, sealed_before, sealed_after, status,
      decided_by, decided_at, decision
    from order_change_item where tenant_id = ${tx.tenant} and order_id = ${orderId}::uuid
      and status in ('applied', 'corrected') and decided_at is not null
    order by create_time, id`;
  return items.map((item) => {
    const { field, channelSku, before, after, isHidden } = viewOf(tx, item);
    const answers = (value: string | null): string | null => (value ? changeText(field, value) : null);
    return {
      at: item.decidedAt as Date,
      title: changeTitle(field),
      line: channelSku,
      ...(isHidden
        ? { before: null, after: null, hidden: 'masked' as const }
        : { before: answers(before), after: answers(after) }),
    };
  });
}

function viewOf(tx: Tx, item: StoredItem): ChangeItemView {
  const isHidden = isBuyerField(item.field) && tx.actor.masks.has('pii');
  const open = (plain: string | null, sealed: string | null): string | null =>
    isHidden ? null : sealed === null ? readable(plain, item.field, tx) : tx.vault.open(sealed);
  return {
    id: item.id,
    field: item.field,
    lineId: item.lineId,
    channelSku: item.channelSku,
    before: open(item.before, item.sealedBefore),
    after: open(item.after, item.sealedAfter),
    isHidden,
    status: item.status,
    decidedBy: item.decidedBy,
    decidedAt: item.decidedAt && toWireTime(item.decidedAt, tx.actor.zone),
    decision: item.decision,
  };
}

/** Also what the channel tells beside the fields of an order may be one. */
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** Instants as the reader's clock shows them; an estimated day is a day. */
function readable(value: string | null, field: string, tx: Tx): string | null {
  if (value === null) return null;
  if (holdsTime(field) === 'day') return value.slice(0, 10);
  return INSTANT.test(value) ? toWireTime(new Date(value), tx.actor.zone) : value;
}
