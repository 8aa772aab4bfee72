import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ReportColumn, ReportColumns, ReportData } from '#kit/model/report.ts';
import type { Tx } from '#kit/server/database.ts';
import { newId } from '#kit/server/new-id.ts';
import { addDays, dayIn } from '#kit/model/time.ts';
import { cellPath } from '#modules/operations/model/reports/cell-text.ts';
import { deliveredReports } from '#modules/operations/model/reports/delivered.ts';
import { look } from '#tests/channels/shop.ts';
import type { Client, TestApp } from '#tests/harness/app.ts';
import { openDemo } from '#tests/journeys/demo-scene.ts';
import { ADDRESS, must, STOOL } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';

/* The reports that come along, over the demo seller: each figure is what a count of the plain rows says. */

const ZONE = 'Asia/Shanghai';
let scene: TestApp;
let admin: Client;
beforeAll(async () => {
  scene = await openDemo();
  admin = await scene.as('admin');
  await sellAbroad();
  await askForPart();
  await buyLabels();
}, 300_000);
afterAll(() => scene?.stop());

/** In another currency, and one unit of it is not wanted any more. */
async function sellAbroad(): Promise<void> {
  const { id } = await must(
    admin.post<{ id: string }>('/orders/salesOrder/add', {
      accountId: scene.seller.accountId,
      ...ADDRESS,
      currency: 'EUR',
      lines: [{ skuId: scene.seller.skus[STOOL], qty: 3, unitPrice: '10.25', channelSku: 'DIRECT' }],
    }),
  );
  await must(admin.post(`/orders/salesOrder/${id}/submit`, {}, { 'idempotency-key': newId() }));
  const { lines } = await must(
    admin.get<{ lines: { orderLine: { id: string }[] } }>('/orders/salesOrder/queryById', { id }),
  );
  await must(
    admin.post(`/orders/salesOrder/${id}/cancel`, {
      reason: '买家少要一件',
      lines: [{ lineId: lines.orderLine[0]?.id, qty: 1 }],
    }),
  );
}

/** A request for a part that nobody has submitted. */
async function askForPart(): Promise<void> {
  const { records } = await must(
    admin.get<{ records: Record<'parentSkuId' | 'partSkuId', string>[] }>('/aftersales/partLine/list'),
  );
  const { parentSkuId, partSkuId } = records.find((row) => row.partSkuId) as Record<string, string>;
  await must(
    admin.post('/aftersales/partOrder/add', {
      accountId: scene.seller.accountId,
      ...ADDRESS,
      lines: [{ parentSkuId, partSkuId, qty: 4, cause: 'damaged' }],
    }),
  );
}

/** Labels on two carriers, in two currencies; one of them is void. */
const buyLabels = (): Promise<unknown> =>
  look(scene, async (tx) => {
    const account = newId();
    await tx.run`
      insert into carrier_account (tenant_id, id, code, name, carrier, create_time)
      values (${tx.tenant}, ${account}, 'swift', 'Swift', 'swift', ${tx.now})`;
    await tx.run`
      insert into shipping_label (tenant_id, id, label_no, shipment_id, order_id, account_id, warehouse_id, environment,
        carrier_account_id, carrier, service, owner, status, quoted_cost, cost, currency, create_time)
      select s.tenant_id, s.id, 'L' || s.n, s.id, s.order_id, s.account_id, s.warehouse_id, 'live', ${account}::uuid,
        (array['UPS', 'FedEx'])[1 + s.n % 2], 'ground', 'own', (array['active', 'used', 'voided'])[1 + s.n % 3],
        1000 + s.n, 1200 + s.n * s.n, (array['USD', 'USD', 'USD', 'EUR'])[1 + s.n % 4], ${tx.now}
      from (select x.*, row_number() over (order by x.id)::integer as n from shipment x where x.tenant_id = ${tx.tenant}) s
      limit 9`;
  });

const HEAD = '/online/cgreport/head';

