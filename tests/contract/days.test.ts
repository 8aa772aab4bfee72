import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Field, Fields } from '#kit/model/field.ts';
import { parseWireDay } from '#kit/model/time.ts';
import { readFields } from '#kit/server/parse.ts';
import { wireOf } from '#kit/server/import-export/sheet-columns.ts';
import { lifecycles, resources, views } from '#app/declarations.ts';
import { adjustFields, PRICE_FORM, PRICE_SHEET } from '#modules/channels/model/pricing/price-routes.ts';
import { RETURN_SHEET } from '#modules/channels/model/return-sheet.ts';
import { DEDUCTION_SHEET } from '#modules/finance/model/deduction-sheet.ts';
import { BANK_SHEET } from '#modules/finance/model/bank-sheet.ts';
import { REMITTANCE_SHEET } from '#modules/finance/model/remittance-sheet.ts';
import { manualOrderHeader, manualOrderLine } from '#modules/orders/model/manual-order.ts';
import { tenantFields } from '#modules/system/model/tenant.ts';
import { userFields } from '#modules/system/model/user.ts';
import { look } from '#tests/channels/shop.ts';
import { PASSWORD } from '#tests/harness/app.ts';
import { ADDRESS, must } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';
import { casesOf, fieldsOf, resources as listed, rowsOf, superQuery } from './resources.ts';
import { openWorld, type World } from './worlds.ts';

/** Sets of fields that people fill in, whoever declares them. */
const SETS: [string, Fields][] = [
  ...[...resources, ...views].map((one): [string, Fields] => [`${one.module}:${one.name}`, one.fields as Fields]),
  ...lifecycles.flatMap((one) =>
    Object.entries(one.moves as Record<string, { input?: Fields }>).map(([move, { input = {} }]): [string, Fields] => [
      `${one.of.name} ${move}`,
      input,
    ]),
  ),
  ['manual order', manualOrderHeader],
  ['manual order line', manualOrderLine],
  ['return of a sheet', RETURN_SHEET],
  ['remittance of a sheet', REMITTANCE_SHEET],
  ['movement of a bank by a sheet', BANK_SHEET],
  ['deduction of a sheet', DEDUCTION_SHEET],
  ['price', PRICE_FORM],
  ['price of a sheet', PRICE_SHEET],
  ['prices of many', adjustFields],
  ['user', userFields],
  ['tenant', tenantFields],
];
const DAYS = SETS.flatMap(([of, fields]) =>
  Object.entries(fields)
    .filter(([, { kind }]) => kind === 'date')
    .map(([key, field]): [string, string, Field] => [of, key, field]),
);

/** What may come for a day, and the day it is in three zones; the wall clock decides, not UTC. */
const SPELLINGS: readonly [string, Readonly<Record<string, string | null>>][] = [
  ['2026-11-22', same('2026-11-22')],
  [' 2026-11-22 ', same('2026-11-22')],
  ['2026-11-22 23:59:59', same('2026-11-22')],
  ['2026-11-22T23:30:00', same('2026-11-22')],
  ['2026-11-22T16:00:00.000Z', in3('2026-11-23', '2026-11-22', '2026-11-22')],
  ['2026-11-22T15:59:59Z', in3('2026-11-22', '2026-11-22', '2026-11-22')],
  ['2026-11-22T18:30:00Z', in3('2026-11-23', '2026-11-22', '2026-11-23')],
  ['2026-11-22T04:59:00Z', in3('2026-11-22', '2026-11-21', '2026-11-22')],
  ['2026-11-22T00:00:00+08:00', in3('2026-11-22', '2026-11-21', '2026-11-21')],
  ['2026-12-31T16:00:00Z', in3('2027-01-01', '2026-12-31', '2026-12-31')],
  ['2028-02-28T20:00:00-0500', in3('2028-02-29', '2028-02-28', '2028-02-29')],
  ['2026-02-30', same(null)],
  ['2026-02-30T00:00:00Z', same(null)],
  ['2026-11-22T25:00:00Z', same(null)],
  ['2026-11-22 24:00:00', same(null)],
  ['2026-11-22x', same(null)],
  ['2026-11-221', same(null)],
  ['22.11.2026', same(null)],
];

