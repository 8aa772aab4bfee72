import { afterAll, beforeAll, expect, test } from 'vitest';
import { look } from '#tests/channels/shop.ts';
import type { TestApp } from '#tests/harness/app.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { openDemo } from './demo-scene.ts';

/** What `npm start` shows of returns, parts and claims: something of each state, and right books. */

let scene: TestApp;

beforeAll(async () => {
  scene = await openDemo();
});
afterAll(() => scene?.stop());

/** How many rows of a table stand in each state. */
const statesOf = (table: 'return_order' | 'part_order' | 'claim'): Promise<string[]> =>
  look(scene, async (tx) => {
    const rows = {
      return_order: () => tx.rows<{ status: string }>`
        select status from return_order where tenant_id = ${tx.tenant} order by status`,
      part_order: () => tx.rows<{ status: string }>`
        select status from part_order where tenant_id = ${tx.tenant} order by status`,
      claim: () => tx.rows<{ status: string }>`
        select party || ' ' || status as status from claim where tenant_id = ${tx.tenant} order by 1`,
    };
    return (await rows[table]()).map(({ status }) => status);
  });

test('returns of the demo stand in every state that somebody has to act on', async () => {
  const states = new Set(await statesOf('return_order'));
  for (const state of ['requested', 'approved', 'receiving', 'received', 'inspected', 'disposed'])
    expect(states).toContain(state);
  for (const state of ['credited', 'rejected']) expect(states).toContain(state);
  const pending = await look(
    scene,
    (tx) => tx.one<{ n: number }>`
      select count(*)::integer as n from return_order where tenant_id = ${tx.tenant} and is_disposal_pending`,
  );
  expect(pending.n).toBe(1);
  const types = await look(
    scene,
    (tx) => tx.rows<{ type: string }>`
      select distinct type from return_order where tenant_id = ${tx.tenant} order by type`,
  );
  expect(types.map(({ type }) => type)).toEqual(['exchange', 'refundOnly', 'return', 'unordered']);
});

test('parts are due, waited for, promised, shipped, refused and late; more shipments reach the goal', async () => {
  const states = await statesOf('part_order');
  for (const state of ['new', 'needInfo', 'confirmed', 'shipped', 'rejected', 'breached'])
    expect(states).toContain(state);
  const admin = await scene.as('admin');
  const [rate] = await must(admin.get<{ isMet: boolean; needed: number | null }[]>('/aftersales/partOrder/fillRate'));
  expect(rate?.isMet).toBe(false);
  expect(rate?.needed).toBeGreaterThan(0);
});

test('an order is delivered once all that was sent of it has arrived, and not where a parcel is lost', async () => {
  const orders = await look(
    scene,
    (tx) => tx.rows<{ status: string; shipments: string; isReturnable: boolean }>`
      select o.status, string_agg(distinct s.status, ' ') as shipments,
        o.return_until is not null and o.delivered_at is not null as is_returnable
      from sales_order o join shipment s on s.tenant_id = o.tenant_id and s.order_id = o.id
      where o.tenant_id = ${tx.tenant} group by o.id, o.status, o.return_until, o.delivered_at`,
  );
  const kinds = new Set(orders.map((one) => `${one.shipments}: ${one.status} ${one.isReturnable}`));
  expect([...kinds].toSorted()).toEqual(['delivered: delivered true', 'lost: shipped false']);
});

test('a carrier has paid a part, a maker is still to be asked', async () => {
  expect(await statesOf('claim')).toEqual(['carrier part_paid', 'supplier draft']);
});

test('what has left is invoiced; one payment is in the books, one waits; deductions stand at every end', async () => {
  const states = (table: 'invoice' | 'remittance' | 'deduction'): Promise<string[]> =>
    look(scene, async (tx) => {
      const rows = {
        invoice: () => tx.rows<{ status: string }>`
          select status from invoice where tenant_id = ${tx.tenant} and kind = 'sale' order by status`,
        remittance: () => tx.rows<{ status: string }>`
          select status from remittance where tenant_id = ${tx.tenant} order by status`,
        deduction: () => tx.rows<{ status: string }>`
          select status from deduction where tenant_id = ${tx.tenant} order by status`,
      };
      return (await rows[table]()).map(({ status }) => status);
    });
  expect(await states('remittance')).toEqual(['partial', 'posted']);
  expect(await states('deduction')).toEqual(['disputed', 'partial', 'posted', 'posted', 'settled']);
  const invoices = await states('invoice');
  expect(invoices).toHaveLength(18);
  // Four by the channel, one by the credit note of its return.
  expect(invoices.filter((status) => status === 'paid')).toHaveLength(5);
  const finance = await scene.as('caiwu');
  const todos = await must(finance.get<{ key: string; count: number }[]>('/desk/todo'));
  expect(todos.find(({ key }) => key === 'deductionsToDecide')?.count).toBe(1);
});

test('all truths hold', async () => {
  expect(await scene.violations()).toEqual([]);
});

test('the demo buys: an order that comes in parts, one on its way, one that waits for a second person, one unfinished', async () => {
  const buyer = await scene.as('caigou');
  const { records } = await must(
    buyer.get<{ records: { status: string }[] }>('/purchasing/purchaseOrder/list', {
      pageSize: '50',
    }),
  );
  expect(records.map(({ status }) => status).toSorted()).toEqual([
    'draft',
    'ordered',
    'partially_received',
    'submitted',
  ]);
  const { total } = await must(buyer.get<{ total: number }>('/inventory/skuBin/list', { isPrimary: 'true' }));
  expect(total).toBeGreaterThan(20);
});

test('a parcel of the demo has a number of the carrier that its method names', async () => {
  const sent = await look(
    scene,
    (tx) => tx.rows<{ carrier: string; trackingNo: string }>`
      select m.carrier, s.tracking_no from shipment s
      join ship_method m on m.tenant_id = s.tenant_id and m.id = s.ship_method_id
      where s.tenant_id = ${tx.tenant} and s.tracking_no is not null`,
  );
  expect(sent.length).toBeGreaterThan(10);
  for (const { carrier, trackingNo } of sent) {
    if (carrier === 'UPS') expect(trackingNo).toMatch(/^1Z84F60303\d{8}$/);
    if (carrier === 'FedEx') expect(trackingNo).toMatch(/^\d{12}$/);
  }
  expect(new Set(sent.map(({ carrier }) => carrier))).toEqual(new Set(['FedEx', 'UPS', 'LTL']));
});
