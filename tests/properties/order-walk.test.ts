import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderLifecycle, type OrderMove } from '#modules/orders/model/order-lifecycle.ts';
import { look } from '#tests/channels/shop.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { IS_LONG } from '#tests/harness/long.ts';
import { ADDRESS, firstOf, must, STOOL } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';
import { numbersOf } from './seeded-numbers.ts';

/**
 * A random walk over the moves of orders and their shipments (domain.md §7 O-01 to O-07, I-01 to I-13): whatever is
 * tried, in whatever state, is carried out or refused, and all truths hold afterwards; no unit of an order and no
 * unit of stock is made or lost. `WAYBILL_ORDER_WALK=2000` walks further, `WAYBILL_WALK_SEED` elsewhere.
 */
const LENGTH = Number(process.env['WAYBILL_ORDER_WALK'] ?? (IS_LONG ? 400 : 240));
const SEED = Number(process.env['WAYBILL_WALK_SEED'] ?? 20_261_126);
const COUNTED_EVERY = 10;
/** All truths of the house are dear to ask. */
const CHECKED_EVERY = IS_LONG ? 10 : 80;
const CHAIR = 'WB-DCH-HOLM-S2';
const MIRROR = 'WB-MIR-ARCH-65';

let scene: TestApp;
let admin: Client;
let finance: Client;
let truck = '';
const below = numbersOf(SEED);
const pick = <T>(from: readonly T[]): T | undefined => from[below(Math.max(1, from.length))];

beforeAll(async () => {
  scene = await startTestApp();
  admin = await scene.as('admin');
  finance = await scene.as('caiwu');
  truck = (await firstOf(admin, '/base/shipMethod/list', { code: 'OWN-TRK' })).id;
});
afterAll(() => scene?.stop());

interface Order {
  id: string;
  status: string;
  po: string;
}
interface Line {
  id: string;
  open: number;
}

const ordersNow = (): Promise<Order[]> =>
  look(
    scene,
    (tx) => tx.rows<Order>`
      select id, status, channel_order_no as po from sales_order
      where tenant_id = ${tx.tenant} and order_type = 'manual' order by id`,
  );
const linesOf = (orderId: string): Promise<Line[]> =>
  look(
    scene,
    (tx) => tx.rows<Line>`
      select id, qty - qty_cancelled - qty_shipped as open from order_line
      where tenant_id = ${tx.tenant} and order_id = ${orderId}::uuid order by line_no`,
  );
const shipmentsNow = (): Promise<{ id: string; status: string }[]> =>
  look(
    scene,
    (tx) => tx.rows<{ id: string; status: string }>`
      select id, status from shipment where tenant_id = ${tx.tenant} order by id`,
  );

let tries = 0;
/** @returns whether it was carried out; an answer that is no refusal of ours fails the walk */
async function attempt(path: string, answers: Record<string, unknown> = {}, who = admin): Promise<boolean> {
  const answer = await who.post(path, answers, { 'idempotency-key': `walk ${tries++}` });
  if (!answer.success) expect([409, 422], `${path}: ${answer.message}`).toContain(answer.status);
  return answer.success;
}

const wished: string[] = [];

async function typeOrder(): Promise<boolean> {
  return (await typedOrder([STOOL, CHAIR], wished.length)) !== null;
}

/** @returns id of the order, where it was taken */
async function typedOrder(parts: readonly string[], house: number): Promise<string | null> {
  const po = `WALK-${wished.length}`;
  const { id } = await must(
    admin.post<{ id: string }>('/orders/salesOrder/add', {
      accountId: scene.seller.accountId,
      channelOrderNo: po,
      ...ADDRESS,
      shipToAddress1: `${house} Walk St`,
      lines: parts.map((part) => ({
        skuId: scene.seller.skus[part],
        channelSku: part,
        qty: 1 + below(3),
        unitPrice: `${below(90)}.${String(below(9_999)).padStart(4, '0')}`,
      })),
    }),
  );
  wished.push(po);
  return (await attempt(`/orders/salesOrder/${id}/submit`)) ? id : null;
}

/** Two orders of one house come as far as they get, and leave together if they may. */
async function joinTwo(): Promise<boolean> {
  const house = wished.length;
  const made = [await typedOrder([MIRROR], house), await typedOrder([CHAIR], house)];
  const ids = made.filter((id) => id !== null);
  for (const id of ids) {
    const path = `/orders/salesOrder/${id}`;
    await attempt(`${path}/acceptPrice`, REASON(), finance);
    await attempt(`${path}/accept`);
    await attempt(`${path}/setShipMethod`, { shipMethodId: truck });
  }
  return attempt('/fulfilment/shipment/join', { ids });
}

/** A move of some order, most often of one in a state that it starts from. */
const ofOrder =
  (name: OrderMove, answersOf: (lines: readonly Line[]) => Record<string, unknown> = () => ({})) =>
  async (): Promise<boolean> => {
    const all = await ordersNow();
    const from: readonly string[] = orderLifecycle.moves[name].from;
    const fitting = all.filter(({ status }) => from.includes(status));
    const order = pick(fitting.length > 0 && below(5) > 0 ? fitting : all);
    if (!order) return false;
    const answers = answersOf(await linesOf(order.id));
    // Who types orders does not accept their prices.
    const who = name === 'acceptPrice' ? finance : admin;
    return attempt(`/orders/salesOrder/${order.id}/${name}`, answers, who);
  };

