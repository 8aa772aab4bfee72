import { numberKey } from '#kit/model/numbers.ts';
import { bareKey, parcelKeys, parcelNumbers } from '#kit/model/tracking-number.ts';
import type { Tx } from '#kit/server/database.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { join, sql, type Sql } from '#kit/server/sql.ts';
import { salesOrder } from '#modules/orders/model/order.ts';
import { MOST_IN_PARCEL, type DeskCandidate, type DeskFound, type DeskOrder } from '../../model/return-desk.ts';
import { returnOrder } from '../../model/return-order.ts';
import { isReceivable, readParcel } from './read-parcel.ts';

const NOTHING: DeskFound = { parcel: [], candidates: [], orders: [] };
/** As many as the number keys choose from. */
const MOST_CANDIDATES = 9;

type Candidate = DeskCandidate & { trackingNo: string | null };

/**
 * What a number leads to, of what the actor sees: the returns of a parcel by its tracking number, a return by
 * its own numbers, or those of an order by its numbers or by the label with which it once left. Of what
 * others see nothing is said.
 */
export async function findParcel(tx: Tx, text: string): Promise<DeskFound> {
  const keys = parcelNumbers(text).map(numberKey);
  if (keys.length === 0) return NOTHING;
  const byParcel = await candidates(tx, sql`t.tracking_no_bare = any(${parcelKeys(text)}::text[])`);
  const open = byParcel.filter(({ isOpen }) => isOpen);
  if (open.length > 0) return parcelOf(tx, open);
  const own = await candidates(tx, sql`(t.return_no_key = any(${keys}::text[]) or t.ra_no_key = any(${keys}::text[]))`);
  if (own.length > 0) return chosen(tx, own);
  const orders = await ordersOf(tx, keys);
  const ids = orders.map(({ id }) => id);
  const ofOrders = ids.length > 0 ? await candidates(tx, sql`t.order_id = any(${ids}::uuid[])`) : [];
  if (ofOrders.length > 0) return chosen(tx, ofOrders, orders);
  return { ...NOTHING, candidates: plain(byParcel), orders };
}

/** One return that can be received is opened at once; several are offered, and so are those that cannot. */
async function chosen(tx: Tx, rows: readonly Candidate[], orders: DeskOrder[] = []): Promise<DeskFound> {
  const open = rows.filter(({ isOpen }) => isOpen);
  if (open.length === 1) return parcelOf(tx, open);
  return { ...NOTHING, candidates: plain(rows), orders: open.length === 0 ? orders : [] };
}

const plain = (rows: readonly Candidate[]): DeskCandidate[] => rows.map(({ trackingNo: _no, ...row }) => row);

async function parcelOf(tx: Tx, rows: readonly Candidate[]): Promise<DeskFound> {
  const ids = await wholeParcel(
    tx,
    rows.map(({ id }) => id),
  );
  return { ...NOTHING, parcel: await readParcel(tx, ids) };
}

/** Returns with all others that are awaited in the same parcel. */
export async function wholeParcel(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(sql`
    select t.id from return_order t
    where ${join(baseConditions(returnOrder, tx.actor), ' and ')} and (t.id = any(${[...ids]}::uuid[])
      or (t.status in ('approved', 'receiving') and t.type <> 'refundOnly' and t.tracking_no_bare in (
        select p.tracking_no_bare from return_order p
        where p.tenant_id = ${tx.tenant} and p.id = any(${[...ids]}::uuid[]) and p.tracking_no <> '')))
    order by t.id limit ${MOST_IN_PARCEL}`);
  return rows.map(({ id }) => id);
}

async function candidates(tx: Tx, where: Sql): Promise<Candidate[]> {
  const rows = await tx.query<Omit<Candidate, 'isOpen'> & { type: string }>(sql`
    select t.id, t.return_no, t.ra_no, o.channel_order_no, a.name as shop, t.status, t.type,
      coalesce(t.item_summary, '') as goods, t.tracking_no
    from return_order t
      left join sales_order o on o.tenant_id = t.tenant_id and o.id = t.order_id
      left join channel_account a on a.tenant_id = t.tenant_id and a.id = t.account_id
    where ${join(baseConditions(returnOrder, tx.actor), ' and ')} and ${where}
    order by t.status not in ('approved', 'receiving'), t.due_at nulls last, t.id desc
    limit ${MOST_CANDIDATES}`);
  return rows.map(({ type, ...row }) => ({ ...row, isOpen: isReceivable(row.status, type) }));
}

/** Orders by their own numbers, or by the label of a box in which they left: it comes back as it was. */
const ordersOf = (tx: Tx, keys: readonly string[]): Promise<DeskOrder[]> =>
  tx.query<DeskOrder>(sql`
    select t.id, t.channel_order_no, coalesce(a.name, '') as shop
    from sales_order t
      left join channel_account a on a.tenant_id = t.tenant_id and a.id = t.account_id
    where ${join(baseConditions(salesOrder, tx.actor), ' and ')} and (
      t.channel_order_no_key = any(${[...keys]}::text[]) or t.order_no_key = any(${[...keys]}::text[])
      or t.id in (select s.order_id from box b
        join shipment s on s.tenant_id = b.tenant_id and b.shipment_id in (s.id, s.lead_id)
        where b.tenant_id = ${tx.tenant} and b.tracking_no_bare = any(${keys.map(bareKey)}::text[])))
    order by t.id desc limit ${MOST_CANDIDATES}`);
