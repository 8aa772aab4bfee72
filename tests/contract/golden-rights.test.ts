import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resourceKey } from '#kit/model/resource.ts';
import { systemActor } from '#kit/server/actor.ts';
import { newId } from '#kit/server/new-id.ts';
import { createUser } from '#modules/system/server/index.ts';
import { PASSWORD, type Client, type TestApp } from '#tests/harness/app.ts';
import { must, STOOL } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';
import { call } from './calls.ts';
import { SCOPES } from './golden-scopes.ts';
import { listOf, pathOf, resources, rowsOf } from './resources.ts';
import { openWorld } from './worlds.ts';

/*
 * Who may do what, who sees what, and what the row scope holds, as the domain's table has it. Written
 * down by hand and asked over HTTP: nothing here is taken from the declarations or the preset roles.
 */

const ROLES = ['OPS', 'CS', 'WH', 'BUY', 'FIN', 'FINR', 'TADM', 'AUD'] as const;
type Role = (typeof ROLES)[number];

/** Deed → the roles that may do it. Whoever may hears that the row is not there, else 403. */
const DEEDS: readonly (readonly [path: string, roles: readonly Role[]])[] = [
  ['orders/salesOrder/:id/accept', ['OPS', 'TADM']],
  ['orders/salesOrder/:id/reject', ['OPS', 'TADM']],
  ['orders/salesOrder/:id/hold', ['OPS', 'CS', 'TADM']],
  ['orders/salesOrder/:id/acceptPrice', ['FIN', 'FINR', 'TADM']],
  ['orders/salesOrder/:id/start', ['OPS', 'WH', 'TADM']],
  ['fulfilment/shipment/:id/pack', ['WH', 'TADM']],
  ['fulfilment/shipment/:id/sealAll', ['WH', 'TADM']],
  ['fulfilment/shipment/:id/register', ['WH', 'TADM']],
  ['fulfilment/shipment/printLabels', ['WH', 'TADM']],
  ['fulfilment/shipment/:id/ship', ['WH', 'TADM']],
  ['fulfilment/shipment/:id/unship', ['TADM']],
  ['fulfilment/wave/make', ['OPS', 'WH', 'TADM']],
  ['fulfilment/wave/:id/assign', ['OPS', 'WH', 'TADM']],
  ['fulfilment/wave/:id/pick', ['WH', 'TADM']],
  ['fulfilment/handover/:id/scan', ['WH', 'TADM']],
  ['fulfilment/handover/:id/handOver', ['WH', 'TADM']],
  ['fulfilment/handover/:id/reopen', ['OPS', 'TADM']],
  ['aftersales/partOrder/:id/confirm', ['OPS', 'CS', 'TADM']],
  ['aftersales/partOrder/:id/reject', ['OPS', 'CS', 'TADM']],
  ['aftersales/partOrder/:id/ship', ['WH', 'TADM']],
  ['aftersales/partOrder/shipTogether', ['WH', 'TADM']],
  ['aftersales/partOrder/buy', ['OPS', 'BUY', 'TADM']],
  ['aftersales/returnOrder/print', ['OPS', 'CS', 'WH', 'TADM']],
  ['aftersales/partOrder/print', ['OPS', 'CS', 'WH', 'TADM']],
  ['channels/stockPush/:id/override', ['TADM']],
  ['channels/priceRecord/add', ['OPS', 'TADM']],
  ['channels/priceRecord/adjust', ['OPS', 'TADM']],
  ['channels/priceRecord/:id/submit', ['OPS', 'TADM']],
  ['channels/priceRecord/:id/approve', ['FINR', 'TADM']],
  ['channels/priceRecord/:id/reject', ['FINR', 'TADM']],
  ['channels/priceRecord/:id/acknowledge', ['OPS', 'TADM']],
  ['channels/publishTask/add', ['OPS', 'TADM']],
  ['channels/publishTask/:id/submit', ['OPS', 'TADM']],
  ['channels/promotion/add', ['OPS', 'TADM']],
  ['channels/promotion/:id/schedule', ['OPS', 'TADM']],
  ['channels/promotion/:id/approveException', ['FINR', 'TADM']],
  ['channels/priceSetting/edit', ['FINR', 'TADM']],
  ['inventory/stockAdjustment/:id/submit', ['WH', 'TADM']],
  ['inventory/stockAdjustment/:id/approve', ['FINR', 'TADM']],
  ['inventory/stockCount/:id/start', ['WH', 'TADM']],
  ['inventory/stockCount/:id/count', ['WH', 'TADM']],
  ['inventory/stockCount/:id/post', ['WH', 'FINR', 'TADM']],
  ['inventory/skuBin/:id/primary', ['OPS', 'WH', 'TADM']],
  ['base/warehouseBin/print', ['OPS', 'CS', 'WH', 'BUY', 'FIN', 'FINR', 'TADM', 'AUD']],
  ['inventory/stockTransfer/:id/send', ['WH', 'TADM']],
  ['inventory/stockTransfer/:id/receive', ['WH', 'TADM']],
  ['inventory/stockTransfer/:id/writeOff', ['FINR', 'TADM']],
  ['inventory/inboundReceipt/:id/approve', ['FINR', 'TADM']],
  ['inventory/inboundReceipt/:id/receive', ['WH', 'TADM']],
  ['inventory/stateChange/:id/post', ['WH', 'FINR', 'TADM']],
  ['catalog/picture/:id/edit', ['OPS', 'TADM']],
  ['catalog/picture/:id/replace', ['OPS', 'TADM']],
  ['purchasing/purchaseOrder/:id/submit', ['BUY', 'TADM']],
  ['purchasing/purchaseOrder/:id/approve', ['FINR', 'TADM']],
  ['purchasing/purchaseOrder/:id/order', ['BUY', 'TADM']],
  ['purchasing/purchaseOrder/:id/notify', ['BUY', 'TADM']],
  ['purchasing/purchaseOrder/:id/close', ['BUY', 'TADM']],
  ['purchasing/purchaseOrder/:id/copy', ['BUY', 'TADM']],
  ['purchasing/restockAdvice/order', ['BUY', 'TADM']],
  ['purchasing/purchaseOrder/print', ['BUY', 'TADM']],
  ['purchasing/landedCost/:id/post', ['FIN', 'FINR', 'TADM']],
  ['purchasing/landedCost/:id/reverse', ['FINR', 'TADM']],
  ['purchasing/landedCost/:id/cancel', ['BUY', 'FIN', 'TADM']],
  ['purchasing/supplierBill/:id/match', ['BUY', 'FIN', 'TADM']],
  ['purchasing/supplierBill/:id/approve', ['FINR', 'TADM']],
  ['purchasing/supplierBill/:id/post', ['FIN', 'TADM']],
  ['purchasing/supplierBill/:id/pay', ['FIN', 'TADM']],
  ['purchasing/billPayment/:id/reverse', ['FINR', 'TADM']],
  ['purchasing/purchaseOrder/:id/mail', ['BUY', 'TADM']],
  ['purchasing/supplyFeed/:id/run', ['BUY', 'TADM']],
  ['purchasing/supplierProduct/:id/link', ['BUY', 'TADM']],
  ['purchasing/supplierProduct/:id/apply', ['BUY', 'TADM']],
  ['finance/poMoney/answers', ['OPS', 'CS', 'FIN', 'FINR', 'TADM', 'AUD']],
  ['aftersales/returnOrder/:id/submit', ['OPS', 'CS', 'WH', 'TADM']],
  ['aftersales/returnOrder/:id/approve', ['OPS', 'CS', 'TADM']],
  ['aftersales/returnOrder/:id/reject', ['OPS', 'CS', 'TADM']],
  ['aftersales/returnOrder/:id/cancel', ['OPS', 'CS', 'TADM']],
  ['aftersales/returnOrder/:id/receive', ['WH', 'TADM']],
  ['aftersales/returnDesk/step', ['WH', 'TADM']],
  ['aftersales/returnDesk/unordered', ['WH', 'TADM']],
  ['aftersales/returnOrder/:id/inspect', ['WH', 'TADM']],
  ['aftersales/returnOrder/:id/dispose', ['WH', 'TADM']],
  ['aftersales/returnOrder/:id/approveDisposal', ['OPS', 'TADM']],
  ['aftersales/returnOrder/:id/credit', ['FIN', 'FINR', 'TADM']],
  ['aftersales/creditNote/:id/reverse', ['FINR', 'TADM']],
  ['aftersales/claim/:id/submit', ['OPS', 'BUY', 'TADM']],
  ['aftersales/claim/:id/abandon', ['OPS', 'BUY', 'TADM']],
  ['aftersales/claim/:id/settleFound', ['FIN', 'FINR', 'TADM']],
  ['aftersales/claim/:id/pay', ['FIN', 'TADM']],
  ['aftersales/claim/:id/unpay', ['FINR', 'TADM']],
  ['aftersales/claim/:id/waive', ['FIN', 'FINR', 'TADM']],
  ['aftersales/returnLabel/:id/voidLabel', ['OPS', 'CS', 'TADM']],
  ['automation/rule/add', ['OPS', 'TADM']],
  ['automation/rule/:id/test', ['OPS', 'TADM']],
  ['automation/rule/:id/activate', ['OPS', 'TADM']],
  ['automation/rule/:id/pause', ['OPS', 'TADM']],
  ['automation/rule/run', ['OPS', 'TADM']],
  ['fulfilment/shipment/join', ['OPS', 'WH', 'TADM']],
  ['fulfilment/shipment/:id/takeApart', ['OPS', 'WH', 'TADM']],
  ['automation/ruleTask/:id/finish', ['OPS', 'CS', 'WH', 'TADM']],
  ['orders/salesOrder/tag', ['OPS', 'CS', 'TADM']],
  ['base/customer/tag', ['FIN', 'TADM']],
  ['base/tag/add', ['OPS', 'CS', 'FIN', 'TADM']],
  ['base/tag/merge', ['OPS', 'TADM']],
  ['sys/user/add', ['TADM']],
  ['sys/permission/saveRolePermission', ['TADM']],
  ['base/channelAccount/add', ['TADM']],
];

