import { objectOf, textOf, WireValueError, type WireObject } from '../shared/wire-values.ts';

/** What a state of an order means for us. */
export type OrderPhase = 'staging' | 'waiting' | 'debit' | 'shipping' | 'shipped' | 'over';

const PHASES: Readonly<Record<string, OrderPhase>> = {
  STAGING: 'staging',
  WAITING_ACCEPTANCE: 'waiting',
  WAITING_DEBIT: 'debit',
  WAITING_DEBIT_PAYMENT: 'debit',
  SHIPPING: 'shipping',
  SHIPPED: 'shipped',
  TO_COLLECT: 'shipped',
  RECEIVED: 'shipped',
  CLOSED: 'shipped',
  REFUSED: 'over',
  CANCELED: 'over',
};

/** Lines have left in these states too. */
const LEFT = new Set(['SHIPPED', 'TO_COLLECT', 'RECEIVED', 'CLOSED', 'REFUNDED', 'INCIDENT_OPEN', 'INCIDENT_CLOSED']);
const DEAD = new Set(['REFUSED', 'CANCELED']);

/** @throws WireValueError for a state nobody knows: whether it may be accepted or shipped is not guessed */
export function phaseOf(order: WireObject): OrderPhase {
  const state = textOf(order['order_state']) ?? '';
  const phase = PHASES[state];
  if (!phase) throw new WireValueError('order_state', `未知：${state || '空'}`);
  return phase;
}

export const isDeadLine = (line: WireObject): boolean => DEAD.has(textOf(line['order_line_state']) ?? '');
export const hasLeft = (line: WireObject): boolean => LEFT.has(textOf(line['order_line_state']) ?? '');

export const linesOf = (order: WireObject): WireObject[] =>
  Array.isArray(order['order_lines']) ? order['order_lines'].filter((line) => line != null).map(objectOf) : [];

export const PHASE_TITLES: Readonly<Record<OrderPhase, string>> = {
  staging: '平台尚在审核（STAGING）',
  waiting: '待接单',
  debit: '已接单，等待平台扣款',
  shipping: '待发货',
  shipped: '已发货',
  over: '已拒绝或已取消',
};