/** What a report says: of its rows the columns that are named, in any order. */
async function said(code: string, columns: readonly string[], query: Record<string, string> = {}): Promise<string[]> {
  const { records } = await must(
    admin.get<ReportData>(`/online/cgreport/api/getData/${code}`, { pageSize: '500', ...query }),
  );
  expect(records.length, code).toBeGreaterThan(0);
  return records.map((row) => words(columns.map((key) => row[key]))).toSorted();
}

const words = (values: readonly unknown[]): string => values.map((value) => String(value ?? '–')).join(' | ');
const today = (): string => dayIn(scene.now(), ZONE);
const major = (minor: bigint): string => (Number(minor) / 100).toFixed(2);
const total = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);
const money = (values: readonly bigint[]): string => major(values.reduce((all, one) => all + one, 0n));
const distinct = (values: readonly unknown[]): number => new Set(values).size;

/** One line for each of what rows are put together by. */
function counted<R>(rows: readonly R[], by: (row: R) => readonly unknown[], of: (rows: R[]) => unknown[]): string[] {
  const groups = Map.groupBy(rows, (row) => words(by(row)));
  return [...groups].map(([key, some]) => `${key} | ${words(of(some))}`).toSorted();
}

const read = <R>(work: (tx: Tx) => Promise<R[]>): Promise<R[]> => look(scene, work);

interface Sold {
  day: string;
  account: string;
  sku: string;
  order: string;
  status: string;
  qty: number;
  cancelled: number;
  amount: bigint;
  currency: string;
}

const sold = async (): Promise<Sold[]> => {
  const rows = await read(
    (tx) => tx.rows<Sold>`
      select to_char(o.ordered_at at time zone ${ZONE}, 'YYYY-MM-DD') as day, o.account_id as account, l.sku_id as sku,
        o.id as "order", o.status, l.qty, l.qty_cancelled as cancelled, l.line_net as amount, l.currency
      from order_line l join sales_order o on o.tenant_id = l.tenant_id and o.id = l.order_id
      where l.tenant_id = ${tx.tenant} and o.environment = 'live'`,
  );
  return rows.filter(({ status }) => !['draft', 'cancelled', 'rejected'].includes(status));
};

test('sales by shop, by SKU and by day', async () => {
  covers('ours: reports');
  const rows = await sold();
  expect(distinct(rows.map(({ currency }) => currency))).toBe(2);
  const figures = (some: Sold[]): unknown[] => [
    distinct(some.map(({ order }) => order)),
    total(some.map(({ qty, cancelled }) => qty - cancelled)),
    money(some.map(({ amount }) => amount)),
  ];
  const columns = ['orderIdDistinct', 'qtySum', 'amountSum'];
  expect(await said('sales_by_shop', ['accountId', 'currency', ...columns])).toEqual(
    counted(rows, (row) => [row.account, row.currency], figures),
  );
  expect(await said('sales_by_sku', ['skuId', 'currency', ...columns])).toEqual(
    counted(rows, (row) => [row.sku, row.currency], figures),
  );
  expect(await said('sales_by_day', ['soldOn', 'currency', ...columns])).toEqual(
    counted(rows, (row) => [row.day, row.currency], figures),
  );
  // Of some days only, both of them among those that are asked for.
  const [begin, end] = [addDays(today(), -9), addDays(today(), -3)];
  const some = rows.filter(({ day }) => day >= begin && day <= end);
  expect(some.length).toBeLessThan(rows.length);
  expect(await said('sales_by_day', ['soldOn', 'currency', ...columns], { begin, end })).toEqual(
    counted(some, (row) => [row.day, row.currency], figures),
  );
});

test('each row of the sales leads to its lines, of its currency and of the period that was asked for', async () => {
  covers('ours: reports');
  const [begin, end] = [addDays(today(), -9), addDays(today(), -3)];
  for (const code of ['sales_by_shop', 'sales_by_sku', 'sales_by_day']) {
    const { columns } = await must(admin.get<ReportColumns>(`/online/cgreport/api/getRpColumns/${code}`));
    const column = columns.find(({ href }) => href) as ReportColumn;
    const { records } = await must(
      admin.get<ReportData>(`/online/cgreport/api/getData/${code}`, { pageSize: '500', begin, end }),
    );
    expect(records.length, code).toBeGreaterThan(0);
    for (const row of records) {
      const query = new URLSearchParams(cellPath(column, row, { begin, end })?.split('?')[1]);
      const asked = Object.fromEntries([...query].filter(([, value]) => value !== ''));
      const lines = await must(
        admin.get<{ records: { qty: number }[] }>('/orders/salesLine/list', { ...asked, pageSize: '500' }),
      );
      expect(total(lines.records.map(({ qty }) => Number(qty))), `${code} ${words(Object.values(row))}`).toBe(
        Number(row['qtySum']),
      );
    }
  }
});