/** A move of some shipment, most often of one that it fits. */
const ofShipment =
  (name: string, fits: string, answersOf: () => Record<string, unknown> = () => ({})) =>
  async (): Promise<boolean> => {
    const all = await shipmentsNow();
    const fitting = all.filter(({ status }) => status === fits);
    const one = pick(fitting.length > 0 && below(5) > 0 ? fitting : all);
    return one ? attempt(`/fulfilment/shipment/${one.id}/${name}`, answersOf()) : false;
  };

const REASON = () => ({ reason: 'walk' });
const someUnits = (lines: readonly Line[]) =>
  lines.flatMap(({ id: lineId, open }) => {
    const qty = below(open + 1);
    return qty > 0 ? [{ lineId, qty }] : [];
  });

const STEPS: Readonly<Record<string, { weight: number; take: () => Promise<boolean> }>> = {
  type: { weight: 5, take: typeOrder },
  accept: { weight: 6, take: ofOrder('accept') },
  start: { weight: 6, take: ofOrder('start', () => ({ shipMethodId: truck })) },
  split: {
    weight: 6,
    take: ofOrder('split', (lines) => ({ parts: JSON.stringify([someUnits(lines)]) })),
  },
  splitByWarehouse: { weight: 1, take: ofOrder('split') },
  setPriority: {
    weight: 2,
    take: ofOrder('setPriority', () => ({ priority: pick(['normal', 'rush', 'urgent']) })),
  },
  setShipMethod: { weight: 3, take: ofOrder('setShipMethod', () => ({ shipMethodId: truck })) },
  acceptPrice: { weight: 8, take: ofOrder('acceptPrice', REASON) },
  hold: { weight: 2, take: ofOrder('hold', REASON) },
  release: { weight: 5, take: ofOrder('release', REASON) },
  cancelSome: {
    weight: 3,
    take: ofOrder('cancel', (lines) => ({
      reason: 'walk',
      acceptLabelLoss: true,
      lines: JSON.stringify(someUnits(lines)),
    })),
  },
  reopen: { weight: 4, take: ofOrder('reopen', REASON) },
  reallocate: { weight: 2, take: ofOrder('reallocate') },
  pack: { weight: 6, take: ofShipment('pack', 'draft') },
  seal: { weight: 6, take: ofShipment('sealAll', 'packing') },
  label: {
    weight: 6,
    take: ofShipment('ownLabel', 'packed', () => ({
      carrierCode: 'OWN',
      trackingNo: `WALK-${tries}`,
    })),
  },
  ship: { weight: 6, take: ofShipment('ship', 'labelled') },
  join: { weight: 2, take: joinTwo },
  takeApart: { weight: 1, take: ofShipment('takeApart', 'packing') },
  scan: { weight: 1, take: ofShipment('scan', 'shipped') },
  unship: { weight: 4, take: ofShipment('unship', 'shipped', REASON) },
  void: { weight: 2, take: ofShipment('voidShipment', 'packed', REASON) },
};

/** Units that orders of each number have together, and what each SKU has on the shelf and has sold. */
const conserved = () =>
  look(scene, async (tx) => ({
    wished: await tx.rows<{ po: string; sku: string; units: number }>`
      select o.channel_order_no as po, l.channel_sku as sku, sum(l.qty)::integer as units
      from sales_order o join order_line l on l.tenant_id = o.tenant_id and l.order_id = o.id
      where o.tenant_id = ${tx.tenant} and o.order_type = 'manual' group by 1, 2 order by 1, 2`,
    stock: await tx.rows<{ skuId: string; units: number }>`
      select sku_id, sum(units)::integer as units from (
        select sku_id, on_hand as units from stock_level where tenant_id = ${tx.tenant}
        union all
        select sku_id, qty_shipped from order_line where tenant_id = ${tx.tenant} and sku_id is not null) all_of_it
      group by 1 order by 1`,
  }));

test(
  'whatever is tried with orders and shipments, all truths hold and no unit is made or lost',
  async () => {
    covers('ours: split orders', 'ours: taken back shipments', 'ours: orders that come back');
    covers('ours: joint shipments');
    const kinds = Object.entries(STEPS).flatMap(([kind, { weight }]) => Array.from({ length: weight }, () => kind));
    const { stock } = await conserved();
    const done = new Map<string, number>();
    let known: { po: string; sku: string; units: number }[] = [];
    for (let turn = 0; turn < 6; turn++) await typeOrder();
    for (let step = 0; step < LENGTH; step++) {
      const kind = pick(kinds) as string;
      if (await STEPS[kind]?.take()) done.set(kind, (done.get(kind) ?? 0) + 1);
      if (step % CHECKED_EVERY === CHECKED_EVERY - 1)
        expect(await scene.violations(), `step ${step}: ${kind}`).toEqual([]);
      if (step % COUNTED_EVERY !== COUNTED_EVERY - 1) continue;
      const now = await conserved();
      expect(now.stock, `step ${step}: ${kind}`).toEqual(stock);
      for (const one of known) expect(now.wished).toContainEqual(one);
      known = now.wished;
    }
    for (const kind of ['split', 'accept', 'start', 'join', 'ship', 'unship', 'reopen', 'cancelSome'])
      expect(done.get(kind) ?? 0, kind).toBeGreaterThan(0);
  },
  Math.max(300_000, LENGTH * 1_500),
);