function in3(shanghai: string | null, newYork: string | null, kolkata: string | null) {
  return { 'Asia/Shanghai': shanghai, 'America/New_York': newYork, 'Asia/Kolkata': kolkata };
}
function same(day: string | null) {
  return in3(day, day, day);
}

test('no declaration of a day is left out here', () => {
  const declared = sources('modules')
    .filter((path) => path.includes('/model/') && !path.endsWith('.test.ts'))
    .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/\bdate\('([^']+)'/g)]);
  const titles = new Set(DAYS.map(([, , { title }]) => title));
  expect(declared.length).toBeGreaterThan(2);
  expect(declared.map(([, title]) => title as string).filter((title) => !titles.has(title))).toEqual([]);
});

const sources = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name));

describe.each(DAYS)('%s %s', (_of, key, field) => {
  test.each(SPELLINGS)('%s is the day that it is in the zone', (text, days) => {
    covers('ours: days of the tenant');
    for (const [zone, day] of Object.entries(days)) {
      expect(parseWireDay(text, zone), zone).toBe(day);
      const options = { zone, partial: true };
      const writable = { ...field, derived: false };
      const { values, errors } = readFields({ [key]: writable }, { [key]: text }, options);
      const fault = { field: key, code: 'invalid', message: `${field.title}不是有效的日期` };
      expect(day === null ? errors : values, zone).toEqual(day === null ? [fault] : { [key]: day });
      // A cell of a sheet says the same, in whatever way spreadsheets show a day.
      const cell = wireOf({ key, field, title: field.title }, text);
      const read = readFields({ [key]: writable }, { [key]: cell }, options);
      if (day !== null) expect(read.values, `sheet ${zone}`).toEqual({ [key]: day });
    }
  });

  test.each(['2026/3/1', '2026年3月1日', '20260301', '2026-03-01 00:00:00'])('a sheet may write %s', (text) =>
    expect(
      readFields(
        { [key]: { ...field, derived: false } },
        { [key]: wireOf({ key, field, title: field.title }, text) },
        { zone: 'Asia/Shanghai', partial: true },
      ).values,
    ).toEqual({ [key]: '2026-03-01' }),
  );
});