test('what lies in each warehouse, each unit by its own age', async () => {
  covers('ours: reports');
  // Half of what is there came long ago.
  await read(
    (tx) => tx.rows`
      update cost_layer set since = since - interval '100 days'
      where tenant_id = ${tx.tenant} and id in (select id from cost_layer
        where tenant_id = ${tx.tenant} and qty_left > 0 order by id limit 5) returning id`,
  );
  const layers = await read(
    (tx) => tx.rows<{ warehouse: string; sku: string; qty: number; value: bigint; day: string }>`
      select warehouse_id as warehouse, sku_id as sku, qty_left as qty, value_left as value,
        to_char(since at time zone ${ZONE}, 'YYYY-MM-DD') as day
      from cost_layer where tenant_id = ${tx.tenant} and qty_left > 0`,
  );
  const ageOf = (day: string): number => Math.round((Date.parse(today()) - Date.parse(day)) / 86_400_000);
  const between = (some: typeof layers, from: number, to: number): number =>
    total(some.filter(({ day }) => ageOf(day) >= from && ageOf(day) <= to).map(({ qty }) => qty));
  const expected = counted(
    layers,
    (row) => [row.warehouse],
    (some) => [
      distinct(some.map(({ sku }) => sku)),
      total(some.map(({ qty }) => qty)),
      between(some, 0, 30),
      between(some, 31, 60),
      between(some, 91, 180),
      Math.max(...some.map(({ day }) => ageOf(day))),
      money(some.map(({ value }) => value)),
    ],
  );
  const columns = ['skuIdDistinct', 'qtySum', 'units30Sum', 'units60Sum', 'units180Sum', 'ageMax', 'valueSum'];
  expect(await said('stock_age', ['warehouseId', ...columns])).toEqual(expected);
  expect(total(layers.filter(({ day }) => ageOf(day) > 90).map(({ qty }) => qty))).toBeGreaterThan(0);
});

test('what is still to be sent, by its last day', async () => {
  covers('ours: reports');
  const orders = await read(
    (tx) => tx.rows<{ day: string | null; account: string; units: number; total: bigint; currency: string }>`
      select to_char(ship_by at time zone ${ZONE}, 'YYYY-MM-DD') as day, account_id as account, unit_count as units,
        total, currency
      from sales_order where tenant_id = ${tx.tenant} and environment = 'live'
        and status in ('new', 'accepted', 'ready', 'processing', 'partial')`,
  );
  expect(
    await said('unshipped_by_deadline', ['shipByDay', 'accountId', 'currency', 'idRows', 'unitCountSum', 'totalSum']),
  ).toEqual(
    counted(
      orders,
      (row) => [row.day, row.account, row.currency],
      (some) => [some.length, total(some.map(({ units }) => units)), money(some.map((row) => row.total))],
    ),
  );
});

test('returns by reason', async () => {
  covers('ours: reports');
  const lines = await read(
    (tx) => tx.rows<{
      reason: string;
      fault: string;
      qty: number;
      damaged: number;
      loss: bigint | null;
      order: string;
      lines: number;
    }>`
      select e.name as reason, coalesce(r.fault, e.fault) as fault, l.qty_requested as qty, l.qty_damaged as damaged,
        case when r.status in ('credited', 'closed') then r.return_loss end as loss, r.id as "order",
        (select count(*)::integer from return_line x where x.tenant_id = r.tenant_id and x.return_id = r.id) as lines
      from return_line l join return_order r on r.tenant_id = l.tenant_id and r.id = l.return_id
        join return_reason e on e.tenant_id = r.tenant_id and e.id = r.reason_id
      where l.tenant_id = ${tx.tenant} and r.environment = 'live'
        and r.status not in ('draft', 'rejected', 'cancelled', 'expired')`,
  );
  // Where a return has one line, its loss is that of the line.
  expect(lines.every((row) => row.lines === 1 || row.loss === null)).toBe(true);
  expect(await said('returns_by_reason', ['reason', 'fault', 'idRows', 'qtySum', 'qtyDamagedSum', 'lossSum'])).toEqual(
    counted(
      lines,
      (row) => [row.reason, row.fault],
      (some) => [
        some.length,
        total(some.map(({ qty }) => qty)),
        total(some.map(({ damaged }) => damaged)),
        money(some.map(({ loss }) => loss ?? 0n)),
      ],
    ),
  );
});

