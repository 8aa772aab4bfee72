import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import { postMovements } from '#modules/inventory/server/index.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';
import { openTenant } from '#tests/tenants/tenant-scene.ts';

let scene: TestApp;
let admin: Client;

beforeAll(async () => {
  scene = await startTestApp({ startsAt: new Date('2026-11-25T02:00:00Z') });
  admin = await scene.as('admin');
});
afterAll(() => scene?.stop());

interface Country {
  currency: string;
  /** What a dollar is worth, at the bill and when it is paid. */
  rate: string;
  payRate: string;
  /** Minor units. */
  received: bigint;
  sold: bigint;
  left: bigint;
  fx: bigint;
  unitCost: string;
}

interface House {
  id: number;
  boss: Client;
  warehouseId: string;
  skuId: string;
  supplierId: string;
}

/** A tenant with a warehouse, a SKU and a supplier who asks dollars. */
async function openHouse({ currency, rate }: Country): Promise<House> {
  const { id, boss } = await openTenant(scene, admin, currency, { baseCurrency: currency });
  const add = async (path: string, body: object): Promise<string> =>
    (await must(boss.post<{ id: string }>(`${path}/add`, body))).id;
  await add('/base/exchangeRate', {
    fromCode: 'USD',
    toCode: currency,
    rate,
    effectiveDate: '2026-11-01',
  });
  const warehouseId = await add('/base/warehouse', {
    code: 'W1',
    name: '一号仓',
    type: 'self',
    timezone: 'Asia/Shanghai',
    status: 'enabled',
    country: 'US',
    state: 'NJ',
    city: 'Edison',
    zip: '08817',
    address1: '1 Main St',
  });
  const productId = await add('/catalog/product', { spuCode: 'P1', name: '床头柜' });
  const skuId = await add('/catalog/sku', { skuCode: 'S1', name: '床头柜 白', productId });
  const supplierId = await add('/base/supplier', {
    code: 'NB',
    name: '宁波家具厂',
    type: 'factory',
    currency: 'USD',
    status: 'enabled',
  });
  return { id, boss, warehouseId, skuId, supplierId };
}

const step = async (boss: Client, path: string, body: object = {}): Promise<{ state: string }> =>
  must(boss.post<{ state: string }>(path, body, { 'idempotency-key': newId() }));

const inTenant = <T>({ id }: House, work: (tx: Tx) => Promise<T>): Promise<T> =>
  scene.app.db.tx(systemActor(id, 'test'), work);

/** Ten units at 12.34 USD, ordered and taken in. */
async function buy({ boss, skuId, supplierId, warehouseId }: House) {
  const { id: orderId } = await must(
    boss.post<{ id: string }>('/purchasing/purchaseOrder/add', {
      supplierId,
      warehouseId,
      currency: 'USD',
      lines: [{ skuId, qty: 10, unitPrice: '12.34' }],
    }),
  );
  expect(await step(boss, `/purchasing/purchaseOrder/${orderId}/submit`)).toMatchObject({
    state: 'approved',
  });
  await step(boss, `/purchasing/purchaseOrder/${orderId}/order`);
  const { receipts } = await must(
    boss.get<{ receipts: { id: string }[] }>('/purchasing/purchaseOrder/queryById', {
      id: orderId,
    }),
  );
  const receiptId = receipts[0]?.id ?? '';
  for (const move of ['arrive', 'receive']) await step(boss, `/inventory/inboundReceipt/${receiptId}/${move}`);
  return { orderId, receiptId };
}

/** Debit less credit, by account. */
const balances = (house: House): Promise<Record<string, bigint>> =>
  inTenant(house, async (tx) => {
    const rows = await tx.rows<{ code: string; currency: string; balance: bigint }>`
      select a.code, a.currency,
        sum(case when p.debit_account_id = a.id then p.amount else -p.amount end)::bigint as balance
      from account a join posting p on p.tenant_id = a.tenant_id and a.id in (p.debit_account_id, p.credit_account_id)
      where a.tenant_id = ${tx.tenant} group by 1, 2`;
    return Object.fromEntries(rows.map((row) => [`${row.code} ${row.currency}`, row.balance]));
  });

