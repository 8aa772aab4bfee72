import { ChannelError, type IncomingOrder, type OrderReading, type PullPage } from '#modules/channels/model/port.ts';
import { rowsOf } from '../shared/rows.ts';
import { instantOf, objectOf, textOf, WireValueError } from '../shared/wire-values.ts';
import type { PartialFailure } from '../shared/graphql-envelope.ts';
import type { ShopifyClient } from './client.ts';
import { anyOf } from './ids.ts';
import { mapOrder, unreadableOrder } from './map-order.ts';
import { ORDERS } from './queries.ts';

const READING = '拉取订单';
const DAY_MS = 86_400_000;

/** Money that is still to come: such an order may never be paid. */
const UNPAID: ReadonlySet<string> = new Set(['PENDING', 'AUTHORIZED', 'EXPIRED', 'VOIDED']);

interface PullState {
  /** Orders that changed from here on, milliseconds. */
  from: number;
  after: string | null;
  newest: number;
}

/**
 * One page of orders by their last change, the oldest first: what changes meanwhile moves behind. The
 * cursor is the newest change as ISO text; the next pull begins with it, so that orders of the same
 * instant are never left out; what is known already is recognised by its hash.
 * @param page `next` of the page before; null = a new pull
 */
export async function pullOrders(client: ShopifyClient, cursor: string | null, page: string | null): Promise<PullPage> {
  const state = page === null ? startOf(client, cursor) : parsePage(page);
  const { value, partial } = await client.read({
    title: READING,
    host: 'admin',
    document: ORDERS,
    variables: {
      first: client.settings.pageSize,
      after: state.after,
      query: `updated_at:>='${new Date(state.from).toISOString()}'`,
    },
    path: ['orders'],
  });
  const connection = objectOf(value);
  const raws = rowsOf(connection['nodes'] ?? null, READING);
  const info = objectOf(connection['pageInfo']);
  const after = textOf(info['endCursor']);
  const newest = raws.reduce<number>((latest, raw) => Math.max(latest, changeOf(raw) ?? 0), state.newest);
  const hasMore = info['hasNextPage'] === true && after !== null && raws.length > 0;
  return {
    ...readOrders(client, raws, partial),
    next: hasMore ? JSON.stringify({ from: state.from, after, newest } satisfies PullState) : null,
    cursor: new Date(newest).toISOString(),
  };
}

/** Particular orders by their number (`#1001`), whatever their state; unknown ones are left out. */
export async function getOrders(client: ShopifyClient, channelOrderNos: readonly string[]): Promise<OrderReading> {
  const reading: OrderReading = { orders: [], unreadable: [] };
  const { pageSize } = client.settings;
  for (let at = 0; at < channelOrderNos.length; at += pageSize) {
    const wanted = channelOrderNos.slice(at, at + pageSize);
    const { value, partial } = await client.read({
      title: '查询订单',
      host: 'admin',
      document: ORDERS,
      variables: { first: 50, after: null, query: anyOf('name', wanted) },
      path: ['orders'],
    });
    // A search that finds more than it was asked for answers for no other order.
    const raws = rowsOf(objectOf(value)['nodes'] ?? null, '查询订单').filter((raw) =>
      wanted.includes(textOf(objectOf(raw)['name']) ?? ''),
    );
    const { orders, unreadable } = readOrders(client, raws, partial, true);
    reading.orders.push(...orders);
    reading.unreadable.push(...unreadable);
  }
  return reading;
}

/** @param isAsked these orders are known here: they are answered for whatever state they are in now */
function readOrders(
  client: ShopifyClient,
  raws: readonly unknown[],
  partial: readonly PartialFailure[],
  isAsked = false,
): OrderReading {
  const reading: OrderReading = { orders: [], unreadable: [] };
  raws.forEach((raw, index) => {
    const lost = partial.find(({ path: [list, row] }) => list === 'nodes' && (row === undefined || row === index));
    if (lost) {
      reading.unreadable.push(unreadableOrder(raw, `${lost.path.slice(2).join('.')} ${lost.message}`));
      return;
    }
    const mapped = mapOrder(raw);
    if (mapped?.unreadable) reading.unreadable.push(mapped.unreadable);
    else if (mapped && (isAsked || isWanted(client, raw, mapped.order))) reading.orders.push(mapped.order);
  });
  return reading;
}

/** Orders that are nobody's yet: trial orders of a live shop, and what may never be paid. */
function isWanted({ settings }: ShopifyClient, raw: unknown, order: IncomingOrder): boolean {
  const wire = objectOf(raw);
  if (wire['test'] === true && settings.environment === 'live') return false;
  // What is cancelled must be heard of: it may stand here already.
  if (settings.takesUnpaid || order.lines.every(({ isCancelled }) => isCancelled)) return true;
  return !UNPAID.has(textOf(wire['displayFinancialStatus']) ?? '');
}

function changeOf(raw: unknown): number | null {
  try {
    return instantOf(objectOf(raw)['updatedAt'], 'updatedAt')?.getTime() ?? null;
  } catch (error) {
    if (error instanceof WireValueError) return null;
    throw error;
  }
}

/** A cursor that cannot be read costs a longer pull, never an order. */
function startOf({ settings, now }: ShopifyClient, cursor: string | null): PullState {
  const known = Date.parse(cursor ?? '');
  const from = Number.isNaN(known) ? now().getTime() - settings.firstDays * DAY_MS : known;
  return { from, after: null, newest: from };
}

function parsePage(text: string): PullState {
  try {
    const { from, after, newest } = objectOf(JSON.parse(text));
    if (typeof from === 'number' && typeof newest === 'number' && typeof after === 'string')
      return { from, after, newest };
  } catch {
    // Refused below.
  }
  throw new ChannelError('validation', READING, '翻页位置无法识别，请重新拉单');
}