test('how many of the parts that were asked for were sent: what nobody submitted or wants is not asked for', async () => {
  covers('ours: reports');
  const lines = await read(
    (tx) => tx.rows<{ parent: string; order: string; qty: number; sent: number; status: string }>`
      select l.parent_sku_id as parent, p.id as "order", l.qty, l.shipped_qty as sent, p.status
      from part_line l join part_order p on p.tenant_id = l.tenant_id and p.id = l.part_order_id
      where l.tenant_id = ${tx.tenant} and p.environment = 'live'`,
  );
  const wanted = lines.filter(({ status }) => status !== 'draft' && status !== 'cancelled');
  expect(wanted.length).toBeLessThan(lines.length);
  const columns = ['skuId', 'partOrderIdDistinct', 'qtySum', 'sentQtySum', 'sentQtyRatio'];
  expect(await said('parts_fill_rate', columns)).toEqual(
    counted(
      wanted,
      (row) => [row.parent],
      (some) => {
        const [asked, sent] = [total(some.map(({ qty }) => qty)), total(some.map((row) => row.sent))];
        return [distinct(some.map((row) => row.order)), asked, sent, (sent / asked).toFixed(6)];
      },
    ),
  );
});

test('what was paid for goods, by month', async () => {
  covers('ours: reports');
  const lines = await read(
    (tx) => tx.rows<{ sku: string; supplier: string; month: string; currency: string; qty: number; price: string }>`
      select l.sku_id as sku, o.supplier_id as supplier, to_char(o.ordered_at at time zone ${ZONE}, 'YYYY-MM') as month,
        l.currency, l.qty, l.unit_price::text as price
      from purchase_order_line l join purchase_order o on o.tenant_id = l.tenant_id and o.id = l.purchase_order_id
      where l.tenant_id = ${tx.tenant} and o.ordered_at is not null and o.status <> 'cancelled'`,
  );
  const columns = [
    'skuId',
    'supplierId',
    'orderedOnMonth',
    'currency',
    'qtySum',
    'unitPriceMin',
    'unitPriceAvg',
    'unitPriceMax',
  ];
  const plain = (price: number): string => String(Number(price.toFixed(4)));
  const answered = (await said('purchase_prices', columns)).map((line) =>
    words(line.split(' | ').map((part, at) => (at > 4 ? plain(Number(part)) : part))),
  );
  expect(answered.toSorted()).toEqual(
    counted(
      lines,
      (row) => [row.sku, row.supplier, row.month, row.currency],
      (some) => {
        const prices = some.map(({ price }) => Number(price));
        return [
          total(some.map(({ qty }) => qty)),
          plain(Math.min(...prices)),
          plain(total(prices) / prices.length),
          plain(Math.max(...prices)),
        ];
      },
    ),
  );
});

