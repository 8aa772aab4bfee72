/** An order as the wire tells it. */
import type { StrikingFaults } from '../exchange.ts';
import type { MiraklLine, MiraklOrder, OrderState } from './state.ts';

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
const DAY = 86_400_000;
/** States in which the buyer has not been charged yet. */
const UNPAID: readonly OrderState[] = ['STAGING', 'WAITING_ACCEPTANCE', 'WAITING_DEBIT'];

type Row = Record<string, unknown>;

export function wireOrder(order: MiraklOrder): Row {
  const money = (line: MiraklLine): number => Number(line.price) * line.quantity;
  const total = order.lines.reduce((sum, line) => sum + money(line), 0);
  const isHidden = order.isWithheld && UNPAID.includes(order.state);
  return {
    order_id: order.id,
    commercial_id: order.id.replace(/-A$/, ''),
    order_state: order.state,
    created_date: iso(order.createdAt),
    last_updated_date: iso(order.updatedAt),
    customer_debited_date: iso(order.debitedAt),
    shipping_deadline: iso(order.createdAt + 5 * DAY),
    currency_iso_code: order.currency,
    price: total,
    shipping_price: 0,
    total_price: total,
    order_tax_mode: 'TAX_EXCLUDED',
    payment_workflow: order.paymentWorkflow,
    channel: { code: 'US', label: 'Homes US' },
    customer: {
      customer_id: `C-${order.id}`,
      firstname: order.to.firstname,
      lastname: order.to.lastname,
      shipping_address: isHidden ? null : { ...order.to, company: null, street_2: null },
    },
    fulfillment: { center: { code: 'DEFAULT' } },
    shipping_type_code: 'STD',
    shipping_type_label: 'Standard',
    shipping_carrier_code: order.carrier,
    shipping_company: order.carrier,
    shipping_tracking: order.trackingNumber,
    can_cancel: UNPAID.includes(order.state),
    can_shop_ship: order.state === 'SHIPPING',
    order_additional_fields: [],
    order_lines: order.lines.map((line, index) => ({
      order_line_id: line.id,
      order_line_index: index + 1,
      order_line_state: line.state,
      offer_sku: line.sku,
      product_sku: `P-${line.sku}`,
      product_title: line.title,
      quantity: line.quantity,
      price_unit: Number(line.price),
      price: money(line),
      shipping_price: 0,
      total_price: money(line),
      commission_fee: 0,
      cancelations: [],
      refunds: [],
      taxes: [],
      shipped_date: iso(line.shippedAt),
    })),
  };
}

/** A page as the fault plan spoils it. */
export function spoiled(rows: Row[], faults: StrikingFaults): Row[] | null {
  if (faults('null-list') !== undefined) return null;
  let shown = rows;
  if (faults('duplicate-rows') !== undefined) shown = [...shown, ...shown.slice(0, 1)];
  if (faults('out-of-order') !== undefined) shown = shown.toReversed();
  const [first, ...rest] = shown;
  if (first === undefined) return shown;
  const unknown = faults('unknown-enum');
  const extra = faults('new-field');
  const empty = faults('null-field');
  const missing = faults('missing-field');
  const text = faults('string-money');
  let row: Row = { ...first };
  if (unknown) row = { ...row, [unknown.field ?? 'order_state']: unknown.value ?? 'TELEPORTED' };
  if (extra) row = { ...row, [extra.field ?? 'something_new']: { deep: [1] } };
  if (empty) row = { ...row, [empty.field ?? 'channel']: null };
  if (missing) row = Object.fromEntries(Object.entries(row).filter(([name]) => name !== (missing.field ?? 'channel')));
  if (text)
    row = {
      ...row,
      order_lines: ((row['order_lines'] ?? []) as Row[]).map((line) => ({
        ...line,
        price_unit: String(line['price_unit']),
        quantity: String(line['quantity']),
      })),
    };
  return [row, ...rest];
}
