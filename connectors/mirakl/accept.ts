import type { AcceptRequest, Confirmation, WriteOutcome } from '#modules/channels/model/port.ts';
import { ChannelError } from '#modules/channels/model/port.ts';
import { quantityOf, textOf, WireValueError, type WireObject } from '../shared/wire-values.ts';
import type { MiraklClient } from './client.ts';
import { isDeadLine, linesOf, PHASE_TITLES, phaseOf, type OrderPhase } from './order-states.ts';
import { ORDERS_PATH, readOrder } from './pull-orders.ts';

const ACCEPTING = '接单';
const REFUSING = '拒单';
const CONFIRMATION = '核对接单结果';

/** One decision for one line of the order. */
interface Decision {
  id: string;
  accepted: boolean;
}

/**
 * Accepts an order: a decision for every line of it, so that a line that is left out of the request is
 * refused there. A line is filled or killed. `pending` = taken; only a re-read tells the state.
 */
export async function accept(client: MiraklClient, request: AcceptRequest): Promise<WriteOutcome> {
  const order = await readOrder(client, request.channelOrderNo, ACCEPTING);
  if (!order) return { status: 'refused', message: '平台找不到该订单' };
  const phase = stateOf(order, ACCEPTING);
  if (isAccepted(phase)) return { status: 'repeat' };
  if (phase !== 'waiting') return { status: 'refused', message: `平台上订单${PHASE_TITLES[phase]}，不能接单` };
  const decisions = decisionsOf(order, request);
  if (typeof decisions === 'string') return { status: 'refused', message: decisions };
  return decide(client, request.channelOrderNo, ACCEPTING, decisions);
}

/** Refuses an order: each line of it. */
export async function reject(client: MiraklClient, channelOrderNo: string, _reason: string): Promise<WriteOutcome> {
  const order = await readOrder(client, channelOrderNo, REFUSING);
  if (!order) return { status: 'refused', message: '平台找不到该订单' };
  const phase = stateOf(order, REFUSING);
  if (phase === 'over') return { status: 'repeat' };
  if (phase !== 'waiting')
    return { status: 'refused', message: `平台上订单${PHASE_TITLES[phase]}，不能拒单，请到平台取消` };
  const decisions = linesOf(order).map((line) => ({ id: textOf(line['order_line_id']) ?? '', accepted: false }));
  return decide(client, channelOrderNo, REFUSING, decisions);
}

/** Whether an order has been accepted there, whatever has become of it since. */
export async function confirmAccept(client: MiraklClient, channelOrderNo: string): Promise<Confirmation> {
  const order = await readOrder(client, channelOrderNo, CONFIRMATION);
  return order && isAccepted(stateOf(order, CONFIRMATION))
    ? { status: 'done', result: undefined }
    : { status: 'absent' };
}

const isAccepted = (phase: OrderPhase): boolean => phase === 'debit' || phase === 'shipping' || phase === 'shipped';

/** @throws ChannelError `unreadable` for a state nobody knows */
export function stateOf(order: WireObject, title: string): OrderPhase {
  try {
    return phaseOf(order);
  } catch (error) {
    if (!(error instanceof WireValueError)) throw error;
    throw new ChannelError('unreadable', title, `订单无法识别：${error.message}`);
  }
}

async function decide(
  client: MiraklClient,
  channelOrderNo: string,
  title: string,
  order_lines: readonly Decision[],
): Promise<WriteOutcome> {
  const written = await client.write({
    title,
    method: 'PUT',
    path: `${ORDERS_PATH}/${encodeURIComponent(channelOrderNo)}/accept`,
    body: { json: { order_lines } },
  });
  return written.refused ? { status: 'refused', message: written.refused.message } : { status: 'pending' };
}

/** A decision for each line, or why there is none. */
function decisionsOf(order: WireObject, request: AcceptRequest): Decision[] | string {
  const lines = linesOf(order).filter((line) => !isDeadLine(line));
  const bySku = Map.groupBy(lines, (line) => textOf(line['offer_sku']) ?? '');
  const wanted = new Map<string, number[]>();
  for (const { channelSku, qty } of request.lines) wanted.set(channelSku, [...(wanted.get(channelSku) ?? []), qty]);
  const foreign = [...wanted.keys()].find((sku) => !bySku.has(sku));
  if (foreign !== undefined) return `平台订单中没有 ${foreign}`;
  const decisions: Decision[] = [];
  for (const [sku, own] of bySku) {
    const open = [...(wanted.get(sku) ?? [])];
    const sum = open.reduce((total, qty) => total + qty, 0);
    const whole = own.reduce((total, line) => total + unitsOf(line), 0);
    for (const line of own) {
      const at = open.indexOf(unitsOf(line));
      const isTaken = sum === whole || at >= 0;
      if (at >= 0) open.splice(at, 1);
      decisions.push({ id: textOf(line['order_line_id']) ?? '', accepted: isTaken });
    }
    if (sum !== whole && open.length > 0)
      return `${sku} 平台 ${whole} 件、接单 ${sum} 件：平台只接受整行接单或整行拒绝`;
  }
  return decisions;
}

export function unitsOf(line: WireObject): number {
  try {
    return quantityOf(line['quantity'], 'quantity');
  } catch (error) {
    if (!(error instanceof WireValueError)) throw error;
    throw new ChannelError('unreadable', ACCEPTING, `订单无法识别：${error.message}`);
  }
}
