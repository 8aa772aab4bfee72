import { ChannelError } from '#modules/channels/model/port.ts';
import type { OrderReading, PullPage } from '#modules/channels/model/port.ts';
import { rowsOf } from '../shared/rows.ts';
import { instantOf, objectOf, quantityOf, textOf, WireValueError, type WireObject } from '../shared/wire-values.ts';
import type { MiraklClient } from './client.ts';
import { mapOrder } from './map-order.ts';

const READING = '拉取订单';
const LOOK_UP = '查询订单';
export const ORDERS_PATH = '/api/orders';
/** The most the marketplace gives at once. */
const PAGE = 100;
const DAY_MS = 86_400_000;
/** More pages than this are no answer to one pull. */
const MAX_PAGES = 1000;

/** Where a pull stands: what it began with, how far it is, and what it must not take for new. */
interface PullState {
  from: string;
  offset: number;
  pages: number;
  /** The newest change seen so far: where the next pull begins. */
  newest: string | null;
  /** Numbers that the page before ended with, which stand on this one again. */
  seen: string[];
}

/**
 * What has changed since the last pull, oldest order first. Nothing leaves this list while it is read:
 * it is asked for by no state and to no end. Orders made at one instant may change places between two
 * calls, so that the next page begins where their instant began.
 */
export async function pullOrders(client: MiraklClient, cursor: string | null, page: string | null): Promise<PullPage> {
  const state = page === null ? startOf(client, cursor) : parseState(page);
  const wire = await client.read({
    title: READING,
    path: ORDERS_PATH,
    query: {
      start_update_date: state.from,
      sort: 'dateCreated',
      order: 'asc',
      max: String(PAGE),
      offset: String(state.offset),
    },
  });
  const rows = ordersIn(wire, READING);
  const fresh = rows.filter((row) => !state.seen.includes(textOf(row['order_id']) ?? ''));
  const newest = newestOf(state.newest, rows);
  const next = nextOf(state, rows, fresh.length, totalOf(wire), newest);
  return {
    ...mapRows(client, fresh),
    next: next && JSON.stringify(next),
    // A pull that breaks off begins again where it began: its pages are not in the order of changes.
    cursor: next === null ? (newest ?? cursor ?? state.from) : (cursor ?? state.from),
  };
}

/** Particular orders, whatever their state; one that is still in STAGING, or unknown, is left out. */
export async function getOrders(client: MiraklClient, channelOrderNos: readonly string[]): Promise<OrderReading> {
  return mapRows(client, await readOrders(client, channelOrderNos, LOOK_UP));
}

/** The rows of these numbers as they came. A filter that is ignored must not answer for other orders. */
export async function readOrders(
  client: MiraklClient,
  channelOrderNos: readonly string[],
  title: string,
): Promise<WireObject[]> {
  const found: WireObject[] = [];
  for (let at = 0; at < channelOrderNos.length; at += PAGE) {
    const some = channelOrderNos.slice(at, at + PAGE);
    const wire = await client.read({
      title,
      path: ORDERS_PATH,
      query: { order_ids: some.join(','), max: String(PAGE) },
    });
    found.push(...ordersIn(wire, title).filter((row) => some.includes(textOf(row['order_id']) ?? '')));
  }
  return [...new Map(found.map((row) => [textOf(row['order_id']), row])).values()];
}

/** One order as it stands now; null where the marketplace does not know it. */
export const readOrder = async (
  client: MiraklClient,
  channelOrderNo: string,
  title: string,
): Promise<WireObject | null> => (await readOrders(client, [channelOrderNo], title))[0] ?? null;

function ordersIn(wire: WireObject, title: string): WireObject[] {
  if (!('orders' in wire)) throw new ChannelError('unreadable', title, '平台应答缺少 orders');
  return rowsOf(wire['orders'] ?? null, title).map(objectOf);
}

function mapRows({ settings }: MiraklClient, rows: readonly WireObject[]): OrderReading {
  const reading: OrderReading = { orders: [], unreadable: [] };
  for (const row of rows) {
    const mapped = mapOrder(row, settings);
    if ('order' in mapped) reading.orders.push(mapped.order);
    else if ('unreadable' in mapped) reading.unreadable.push(mapped.unreadable);
  }
  return reading;
}

function nextOf(
  state: PullState,
  rows: readonly WireObject[],
  freshCount: number,
  total: number | null,
  newest: string | null,
): PullState | null {
  const end = state.offset + rows.length;
  const isLast = total === null ? rows.length < PAGE : end >= total;
  // A page of nothing but what was there before: the marketplace does not move on.
  if (rows.length === 0 || isLast || freshCount === 0) return null;
  if (state.pages >= MAX_PAGES) throw new ChannelError('unreadable', READING, '平台翻页没有尽头');
  const last = instantText(rows.at(-1));
  const together =
    rows.length -
    Math.max(
      0,
      rows.findIndex((row) => instantText(row) === last),
    );
  // One instant that fills a page is stepped over as a whole.
  const again = last === null || together === rows.length ? 0 : together;
  const seen = again === 0 ? [] : rows.slice(-again).flatMap((row) => textOf(row['order_id']) ?? []);
  return { ...state, offset: end - again, pages: state.pages + 1, newest, seen };
}

const instantText = (row: WireObject | undefined): string | null => textOf(row?.['created_date']);

/** The newest change of these rows; one that cannot be read moves nothing. */
function newestOf(known: string | null, rows: readonly WireObject[]): string | null {
  const times = rows.flatMap((row) => timeOf(row['last_updated_date']) ?? []);
  const newest = Math.max(known === null ? -Infinity : Date.parse(known), ...times);
  return Number.isFinite(newest) ? new Date(newest).toISOString() : null;
}

function timeOf(value: unknown): number | null {
  try {
    return instantOf(value, 'last_updated_date')?.getTime() ?? null;
  } catch (error) {
    if (error instanceof WireValueError) return null;
    throw error;
  }
}

/** How many there are; null where it is not given, or given oddly. */
export function totalOf(wire: WireObject): number | null {
  try {
    return wire['total_count'] == null ? null : quantityOf(wire['total_count'], 'total_count');
  } catch {
    return null;
  }
}

/** A cursor that cannot be read costs a longer pull, never an order. */
function startOf({ settings, now }: MiraklClient, cursor: string | null): PullState {
  const last = Date.parse(cursor ?? '');
  const from = Number.isNaN(last) ? now().getTime() - settings.firstDays * DAY_MS : last - settings.overlapMs;
  return { from: new Date(from).toISOString(), offset: 0, pages: 1, newest: null, seen: [] };
}

function parseState(text: string): PullState {
  let state: WireObject = {};
  try {
    state = objectOf(JSON.parse(text));
  } catch {
    // Refused below.
  }
  const { from, offset, pages, newest, seen } = state;
  if (
    typeof from !== 'string' ||
    typeof offset !== 'number' ||
    typeof pages !== 'number' ||
    (newest !== null && typeof newest !== 'string') ||
    !Array.isArray(seen)
  )
    throw new ChannelError('validation', READING, '翻页位置无法识别，请重新拉单');
  return { from, offset, pages, newest, seen: seen.map(String) };
}