/** Who sees what goods cost; who sees buyers (the warehouse does on labels alone). */
const SEES: Readonly<Record<'cost' | 'pii', readonly Role[]>> = {
  cost: ['OPS', 'BUY', 'FIN', 'FINR', 'TADM', 'AUD'],
  pii: ['OPS', 'CS', 'TADM'],
};

let scene: TestApp;
let admin: Client;
const people = {} as Record<Role, Client>;
let shopless: Client;
let placeless: Client;

beforeAll(async () => {
  ({ scene, admin } = await openWorld());
  const person = async (username: string, role: Role, more: object = {}): Promise<Client> => {
    await createUser(scene.app.db, systemActor(1, 'test'), {
      username,
      realname: username,
      password: PASSWORD,
      roles: [role],
      departs: ['A01'],
      ...more,
    });
    return scene.as(username);
  };
  for (const role of ROLES) people[role] = await person(`golden_${role.toLowerCase()}`, role);
  shopless = await person('shopless', 'TADM', { shops: [] });
  placeless = await person('placeless', 'TADM', { warehouses: [] });
  const id = scene.seller.skus[STOOL] as string;
  await must(admin.put('/catalog/sku/edit', { id, standardCost: '7654.3219' }));
});
afterAll(() => scene?.stop());

test.each(DEEDS)('%s is for the roles of the table', async (path, roles) => {
  covers('ours: tables of rights, masks, scopes and moves');
  const route = { method: 'POST', path: `/${path.replace(':id', newId())}` } as const;
  const may: Role[] = [];
  for (const role of ROLES) {
    const { status } = await call(scene, route, {
      token: people[role].token,
      body: { ids: [newId()] },
      headers: { 'idempotency-key': newId() },
    });
    if (status !== 403) may.push(role);
  }
  expect(may.sort()).toEqual([...roles].sort());
});

