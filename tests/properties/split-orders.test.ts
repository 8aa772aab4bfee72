import { afterAll, beforeAll, expect, test } from 'vitest';
import { dividedAmount, partsByWarehouse, splitFault } from '#modules/orders/model/split-plan.ts';
import { splitOrder } from '#modules/orders/server/index.ts';
import { lineAmount } from '#kit/model/money.ts';
import type { Tx } from '#kit/server/database.ts';
import { look } from '#tests/channels/shop.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { IS_LONG } from '#tests/harness/long.ts';
import { ADDRESS, must, STOOL } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';
import { numbersOf } from './seeded-numbers.ts';

/** O-03: whatever an order is split into, units, amounts and reservations are what they were. */

const CHAIR = 'WB-DCH-HOLM-S2';
let scene: TestApp;
let admin: Client;

beforeAll(async () => {
  scene = await startTestApp();
  admin = await scene.as('admin');
});
afterAll(() => scene?.stop());

test('an amount over any parts of a line comes to itself, each part a cent off at most', () => {
  covers('ours: split orders');
  const below = numbersOf(20_261_126);
  for (let turn = 0; turn < 2_000; turn++) {
    const units = Array.from({ length: 1 + below(6) }, () => below(9));
    const price = BigInt(below(2_000_000));
    const exponent = [0, 2, 3][below(3)] ?? 2;
    const whole = lineAmount(
      units.reduce((sum, qty) => sum + qty, 0),
      price,
      exponent,
    );
    const parts = dividedAmount(whole, units, price, exponent);
    expect(parts.reduce((sum, { net }) => sum + net, 0n)).toBe(whole);
    for (const [at, { net, shift }] of parts.entries()) {
      expect(net - shift).toBe(lineAmount(units[at] ?? 0, price, exponent));
      if (units.some((qty) => qty > 0)) expect([-1n, 0n, 1n]).toContain(shift);
    }
  }
});

test('what cannot be split is named; a warehouse that holds most keeps the order', () => {
  const lines = [{ id: 'a', qty: 5, qtyCancelled: 2 }];
  const fault = (qty: number, lineId = 'a') => splitFault(lines, [[{ lineId, qty }]])?.kind ?? null;
  expect([fault(1), fault(3), fault(4), fault(0), fault(1.5), fault(1, 'b')]).toEqual([
    null,
    'all',
    'tooMuch',
    'emptyPart',
    'emptyPart',
    'unknownLine',
  ]);
  const held = (orderLineId: string, warehouseId: string, qty: number) => ({
    orderLineId,
    warehouseId,
    qty,
  });
  const parts = partsByWarehouse([held('a', 'x', 1), held('a', 'y', 2), held('b', 'x', 3)]);
  expect(parts).toEqual([{ warehouseId: 'y', units: 2, part: [{ lineId: 'a', qty: 2 }] }]);
});

interface Sums {
  line: string;
  qty: number;
  cancelled: number;
  net: string;
  reserved: number;
}
const amountsOf = ({ line, qty, cancelled, net }: Sums) => ({ line, qty, cancelled, net });

/** Everything that a split must leave as it is, summed over the family. */
const sums = (tx: Tx, po: string) =>
  tx.rows<Sums>`
    select coalesce(l.origin_line_id, l.id) as line, sum(l.qty)::integer as qty,
      sum(l.qty_cancelled)::integer as cancelled, sum(l.line_net)::text as net,
      sum(l.qty_reserved)::integer as reserved,
      (select string_agg(h.warehouse_id || ' ' || h.sku_id || ' ' || h.units, ',' order by h.warehouse_id, h.sku_id)
        from (select r.warehouse_id, r.sku_id, sum(r.qty) as units from reservation r
          where r.tenant_id = ${tx.tenant} and r.status = 'open' and r.order_line_id = any(array_agg(l.id))
          group by 1, 2) h) as held
    from sales_order o join order_line l on l.tenant_id = o.tenant_id and l.order_id = o.id
    where o.tenant_id = ${tx.tenant} and o.channel_order_no = ${po} group by 1 order by 1`;

const levels = (tx: Tx) => tx.rows`select * from stock_level where tenant_id = ${tx.tenant} order by id`;

const ORDERS = IS_LONG ? 12 : 4;

test('random splits, and splits of splits, change no sum and no level', async () => {
  covers('ours: split orders');
  const below = numbersOf(7);
  let short = 0;
  for (let turn = 0; turn < ORDERS; turn++) {
    const po = `SPLIT-${turn}`;
    const { id } = await must(
      admin.post<{ id: string }>('/orders/salesOrder/add', {
        accountId: scene.seller.accountId,
        channelOrderNo: po,
        ...ADDRESS,
        shipToAddress1: `${turn} Split St`,
        lines: [STOOL, CHAIR].map((part) => ({
          skuId: scene.seller.skus[part],
          channelSku: part,
          qty: 1 + below(4),
          unitPrice: `0.${String(1 + below(9_999)).padStart(4, '0')}`,
        })),
      }),
    );
    await must(admin.post(`/orders/salesOrder/${id}/submit`));
    const ids = [id];
    for (let step = 0; step < 3; step++) {
      const chosen = ids[below(ids.length)] as string;
      const lines = await look(
        scene,
        (tx) => tx.rows<{ id: string; open: number }>`
            select id, qty - qty_cancelled as open from order_line
            where tenant_id = ${tx.tenant} and order_id = ${chosen}::uuid order by line_no`,
      );
      const parts = lines.flatMap(({ id: lineId, open }) => {
        const qty = below(open + 1);
        return qty > 0 ? [{ lineId, qty }] : [];
      });
      const cut = below(2) === 0 ? [parts] : parts.map((part) => [part]);
      // Each part holds something, and something stays.
      const taken = parts.reduce((sum, { qty }) => sum + qty, 0);
      const isWrong = taken === 0 || taken === lines.reduce((sum, { open }) => sum + open, 0);
      const [before, stock] = await look(scene, async (tx) => [await sums(tx, po), await levels(tx)]);
      const split = look(scene, (tx) => splitOrder(tx, chosen, cut));
      if (isWrong) await expect(split, JSON.stringify(cut)).rejects.toThrow();
      else ids.push(...(await split));
      const [after, later] = await look(scene, async (tx) => [await sums(tx, po), await levels(tx)]);
      // Parts of an order that was short hold what they can get now; all else stays as it lies.
      const isShort = before.some(({ reserved, qty }) => reserved !== qty);
      const stored = isShort ? before.map(amountsOf) : before;
      expect(isShort ? after.map(amountsOf) : after).toEqual(stored);
      if (isShort) short += 1;
      else expect(later).toEqual(stock);
    }
    expect(await scene.violations()).toEqual([]);
    for (const one of ids) await must(admin.post(`/orders/salesOrder/${one}/cancel`, { reason: '腾出库存' }));
    expect(await scene.violations()).toEqual([]);
  }
  expect(short).toBeLessThan(ORDERS * 2.5);
}, 240_000);
