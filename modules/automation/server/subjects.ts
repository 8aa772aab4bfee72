import type { Tx } from '#kit/server/database.ts';
import { nothing, sql } from '#kit/server/sql.ts';
import type { FactFamily } from '../model/fact.ts';
import { ORDER_FAMILIES, type KnownFacts } from '../model/facts.ts';
import type { AboutLinks, SubjectKind } from '../model/subject.ts';
import { readFeeds } from './feed-facts.ts';
import { readOrderFacts, type OrderHead, type OrderMoment } from './order-facts.ts';
import type { OwnHead, SubjectMoment } from './own-facts.ts';
import { readParts } from './part-facts.ts';
import { readRemittances } from './remittance-facts.ts';
import { readReturns } from './return-facts.ts';

/** What everything that judges something needs of it beside its facts, and the order that it is, or is about. */
export interface Head extends OwnHead {
  order: OrderHead | null;
}

export interface Judged {
  head: Head;
  facts: KnownFacts;
}

const READERS = { return: readReturns, part: readParts, feed: readFeeds, remittance: readRemittances } as const;

/**
 * Facts of many of a kind at once: a query or two for each family that is asked about. What has an order
 * brings all that is asked about that; its goods are then all that was ordered, for they have left.
 * @param isPast judged as of their moments, as far as what was then is recorded
 * @returns by id; what is not there has no entry
 */
export async function readFacts(
  tx: Tx,
  kind: SubjectKind,
  moments: readonly SubjectMoment[],
  families: ReadonlySet<FactFamily>,
  isPast = false,
): Promise<Map<string, Judged>> {
  if (kind === 'order') return readOrders(tx, moments, families, isPast);
  const own = await READERS[kind](tx, moments, families);
  const ordered: OrderMoment[] = own.flatMap(({ head, orderId, at }) =>
    orderId ? [{ key: head.id, orderId, at }] : [],
  );
  const request = new Set(ORDER_FAMILIES.filter((family) => families.has(family)));
  const orders = await readOrderFacts(tx, ordered, request, { isPast, goods: 'ordered' });
  return new Map(
    own.map(({ head, facts }): [string, Judged] => {
      const found = orders.get(head.id);
      const version = `${head.version} ${found?.order.version ?? ''}`;
      return [
        head.id,
        {
          head: { ...head, version, order: found?.order ?? null },
          facts: { ...found?.facts, ...facts },
        },
      ];
    }),
  );
}

async function readOrders(
  tx: Tx,
  moments: readonly SubjectMoment[],
  families: ReadonlySet<FactFamily>,
  isPast: boolean,
): Promise<Map<string, Judged>> {
  const orders = await readOrderFacts(
    tx,
    moments.map(({ id, at }) => ({ key: id, orderId: id, at })),
    families,
    { isPast, goods: isPast ? 'ordered' : 'open' },
  );
  return new Map([...orders].map(([id, { order, facts }]): [string, Judged] => [id, { head: headOf(order), facts }]));
}

const headOf = (order: OrderHead): Head => ({
  kind: 'order',
  id: order.id,
  label: order.channelOrderNo,
  accountId: order.accountId,
  version: String(order.version),
  status: order.status,
  order,
});

/** What rows of traces and to-dos name: what it is, and the order that it is about. */
export const linksOf = ({ kind, id, order }: Head): AboutLinks => ({
  orderId: order?.id ?? null,
  returnId: kind === 'return' ? id : null,
  partOrderId: kind === 'part' ? id : null,
  pushId: kind === 'feed' ? id : null,
  remittanceId: kind === 'remittance' ? id : null,
});

/** What rules change, as it stands now. */
export type Moving = Pick<Head, 'version' | 'status'> & {
  order: Pick<
    OrderHead,
    'version' | 'status' | 'holds' | 'warehouseId' | 'shipMethodId' | 'priority' | 'tagIds'
  > | null;
};

const TABLES = {
  return: sql`return_order`,
  part: sql`part_order`,
  feed: sql`stock_push`,
  remittance: sql`remittance`,
} as const;

/**
 * What rules change, as it stands now. Locked where something is done: what it is about before the order, as
 * everywhere, each in the order of the ids.
 */
export async function headsNow(
  tx: Tx,
  kind: SubjectKind,
  ids: readonly string[],
  isLocked: boolean,
): Promise<Map<string, Moving>> {
  const lock = isLocked ? sql`for update` : nothing;
  if (kind === 'order') {
    const orders = await ordersNow(tx, ids, isLocked);
    return new Map(
      [...orders].map(([id, order]): [string, Moving] => [
        id,
        { version: String(order.version), status: order.status, order },
      ]),
    );
  }
  const orderId = kind === 'feed' || kind === 'remittance' ? sql`null::uuid` : sql`order_id`;
  const rows = await tx.query<{
    id: string;
    version: number;
    status: string;
    orderId: string | null;
  }>(sql`
    select id, version, status, ${orderId} as order_id from ${TABLES[kind]}
    where tenant_id = ${tx.tenant} and id = any(${[...ids]}::uuid[]) order by id ${lock}`);
  const orders = await ordersNow(
    tx,
    rows.flatMap((row) => row.orderId ?? []),
    isLocked,
  );
  return new Map(
    rows.map(({ id, version, status, orderId: of }): [string, Moving] => {
      const order = orders.get(of ?? '') ?? null;
      return [id, { version: `${version} ${order?.version ?? ''}`, status, order }];
    }),
  );
}

async function ordersNow(
  tx: Tx,
  ids: readonly string[],
  isLocked: boolean,
): Promise<Map<string, NonNullable<Moving['order']>>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.query<NonNullable<Moving['order']> & { id: string }>(sql`
    select id, version, status, holds, warehouse_id, ship_method_id, priority, tag_ids from sales_order
    where tenant_id = ${tx.tenant} and id = any(${[...ids]}::uuid[]) order by id
    ${isLocked ? sql`for update` : nothing}`);
  return new Map(rows.map(({ id, ...order }) => [id, order]));
}

/** Carries over what a rule has changed. */
export function follow(head: Head, after: Moving | undefined): void {
  if (!after) return;
  Object.assign(head, { version: after.version, status: after.status });
  if (head.order && after.order) Object.assign(head.order, after.order);
}