test.each<Country>([
  {
    currency: 'CNY',
    rate: '7.2',
    payRate: '7.3',
    // 10 × 88.8480; three of them leave before 10.00 of freight come, of which seven tenths stay.
    received: 88_848n,
    sold: 26_654n,
    left: 62_894n,
    fx: 1_234n,
    unitCost: '89.8486',
  },
  {
    currency: 'JPY',
    rate: '150',
    payRate: '151',
    // 10 × 1,851; freight of 1,000. 123.40 USD are 18,510, then 18,633.4.
    received: 18_510n,
    sold: 5_553n,
    left: 13_657n,
    fx: 123n,
    unitCost: '1951.0000',
  },
  {
    currency: 'KWD',
    rate: '0.307',
    payRate: '0.308',
    // 10 × 3.7884; freight of 1.000. 123.40 USD are 37.8838, then 38.0072.
    received: 37_884n,
    sold: 11_365n,
    left: 27_219n,
    fx: 123n,
    unitCost: '3.8884',
  },
])('stock, bills and payments of a tenant in $currency are in its own money', async (country) => {
  covers('ours: currencies and rates');
  const { currency, payRate, received, sold, left, fx, unitCost } = country;
  const house = await openHouse(country);
  const { boss, skuId, supplierId, warehouseId } = house;
  const { orderId, receiptId } = await buy(house);
  expect(await balances(house)).toEqual({
    [`inventory ${currency}`]: received,
    [`grni ${currency}`]: -received,
  });

  const sale = {
    key: newId(),
    warehouseId,
    skuId,
    condition: 'good',
    type: 'sale_out',
    qty: -3,
    refType: 'test',
    refId: newId(),
    refNo: 'SOLD',
  };
  const costs = await inTenant(house, (tx) => postMovements(tx, { movements: [sale] }));
  expect(costs.get(sale.key)).toBe(sold);

  const freight = currency === 'CNY' ? '10' : currency === 'JPY' ? '1000' : '1';
  const { id: costId } = await must(
    boss.post<{ id: string }>('/purchasing/landedCost/add', {
      currency,
      basis: 'qty',
      freight,
      warehouseId,
      supplierId,
      lines: [{ receiptId }],
    }),
  );
  await step(boss, `/purchasing/landedCost/${costId}/post`);
  expect((await balances(house))[`inventory ${currency}`]).toBe(left);

  const { id: billId } = await must(
    boss.post<{ id: string }>('/purchasing/supplierBill/add', {
      supplierId,
      invoiceNo: 'INV-1',
      currency: 'USD',
      billDate: '2026-11-20',
      lines: [{ purchaseOrderId: orderId, skuId, qty: 10, unitPrice: '12.34' }],
    }),
  );
  const bill = `/purchasing/supplierBill/${billId}`;
  expect(await step(boss, `${bill}/match`)).toMatchObject({ state: 'matched' });
  await step(boss, `${bill}/post`);
  await step(boss, `${bill}/pay`, { payRate });
  const books = await balances(house);
  expect(books).toMatchObject({ [`fx ${currency}`]: fx, [`inventory ${currency}`]: left });
  expect(books[`ap ${currency}`]).toBe(0n);
  expect(books[`grni ${currency}`]).toBe(0n);
  // Nothing of it is in another currency, and all of it comes to nothing.
  expect(Object.keys(books).filter((key) => !key.endsWith(` ${currency}`))).toEqual([]);
  expect(Object.values(books).reduce((sum, one) => sum + one, 0n)).toBe(0n);

  const {
    layers,
    moved,
    costs: unitCosts,
  } = await inTenant(
    house,
    (tx) =>
      tx.one<{ layers: bigint; moved: string[]; costs: string[] }>`
      select (select sum(value_left) from cost_layer where tenant_id = ${tx.tenant})::bigint as layers,
        array(select unit_cost::text from cost_layer where tenant_id = ${tx.tenant} and qty_left > 0) as costs,
        array(select distinct currency from stock_movement where tenant_id = ${tx.tenant}
          union select currency from inbound_receipt where tenant_id = ${tx.tenant}) as moved`,
  );
  expect({ layers, moved }).toEqual({ layers: left, moved: [currency] });
  // Of the seven that are left, freight within.
  expect(unitCosts).toEqual([unitCost]);
  for (const { id, find } of scene.app.assembled.invariants) expect(await inTenant(house, find), id).toEqual([]);
});

test('lists of stock are worded in the currency of the tenant, to its places', async () => {
  const boss = await scene.as('boss_JPY');
  const { records } = await must(
    boss.get<{ records: object[] }>('/inventory/stockMovement/list', { type: 'purchase_in' }),
  );
  expect(records).toMatchObject([{ currency: 'JPY', costValue: '18510', unitCost: '1851.0000', qty: 10 }]);
  const totals = await must(boss.get('/inventory/stockAge/totals'));
  expect(totals).toMatchObject({ currency: 'JPY', value: '13657', qty: 7 });
  const days = await must(boss.get('/inventory/stockOfDay/totals', { day: '2026-11-25' }));
  expect(days).toMatchObject({ currency: 'JPY', closing: { units: 7, value: '13657' } });
  const access = await must(boss.get('/sys/permission/getUserPermissionByToken'));
  expect(access).toMatchObject({ baseCurrency: 'JPY' });
});

test('the base currency of a tenant stays as it was opened with', async () => {
  const { records } = await must(
    admin.get<{ records: { id: number; version: number; code: string }[] }>('/sys/tenant/list', {
      code: 'JPY',
    }),
  );
  const [row] = records;
  const edit = (baseCurrency: string) =>
    admin.put<{ errors: object[] }>('/sys/tenant/edit', { id: row?.id, baseCurrency });
  expect(await edit('USD')).toMatchObject({
    success: false,
    result: {
      errors: [{ field: 'baseCurrency', message: '本位币在开通租户时确定，之后不能更改' }],
    },
  });
  expect((await edit('JPY')).success).toBe(true);
});
