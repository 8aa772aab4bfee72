/** RT11 and RT21: returns that buyers asked for, accepted or refused row by row. */
import { jsonAnswer, type Answer } from '../exchange.ts';
import type { World } from '../world.ts';

export function listReturns(world: World): Answer {
  const data = world.mirakl.returns.map(({ id, orderId, state, reason, lines, createdAt }) => ({
    id,
    order_id: orderId,
    order_commercial_id: orderId.replace(/-A$/, ''),
    state,
    rma: null,
    label_url: null,
    method_code: 'RETURN_METHOD_BY_MAIL',
    reason_code: reason,
    date_created: new Date(createdAt).toISOString(),
    tracking: null,
    return_lines: lines.map(({ lineId, quantity }) => ({ order_line_id: lineId, quantity })),
  }));
  return jsonAnswer(200, { data, next_page_token: null, previous_page_token: null });
}

export function answerReturns(world: World, body: unknown): Answer {
  const rows = ((body ?? {}) as { returns?: { id?: string; accepted?: boolean }[] }).returns ?? [];
  const return_success: unknown[] = [];
  const return_errors: unknown[] = [];
  for (const { id, accepted } of rows) {
    const found = world.mirakl.returns.find((one) => one.id === id);
    if (found?.state !== 'WAITING_ACCEPTANCE') return_errors.push({ id, message: 'Return is in invalid state' });
    else {
      found.state = accepted === true ? 'IN_PROGRESS' : 'REFUSED';
      return_success.push({ id });
    }
  }
  return { ...jsonAnswer(200, { return_success, return_errors }), changed: return_success.length > 0 };
}