test('labels by carrier, and what left each warehouse', async () => {
  covers('ours: reports');
  const labels = await read(
    (tx) => tx.rows<{ carrier: string; owner: string; quoted: bigint; cost: bigint; currency: string; status: string }>`
      select carrier, owner, quoted_cost as quoted, cost, currency, status from shipping_label
      where tenant_id = ${tx.tenant} and environment = 'live'`,
  );
  const inForce = labels.filter(({ status }) => status === 'active' || status === 'used');
  const columns = ['carrier', 'owner', 'currency', 'idRows', 'quotedCostSum', 'costSum', 'costAvg'];
  expect(await said('label_cost_by_carrier', columns)).toEqual(
    counted(
      inForce,
      (row) => [row.carrier, row.owner, row.currency],
      (some) => {
        const costs = some.map(({ cost }) => cost);
        const mean = Math.round(Number(costs.reduce((all, one) => all + one, 0n)) / costs.length);
        return [some.length, money(some.map(({ quoted }) => quoted)), money(costs), major(BigInt(mean))];
      },
    ),
  );
  const left = await read(
    (tx) => tx.rows<{ warehouse: string; carrier: string; shipment: string; qty: number }>`
      select s.warehouse_id as warehouse, s.carrier_code as carrier, s.id as shipment, l.qty
      from shipment_line l join shipment s on s.tenant_id = l.tenant_id and s.id = l.shipment_id
      where l.tenant_id = ${tx.tenant} and s.shipped_at is not null and s.environment = 'live' and s.status <> 'voided'`,
  );
  expect(await said('shipped_by_warehouse', ['warehouseId', 'carrier', 'shipmentIdDistinct', 'qtySum'])).toEqual(
    counted(
      left,
      (row) => [row.warehouse, row.carrier],
      (some) => [distinct(some.map(({ shipment }) => shipment)), total(some.map(({ qty }) => qty))],
    ),
  );
});

test('deductions by type, shop and currency; those that were withdrawn are none', async () => {
  covers('ours: reports');
  await look(
    scene,
    (tx) => tx.run`
      update deduction set status = 'withdrawn'
      where tenant_id = ${tx.tenant} and id = (select id from deduction
        where tenant_id = ${tx.tenant} and status = 'posted' order by id limit 1)`,
  );
  interface Kept {
    type: string;
    account: string;
    currency: string;
    status: string;
    amount: bigint;
    recovered: bigint;
    lost: bigint;
  }
  const all = await read(
    (tx) => tx.rows<Kept>`
      select type, account_id as account, currency, status, amount, recovered, loss_total as lost from deduction
      where tenant_id = ${tx.tenant}
        and posted_at >= (${addDays(today(), -89)}::date::timestamp at time zone ${ZONE})`,
  );
  const kept = all.filter(({ status }) => status !== 'withdrawn');
  expect(kept.length).toBeLessThan(all.length);
  expect(distinct(kept.map(({ type }) => type))).toBeGreaterThan(1);
  expect(
    await said('deductions_by_type', [
      'type',
      'accountId',
      'currency',
      'idRows',
      'amountSum',
      'recoveredSum',
      'lossTotalSum',
    ]),
  ).toEqual(
    counted(
      kept,
      ({ type, account, currency }) => [type, account, currency],
      (some) => [
        some.length,
        money(some.map(({ amount }) => amount)),
        money(some.map(({ recovered }) => recovered)),
        money(some.map(({ lost }) => lost)),
      ],
    ),
  );
});

test('each of them is copied, and the copy may be changed where it may not', async () => {
  covers('ours: reports');
  for (const { id, code, name, waitsFor } of deliveredReports) {
    expect(await admin.put(`${HEAD}/edit`, { id, name: '改名' })).toMatchObject({
      success: false,
      message: `“${name}”是系统报表，不能编辑；需要不同的列请先复制一份`,
    });
    if (waitsFor !== null) continue;
    const row = await must(admin.get<Record<string, unknown>>(`${HEAD}/queryById`, { id }));
    const copy = `${code}_copy`;
    const made = await must(
      admin.post<{ id: string }>(`${HEAD}/add`, { ...row, id: undefined, name: `${name} 副本`, code: copy }),
    );
    const rows = async (of: string): Promise<unknown> =>
      (await must(admin.get<ReportData>(`/online/cgreport/api/getData/${of}`, { pageSize: '100' }))).records;
    expect(await rows(copy), code).toEqual(await rows(code));
    await must(admin.put(`${HEAD}/edit`, { id: made.id, name: '我的列' }));
    const own = await must(admin.get<{ name: string; isBuiltIn: boolean }>(`${HEAD}/queryById`, { id: made.id }));
    expect([own.name, own.isBuiltIn]).toEqual(['我的列', false]);
  }
});