describe('over HTTP, in Shanghai', () => {
  const INSTANT = '2026-11-22T16:00:00.000Z';
  const DAY = '2026-11-23';
  let world: World;
  let order: string;
  const head = () => ({ accountId: world.scene.seller.accountId, ...ADDRESS });
  beforeAll(async () => {
    world = await openWorld();
    const { admin, scene } = world;
    const [sku] = Object.values(scene.seller.skus);
    const line = { skuId: sku, qty: 1, unitPrice: '10', estShipDate: INSTANT };
    const made = await must(admin.post<{ id: string }>('/orders/salesOrder/add', { ...head(), lines: [line] }));
    order = made.id;
    const [warehouseId] = Object.values(scene.seller.warehouses);
    const rate = { fromCode: 'USD', toCode: 'CNY', rate: '7.1' };
    await must(admin.post('/base/exchangeRate/add', { ...rate, effectiveDate: INSTANT }));
    await must(
      admin.post('/catalog/skuCost/add', {
        skuId: sku,
        standardCost: '1.0000',
        effectiveFrom: INSTANT,
      }),
    );
    await must(
      admin.post('/channels/channelFee/add', {
        code: 'DAY',
        channelCode: 'wayfair',
        feeType: 'ad',
        rate: '0.1',
        effectiveFrom: INSTANT,
        effectiveTo: INSTANT,
      }),
    );
    const table = { code: 'DAY', name: '按天' };
    const { id: tableId } = await must(admin.post<{ id: string }>('/base/freightTable/add', table));
    await must(
      admin.post('/base/freightVersion/add', {
        tableId,
        rates: '重量\tA\n1\t1',
        zones: 'US\t1\t\tA',
        effectiveFrom: INSTANT,
        effectiveTo: INSTANT,
      }),
    );
    await must(
      admin.post('/inventory/inboundReceipt/add', {
        warehouseId,
        eta: INSTANT,
        lines: [{ skuId: sku, qty: 1 }],
      }),
    );
    const supplier = { code: 'DAY', name: '按天', type: 'factory', currency: 'USD' };
    const { id: supplierId } = await must(admin.post<{ id: string }>('/base/supplier/add', supplier));
    await must(
      admin.post('/purchasing/purchaseOrder/add', {
        supplierId,
        warehouseId,
        eta: INSTANT,
        lines: [{ skuId: sku, qty: 1, eta: INSTANT }],
      }),
    );
    await must(
      admin.post('/purchasing/supplierPrice/add', {
        supplierId,
        skuId: sku,
        minQty: 1,
        unitPrice: '1',
        currency: 'USD',
        effectiveDate: INSTANT,
      }),
    );
  });
  afterAll(() => world?.scene.stop());

  test('a line that is added or edited with an instant keeps the day of the tenant', async () => {
    const { admin } = world;
    interface Draft {
      id: string;
      version: number;
      lines: { orderLine: { id: string; skuId: string; estShipDate: string }[] };
    }
    const read = (): Promise<Draft> => must(admin.get<Draft>('/orders/salesOrder/queryById', { id: order }));
    const before = await read();
    expect(before.lines.orderLine.map((one) => one.estShipDate)).toEqual([DAY]);
    const [line] = before.lines.orderLine;
    await must(
      admin.put('/orders/salesOrder/edit', {
        id: order,
        version: before.version,
        ...head(),
        lines: [
          {
            id: line?.id,
            skuId: line?.skuId,
            qty: 1,
            unitPrice: '10',
            estShipDate: '2026-11-24T16:00:00Z',
          },
        ],
      }),
    );
    expect((await read()).lines.orderLine.map((one) => one.estShipDate)).toEqual(['2026-11-25']);
    await must(
      admin.put('/orders/salesOrder/edit', {
        id: order,
        version: (await read()).version,
        ...head(),
        lines: [{ id: line?.id, skuId: line?.skuId, qty: 1, unitPrice: '10', estShipDate: INSTANT }],
      }),
    );
  });

  test('a birthday is a day, however it is sent', async () => {
    const { admin } = world;
    const person = { realname: '生日', password: PASSWORD, post: 'x' };
    for (const [username, birthday, expected] of [
      ['day_1', '1990-05-01', '1990-05-01'],
      // Shanghai kept summer time in 1990.
      ['day_2', '1990-04-30T15:00:00.000Z', '1990-05-01'],
    ] as const) {
      await must(admin.post('/sys/user/add', { ...person, username, birthday }));
      const [row] = await look(
        world.scene,
        (tx) => tx.platform.rows<{ birthday: string }>`
          select birthday::text from app_user where username = ${username}`,
      );
      expect(row?.birthday).toBe(expected);
    }
  });

  const dated = listed.filter((one) => fieldsOf(one).some(([, { kind }]) => kind === 'date'));
  test.each(casesOf(dated))('%s is filtered by instants as by the days they are', async (_path, of) => {
    covers('ours: days of the tenant');
    // Days that nobody types: they follow from how an order was accepted, or from the clock.
    await look(world.scene, async (tx) => {
      await tx.run`update sales_order set backorder_date = ${DAY} where tenant_id = ${tx.tenant}
          and id = (select min(id::text)::uuid from sales_order where tenant_id = ${tx.tenant})`;
      await tx.run`update order_line set backorder_date = ${DAY} where tenant_id = ${tx.tenant}
          and id = (select min(id::text)::uuid from order_line where tenant_id = ${tx.tenant})`;
      await tx.run`update part_order set planned_ship_date = ${DAY} where tenant_id = ${tx.tenant}`;
      await tx.run`update claim set incident_on = ${DAY}, due_on = ${DAY}, remind_on = ${DAY}, answer_by = ${DAY} where tenant_id = ${tx.tenant}`;
      await tx.run`update handover set day = ${DAY} where tenant_id = ${tx.tenant}`;
      await tx.run`update supplier_credit set issued_on = ${DAY} where tenant_id = ${tx.tenant}`;
      await tx.run`update invoice set issue_date = ${DAY}, due_date = ${DAY}, discount_date = ${DAY} where tenant_id = ${tx.tenant}`;
      await tx.run`update invoice_settlement set settled_on = ${DAY} where tenant_id = ${tx.tenant}`;
      await tx.run`update payment set paid_on = ${DAY} where tenant_id = ${tx.tenant}`;
      await tx.run`update bank_line set booked_on = ${DAY}, value_on = ${DAY} where tenant_id = ${tx.tenant}`;
      await tx.run`update report_file set period_from = ${DAY}, period_to = ${DAY} where tenant_id = ${tx.tenant}`;
      await tx.run`update market_report set period_from = ${DAY}, period_to = ${DAY}, due_on = ${DAY} where tenant_id = ${tx.tenant}
          and id = (select min(id::text)::uuid from market_report where tenant_id = ${tx.tenant})`;
      await tx.run`update remittance set pay_date = ${DAY} where tenant_id = ${tx.tenant}`;
      await tx.run`update performance_target set effective_from = ${DAY} where tenant_id = ${tx.tenant}
          and id = (select min(id::text)::uuid from performance_target where tenant_id = ${tx.tenant})`;
      await tx.run`update published_metric set published_on = ${DAY} where tenant_id = ${tx.tenant}
          and id = (select min(id::text)::uuid from published_metric where tenant_id = ${tx.tenant})`;
      await tx.run`update price_record set effective_from = ${DAY}, asked_from = ${DAY}, effective_to = ${DAY}
        where tenant_id = ${tx.tenant}`;
      await tx.run`update claim_payment set paid_on = ${DAY} where tenant_id = ${tx.tenant}`;
    });
    for (const [key, { kind }] of fieldsOf(of)) {
      if (kind !== 'date') continue;
      const ids = async (query: Record<string, string>): Promise<string[]> =>
        (await rowsOf(world.admin, of, query)).map(({ id }) => id).sort();
      const found = await ids({ [key]: DAY });
      expect(found.length, key).toBeGreaterThan(0);
      for (const [name, params, day] of [
        ['equal', { [key]: INSTANT }, found],
        ['from', { [`${key}_begin`]: INSTANT }, await ids({ [`${key}_begin`]: DAY })],
        ['to', { [`${key}_end`]: INSTANT }, await ids({ [`${key}_end`]: DAY })],
        ['advanced', superQuery(key, 'eq', INSTANT), found],
        ['advanced from', superQuery(key, 'ge', INSTANT), await ids({ [`${key}_begin`]: DAY })],
        ['unlike', { [key]: `!${INSTANT}` }, await ids({ [key]: `!${DAY}` })],
      ] as const)
        expect(await ids(params), `${key} ${name}`).toEqual(day);
    }
  });

  test('moments are asked for by an instant too', async () => {
    const of = listed.find(({ name }) => name === 'salesOrder');
    if (!of) throw new Error('no orders');
    const [row] = await rowsOf(world.admin, of);
    const written = String(row?.['createTime']);
    const instant = new Date(`${written.replace(' ', 'T')}+08:00`).toISOString();
    const found = await rowsOf(world.admin, of, { createTime: instant });
    expect(found.map(({ id }) => id)).toContain(row?.id);
    expect(found.map(({ id }) => id)).toEqual(
      (await rowsOf(world.admin, of, { createTime: written })).map(({ id }) => id),
    );
  });
});
