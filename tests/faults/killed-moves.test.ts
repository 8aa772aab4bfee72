import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import type { CarrierState } from '#simulator/carrier/state.ts';
import { startTestApp, type TestApp } from '#tests/harness/app.ts';
import { openTestDatabase } from '#tests/harness/open-database.ts';
import { holdPlace, writesTo } from '#tests/harness/held-place.ts';
import { IS_LONG } from '#tests/harness/long.ts';
import { powerUp, type ServedProduct } from '#tests/harness/served-product.ts';
import { covers } from '#tests/spec/covers.ts';
import { draftRound, openKilled, openList, type Call, type Round } from './killed-scene.ts';

/**
 * The process is killed while orders are divided, joined, handed over and labels are bought. What it has not
 * finished it has not begun, or goes on with it after the next start; no label is paid twice.
 */
/**
 * Where it stands when it is killed: before it writes there, or while the carrier's answer is on its way. Both at
 * once cut off each kind of work.
 */
const PLACES = [
  ['carrier', 'order_line'],
  ...(IS_LONG ? [['order_line'], ['shipment'], ['carrier'], ['stock_movement']] : []),
];
/** Longer than a purchase without an answer may still become visible. */
const LATER_MS = 60_000;

let scene: TestApp;
let product: ServedProduct;
const rounds: Round[] = [];

beforeAll(async () => {
  scene = await startTestApp({ start: { sessionDays: 60 } });
  const admin = await scene.as('admin');
  const ways = await openKilled(scene, admin);
  for (const _ of PLACES) rounds.push(await draftRound(scene, admin, ways));
  await scene.settled();
  await scene.stopApp();
  product = await powerUp(scene);
}, 240_000);
afterAll(async () => {
  await product?.cutPower();
  await scene?.stop();
});

/** Reads while the product is up, down, or neither. */
async function read<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  const db = openTestDatabase({ connection: { ...scene.connection, max: 1 } });
  try {
    return await db.tx(systemActor(1, 'checker'), work);
  } finally {
    await db.close();
  }
}

const send = ({ path, body, key }: Call) => product.call('POST', path, body, key);

/** Units of each number by order, parcels that leave together, and where labels and list stand. */
const stateOf = ({ split, pairs, parcels, handed, handover }: Round) =>
  read(async (tx) => ({
    divided: await tx.rows<{ orders: number; units: number; held: number }>`
      select count(distinct o.id)::integer as orders, sum(l.qty)::integer as units,
        sum(l.qty_reserved)::integer as held
      from sales_order r join sales_order o on o.tenant_id = r.tenant_id and o.account_id = r.account_id
          and o.channel_order_no = r.channel_order_no
        join order_line l on l.tenant_id = o.tenant_id and l.order_id = o.id
      where r.tenant_id = ${tx.tenant} and r.id = any(${split}::uuid[]) group by r.id`,
    joined: await tx.rows<{ leads: number; partners: number }>`
      select (count(*) filter (where s.partner_count > 0))::integer as leads,
        (count(*) filter (where s.lead_id is not null))::integer as partners
      from unnest(${pairs.map(([first]) => first)}::uuid[], ${pairs.map(([, second]) => second)}::uuid[])
          as p (first, second)
        left join shipment s on s.tenant_id = ${tx.tenant} and s.order_id in (p.first, p.second)
          and s.status <> 'voided'
      group by p.first`,
    labels: await tx.rows<{
      id: string;
      shipmentId: string;
      status: string;
      quoted: bigint | null;
    }>`
      select id, shipment_id, status, quoted_cost as quoted from shipping_label
      where tenant_id = ${tx.tenant} and shipment_id = any(${parcels}::uuid[]) order by shipment_id`,
    list: await tx.one<{ status: string; left: number; gone: number; moved: number }>`
      select h.status, h.left_count as "left",
        (select count(*)::integer from shipment where tenant_id = ${tx.tenant}
          and id = any(${handed}::uuid[]) and stage = 'shipped') as gone,
        (select count(*)::integer from stock_movement where tenant_id = ${tx.tenant}
          and ref_id = any(${handed}::uuid[]) and type = 'sale_out') as moved
      from handover h where h.tenant_id = ${tx.tenant} and h.id = ${handover}::uuid`,
  }));

