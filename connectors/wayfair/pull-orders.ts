import { createHash } from 'node:crypto';
import { ChannelError } from '#modules/channels/model/port.ts';
import type { IncomingOrder, OrderReading, PullPage, UnreadableOrder } from '#modules/channels/model/port.ts';
import type { WayfairClient } from './client.ts';
import type { PartialFailure } from '../shared/graphql-envelope.ts';
import { mapOrder, unreadableOrder } from './map-order.ts';
import { rowsOf } from '../shared/rows.ts';
import { turnPage } from '../shared/dated-pages.ts';
import type { PagePosition, PageRow } from '../shared/dated-pages.ts';
import { orderPageQuery, ordersByNumberQuery } from './queries.ts';
import { instantOf, objectOf, textOf, WireValueError } from '../shared/wire-values.ts';

const PATH = ['getDropshipPurchaseOrders'];
/** Absent it would read as something else than it is. */
const DECISIVE: ReadonlySet<unknown> = new Set(['isCancelled']);
const DAY_MS = 86_400_000;
/** How often the queue is read from its beginning: an order that was held back shows with its old date. */
const WHOLE_EVERY_MS = DAY_MS;

/**
 * A pull first reads the queue of unanswered orders, from the cursor on and at least the last days,
 * once a day from its beginning: that shows changes and orders that arrived late. Then it reads what
 * of the last days has been answered, by whomever. What a queue row means is asked of the channel,
 * never guessed.
 */
interface PullState extends PagePosition {
  phase: 'queue' | 'rescan';
  /** When a pull last began at the beginning of the queue, milliseconds. */
  wholeAt: number | null;
  /** Newest order date of the queue, milliseconds: the cursor. */
  newest: number | null;
}

/**
 * One page. The cursor is JSON `{"newest": "<ISO instant>", "wholeAt": "<ISO instant>"}`; the page
 * token is JSON as well.
 * @param cursor where the last completed pull ended; null = from the beginning
 * @param page `next` of the page before; null = a new pull
 */
export async function pullOrders(client: WayfairClient, cursor: string | null, page: string | null): Promise<PullPage> {
  const { settings } = client;
  const state = page === null ? startOfPull(cursor, client) : parsePage(page);
  const isQueue = state.phase === 'queue';
  const { value, partial } = await client.read({
    title: isQueue ? '拉取待接单订单' : '回扫近期订单',
    host: 'orders',
    document: orderPageQuery(settings.environment),
    variables: {
      limit: state.limit,
      fromDate: state.from === null ? null : new Date(state.from).toISOString(),
      hasResponse: !isQueue,
    },
    path: PATH,
  });
  const raws = rowsOf(value, '拉取订单');
  const limits = { base: settings.orderLimit, max: settings.orderLimitMax };
  const rows = raws.map(pageRow);
  const { fresh, next } = turnPage(state, rows, limits);
  const mapped = mapRows(raws, partial, fresh, settings.currency);
  if (!isQueue) mapped.orders = mapped.orders.map(asAnswered);
  const newest = isQueue ? latest(state.newest, rows) : state.newest;
  const held = next?.held ?? state.held;
  return {
    ...mapped,
    next: nextPage({ ...state, newest, held }, next, client),
    cursor: cursorText(isQueue && held !== null && newest !== null ? Math.min(held, newest) : newest, state.wholeAt),
  };
}

/**
 * Particular orders, whatever their state: those that wait for an answer first, then of the rest
 * those that have one. Unknown numbers are left out; a row that cannot be understood stands apart.
 */
export async function getOrders(client: WayfairClient, channelOrderNos: readonly string[]): Promise<OrderReading> {
  const reading: OrderReading = { orders: [], unreadable: [] };
  for (let at = 0; at < channelOrderNos.length; at += client.settings.orderLimit) {
    const requested = channelOrderNos.slice(at, at + client.settings.orderLimit);
    const waiting = await readNumbers(client, requested, false);
    const seen = new Set([...waiting.orders, ...waiting.unreadable].map((one) => one.channelOrderNo));
    const rest = requested.filter((number) => !seen.has(number));
    const answered =
      rest.length > 0 ? await readNumbers(client, rest, true) : ({ orders: [], unreadable: [] } satisfies OrderReading);
    reading.orders.push(...waiting.orders, ...answered.orders.map(asAnswered));
    reading.unreadable.push(...waiting.unreadable, ...answered.unreadable);
  }
  return reading;
}

async function readNumbers(
  client: WayfairClient,
  poNumbers: readonly string[],
  hasResponse: boolean,
): Promise<OrderReading> {
  const { settings } = client;
  const { value, partial } = await client.read({
    title: '查询订单',
    host: 'orders',
    document: ordersByNumberQuery(settings.environment),
    variables: { poNumbers, hasResponse, limit: poNumbers.length },
    path: PATH,
  });
  const raws = rowsOf(value, '查询订单');
  // A filter that the channel ignores must not answer for another order; a row without a number may
  // be any of them.
  const isRequested = (raw: unknown): boolean => {
    const number = textOf(objectOf(raw)['poNumber']);
    return number === null || poNumbers.includes(number);
  };
  const once = new Map(raws.flatMap((raw, index) => (isRequested(raw) ? [[pageRow(raw).key, index] as const] : [])));
  return mapRows(raws, partial, [...once.values()], settings.currency);
}