test('costs and buyers are seen by the roles of the table', async () => {
  const [order] = await rowsOf(
    admin,
    resources.find((one) => resourceKey(one) === 'orders:salesOrder') as (typeof resources)[0],
  );
  const request = {
    cost: ['/catalog/sku/queryById', scene.seller.skus[STOOL] as string, 'standardCost'],
    pii: ['/orders/salesOrder/queryById', order?.id as string, 'shipToCity'],
  } as const;
  for (const [mask, [path, id, key]] of Object.entries(request)) {
    const seeing: Role[] = [];
    for (const role of ROLES) {
      const row = await must(people[role].get<Record<string, unknown>>(path, { id }));
      if (row[key] !== undefined) seeing.push(role);
    }
    expect(seeing.sort(), mask).toEqual([...SEES[mask as 'cost' | 'pii']].sort());
  }
});

test('views that somebody shares are changed by the roles that administer', async () => {
  const content = {
    columns: [],
    density: 'compact',
    tab: null,
    filters: {},
    sort: null,
    pageSize: null,
  };
  const made = await must(
    people.OPS.post<{ id: string }>('/sys/listView/add', {
      listKey: 'catalog:sku',
      name: '团队',
      content,
    }),
  );
  const shared = { id: made.id, version: 1, isShared: true };
  await must(people.OPS.put('/sys/listView/edit', shared));
  const changing: Role[] = [];
  for (const role of ROLES) {
    if (role === 'OPS') continue;
    // Of an old version: whoever may hears that, everybody else that they may not.
    const { status } = await people[role].put('/sys/listView/edit', shared);
    if (status === 409) changing.push(role);
    else expect(status, role).toBe(403);
  }
  expect(changing).toEqual(['TADM']);
});

test('every resource stands in the table of scopes', () => {
  expect(resources.map(resourceKey).sort()).toEqual(Object.keys(SCOPES).sort());
});

describe.each(Object.entries(SCOPES))('%s', (key, scope) => {
  const resource = () => resources.find((one) => resourceKey(one) === key) as (typeof resources)[0];

  test(`is limited by: ${scope}`, async () => {
    const total = async (who: Client): Promise<number> => (await must(listOf(who, resource()))).total;
    const [row] = await rowsOf(admin, resource());
    expect(row, 'a row to speak about').toBeDefined();
    if (scope === 'own') {
      const seen = await total(shopless);
      expect(seen).toBeGreaterThan(0);
      expect(await total(placeless)).toBeGreaterThan(seen);
      return;
    }
    const hides = { shop: [0, null], warehouse: [null, 0], both: [0, 0], none: [null, null] }[scope];
    for (const [at, who] of [shopless, placeless].entries()) {
      const limited = who === shopless ? 'without shops' : 'without warehouses';
      if (hides[at] === 0) {
        expect(await total(who), limited).toBe(0);
        const opened = await who.get(`${pathOf(resource())}/queryById`, { id: String(row?.id) });
        expect(opened.status, limited).toBe(404);
      } else expect(await total(who), limited).toBeGreaterThan(0);
    }
  });
});