const openTasks = (): Promise<number> =>
  read(
    async (tx) =>
      (
        await tx.one<{ open: number }>`
          select count(*)::integer as open from delivery where tenant_id = ${tx.tenant}
            and status in ('pending', 'running') and handler like 'fulfilment.%'`
      ).open,
  );

/** Labels that the carrier was paid for and keeps, by what they were bought for. */
async function keptLabels(): Promise<string[]> {
  const { labels } = await scene.sim<CarrierState>('GET', '/carrier');
  return labels.filter(({ voidedAt }) => voidedAt === null).map(({ reference }) => reference);
}

/** Closes a place to the product. @returns what waits until it stands there, and what opens it again */
async function hold(place: string) {
  if (place !== 'carrier') return holdPlace(scene, writesTo(place));
  const fault = 'timeout-after-commit';
  const match = { operation: 'carrier.buy', times: 'always' };
  await scene.sim('POST', '/faults', { plan: [{ fault, hang: true, match }] });
  const before = (await keptLabels()).length;
  return {
    reached: () =>
      expect.poll(async () => (await keptLabels()).length - before, { timeout: 120_000 }).toBeGreaterThan(0),
    open: () => scene.sim('DELETE', '/faults'),
  };
}

async function onlyWhole(round: Round, at: string): Promise<void> {
  const { divided, joined, list } = await stateOf(round);
  for (const one of divided) expect([1, 3], `${at}: ${JSON.stringify(one)}`).toContain(one.orders);
  for (const { units, held } of divided) expect([units, held], at).toEqual([4, 4]);
  for (const { leads, partners } of joined) expect(partners, at).toBe(leads);
  expect(list.moved, at).toBe(list.gone);
  const stored = await keptLabels();
  expect(new Set(stored).size, `${at}: a label was paid twice`).toBe(stored.length);
  expect(await scene.violations(), at).toEqual([]);
}

test('killed while orders are divided, joined, labelled and handed over: one or the other, and once', async () => {
  covers('ours: killed in the middle of moves');
  const cutOff = { split: 0, label: 0, list: 0 };
  for (const [index, round] of rounds.entries()) {
    const places = PLACES[index] as string[];
    const at = `round ${index}, ${places.join(' and ')}`;
    await openList(scene, product, round);
    const held = await Promise.all(places.map(hold));
    const sent = round.calls.map((call) =>
      send(call).then(
        ({ success }) => success,
        () => null,
      ),
    );
    for (const one of held) await one.reached();
    await product.cutPower();
    for (const one of held) await one.open();
    const answers = await Promise.all(sent);
    expect(answers, at).not.toContain(false);
    // What buys a label is answered before the carrier is asked.
    if (places.some((place) => place !== 'carrier')) expect(answers, at).toContain(null);
    await onlyWhole(round, at);
    const cut = await stateOf(round);
    cutOff.split += cut.divided.filter(({ orders }) => orders === 1).length;
    cutOff.label += cut.labels.filter(({ status }) => status === 'requested').length;
    cutOff.list += cut.list.status === 'closing' ? 1 : 0;

    await scene.pass(LATER_MS);
    product = await powerUp(scene);
    for (let again = 0; again < 2; again++) await Promise.all(round.calls.map(send));
    await expect.poll(openTasks, { timeout: 120_000 }).toBe(0);
    await onlyWhole(round, `${at}, again`);
    await expectDone(round, at);
  }
  // The kills did fall into each kind of work.
  expect(cutOff).toEqual({
    split: expect.toSatisfy((n: number) => n > 0),
    label: expect.toSatisfy((n: number) => n > 0),
    list: expect.toSatisfy((n: number) => n > 0),
  });
}, 400_000);

async function expectDone(round: Round, at: string): Promise<void> {
  const { divided, joined, labels, list } = await stateOf(round);
  expect(divided, at).toEqual(round.split.map(() => ({ orders: 3, units: 4, held: 4 })));
  expect(joined, at).toEqual(round.pairs.map(() => ({ leads: 1, partners: 1 })));
  expect(
    labels.map(({ status }) => status),
    at,
  ).toEqual(round.parcels.map(() => 'active'));
  const n = round.handed.length;
  expect(list, at).toEqual({ status: 'closed', left: n, gone: n, moved: n });
  const stored = await keptLabels();
  for (const { id } of labels)
    expect(
      stored.filter((reference) => reference === id),
      at,
    ).toHaveLength(1);
}