function mapRows(
  raws: readonly unknown[],
  partial: readonly PartialFailure[],
  indexes: readonly number[],
  currency: string,
): OrderReading {
  const orders: IncomingOrder[] = [];
  const unreadable: UnreadableOrder[] = [];
  for (const index of indexes) {
    const raw = raws[index];
    // Whatever the channel could not give of a row, the row is not whole. What it never gives this
    // application reads as absent: an order that can do without is an order.
    const failure = partial.find(
      ({ path, isDenied }) => concerns(path, index) && !(isDenied && !DECISIVE.has(path.at(-1))),
    );
    if (failure) {
      unreadable.push(
        unreadableOrder(
          raw,
          `${failure.path.filter((step) => !/^\d+$/.test(String(step))).join('.')} ${failure.message}`,
        ),
      );
      continue;
    }
    const mapped = mapOrder(raw, currency);
    const isPartial = partial.some(({ path, isDenied }) => isDenied && concerns(path, index));
    if (mapped.unreadable) unreadable.push(mapped.unreadable);
    else orders.push(isPartial ? { ...mapped.order, isPartial } : mapped.order);
  }
  return { orders, unreadable };
}

/** An error that names a field and no row speaks of all of them. */
const concerns = ([row]: PartialFailure['path'], index: number): boolean =>
  /^\d+$/.test(String(row)) ? Number(row) === index : true;

function pageRow(raw: unknown): PageRow {
  const row = objectOf(raw);
  const key =
    textOf(row['poNumber']) ??
    createHash('sha256')
      .update(JSON.stringify(raw) ?? '')
      .digest('hex');
  try {
    return { key, at: instantOf(row['poDate'], 'poDate')?.getTime() ?? null };
  } catch (error) {
    if (error instanceof WireValueError) return { key, at: null };
    throw error;
  }
}

function latest(known: number | null, rows: readonly PageRow[]): number | null {
  return rows.reduce((newest, { at }) => (at !== null && at > (newest ?? 0) ? at : newest), known);
}

function nextPage(state: PullState, next: PagePosition | null, client: WayfairClient): string | null {
  if (next !== null) return JSON.stringify({ ...state, ...next });
  const { rescanDays, orderLimit } = client.settings;
  if (state.phase === 'rescan' || rescanDays === 0) return null;
  const rescan: PullState = {
    phase: 'rescan',
    wholeAt: state.wholeAt,
    newest: state.held !== null && state.newest !== null ? Math.min(state.held, state.newest) : state.newest,
    from: startOfRescan(client),
    limit: orderLimit,
    seen: [],
    held: null,
  };
  return JSON.stringify(rescan);
}

function startOfPull(cursor: string | null, client: WayfairClient): PullState {
  const { newest, wholeAt } = parseCursor(cursor);
  const now = client.now().getTime();
  const isWhole = newest === null || wholeAt === null || now - wholeAt >= WHOLE_EVERY_MS;
  const from = newest === null || client.settings.rescanDays === 0 ? newest : Math.min(newest, startOfRescan(client));
  return {
    phase: 'queue',
    newest,
    // Noted as it begins: one that breaks off for good keeps no later order waiting.
    wholeAt: isWhole ? now : wholeAt,
    from: isWhole ? null : from,
    limit: client.settings.orderLimit,
    seen: [],
    held: null,
  };
}

const startOfRescan = ({ now, settings }: WayfairClient): number => now().getTime() - settings.rescanDays * DAY_MS;

/** The channel says that it has an answer; the lines that are filled have left. */
function asAnswered(order: IncomingOrder): IncomingOrder {
  const open = order.lines.filter((line) => !line.isCancelled && line.qty > 0);
  const left = open.flatMap(({ filledAt }) => (filledAt ? [filledAt.getTime()] : []));
  if (left.length === 0) return { ...order, answered: {} };
  if (left.length === open.length) return { ...order, answered: { shippedAt: new Date(Math.max(...left)) } };
  const parts = open.filter(({ filledAt }) => filledAt).map(({ channelSku }) => channelSku);
  return { ...order, answered: { shippedParts: [...new Set(parts)] } };
}

function cursorText(newest: number | null, wholeAt: number | null): string {
  const text = (instant: number | null): string | null => (instant === null ? null : new Date(instant).toISOString());
  return JSON.stringify({ newest: text(newest), wholeAt: text(wholeAt) });
}

/** A cursor that cannot be read costs a pull from the beginning, never an order. */
function parseCursor(text: string | null): Pick<PullState, 'newest' | 'wholeAt'> {
  const reported = objectOf(text === null ? null : parseJson(text));
  const instantAt = (name: string): number | null => {
    const instant = Date.parse(String(reported[name] ?? ''));
    return Number.isNaN(instant) ? null : instant;
  };
  return { newest: instantAt('newest'), wholeAt: instantAt('wholeAt') };
}

function parsePage(text: string): PullState {
  const state = objectOf(parseJson(text));
  const { phase, newest, from, limit, seen, held, wholeAt = null } = state;
  const isInstant = (value: unknown): value is number | null => value === null || typeof value === 'number';
  if (
    (phase !== 'queue' && phase !== 'rescan') ||
    !isInstant(newest) ||
    !isInstant(from) ||
    !isInstant(held) ||
    !isInstant(wholeAt) ||
    typeof limit !== 'number' ||
    !Array.isArray(seen)
  ) {
    throw new ChannelError('validation', '拉取订单', '翻页位置无法识别，请重新拉单');
  }
  return { phase, newest, wholeAt, from, held, limit, seen: seen.map(String) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
