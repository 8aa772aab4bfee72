import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { newId } from '#kit/server/new-id.ts';
import { TENANT_ADMIN } from '#modules/system/model/preset-roles.ts';
import { createTenant, createUser } from '#modules/system/server/index.ts';
import { fault, look, place, pull } from '#tests/channels/shop.ts';
import { PASSWORD, seededWorld, startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { newSupplier } from '#tests/journeys/bill-scene.ts';
import { draftClaim } from '#tests/journeys/claim-scene.ts';
import { giveFile, listOf } from '#tests/journeys/market-scene.ts';
import { facts } from '#tests/lifecycles/facts/index.ts';
import { makeOneOfEach, must, newOrder, startedShipment } from '#tests/lifecycles/one-of-each.ts';
import { registers } from './resources.ts';
import { Samples, type KnownSamples } from './sample-row.ts';

export interface World {
  scene: TestApp;
  admin: Client;
  samples: Samples;
}

/**
 * The demo seller with a few rows of every register, and of every document one that the product
 * made itself: orders pulled, packed, labelled, asked to be cancelled, changed and set aside. Made once
 * in a run: each caller has a copy of its own.
 */
export async function openWorld(): Promise<World> {
  const world = await seededWorld('contract', makeWorld);
  const scene = await startTestApp({ world });
  const admin = await scene.as('admin');
  const known = readFileSync(join(scene.dataDir, SAMPLES), 'utf8');
  return { scene, admin, samples: Samples.goingOn(admin, JSON.parse(known) as KnownSamples) };
}

/** In the data folder: which rows the samples of the world link to. */
const SAMPLES = 'samples.json';

async function makeWorld(): Promise<TestApp> {
  const scene = await startTestApp();
  const admin = await scene.as('admin');
  const made = await makeOneOfEach(scene, admin, facts);
  await reportByCarrier(scene, made['fulfilment:shippingLabel'] ?? '');
  await otherCosts(scene, made['aftersales:claim'] ?? '');
  const order = await newOrder(scene, admin);
  await must(admin.post(`/orders/salesOrder/${order.id}/remark`, { kind: 'internal', content: '易碎品' }));
  await changeByChannel(scene, order.id);
  await labelOne(scene, admin, order.id);
  await setOneAside(scene, admin);
  await payOneClaim(scene, admin);
  await setOneClaimOff(scene, admin);
  const samples = new Samples(admin);
  for (const register of [...registers, ...registers]) await samples.add(register);
  await lookAtMarket(scene, admin);
  await scene.settled();
  writeFileSync(join(scene.dataDir, SAMPLES), JSON.stringify(samples.known()));
  return scene;
}

/** The simulated marketplace never changes an order that it has handed out: reported as the pull does. */
const changeByChannel = (scene: TestApp, orderId: string): Promise<unknown> =>
  look(
    scene,
    (tx) => tx.run`
      insert into order_change (tenant_id, id, order_id, summary, before, after, create_by, create_time)
      values (${tx.tenant}, ${newId()}::uuid, ${orderId}::uuid, ${'最晚发货时间变更'}, '[]', '[]',
        ${tx.actor.username}, ${tx.now})`,
  );

/** A listing of ours and one of a rival were seen, and a report of a shop has come. */
async function lookAtMarket(scene: TestApp, admin: Client): Promise<void> {
  const accountId = scene.seller.accountId;
  const product = await must(
    admin.post<{ id: string }>('/channels/channelProduct/add', { accountId, channelSku: 'SEEN-1', title: '自有' }),
  );
  const own = { marketplace: 'wayfair_us', itemId: 'SEEN-1', title: '自有', currency: 'USD' };
  await must(admin.post('/market/marketListing/add', { ...own, channelProductId: product.id }));
  const listings = await listOf(admin, '/market/marketListing', { tab: 'watched' });
  for (const { id, marketplace } of listings) {
    const [seller] = await listOf(admin, '/market/seller', { marketplace: String(marketplace) });
    const seen = { at: '2026-11-20 08:00:00', sellerId: seller?.id, price: '12.50', rank: 7, rating: '4.5' };
    await must(admin.post(`/market/marketListing/${id}/observe`, { ...seen, reviewCount: 12, stockState: 'low' }));
  }
  const [report] = await listOf(admin, '/market/marketReport', { type: 'sales' });
  await giveFile(scene, admin, String(report?.id), 'SKU,Units,Revenue\nWB-1,2,10.00\n');
}

/** Carriers report by their own clock, and ask for more when it suits them. */
const reportByCarrier = (scene: TestApp, labelId: string): Promise<unknown> =>
  look(scene, async (tx) => {
    await tx.run`
      insert into tracking_event (tenant_id, id, shipment_id, label_id, tracking_no, event_key, code, said, place, at,
        create_by, create_time)
      select l.tenant_id, ${newId()}::uuid, l.shipment_id, l.id, 'SWIFT-1', 'seen', 'pickedUp', '已揽收', 'Newark NJ',
        ${tx.now}, ${tx.actor.username}, ${tx.now}
      from shipping_label l where l.tenant_id = ${tx.tenant} and l.id = ${labelId}::uuid`;
    await tx.run`
      update shipping_label set note = '承运商实收 9.20 USD，报价 9.00 USD'
      where tenant_id = ${tx.tenant} and id = ${labelId}::uuid`;
    await tx.run`
      insert into label_adjustment (tenant_id, id, label_id, carrier_ref, amount, currency, reason, charge, create_by,
        create_time)
      values (${tx.tenant}, ${newId()}::uuid, ${labelId}::uuid, 'SW-ADJ-1', 400, 'USD', '超重', 'own',
        ${tx.actor.username}, ${tx.now})`;
  });

/** What it cost beyond the goods is typed by whoever claims. */
const otherCosts = (scene: TestApp, claimId: string): Promise<unknown> =>
  look(
    scene,
    (tx) => tx.run`
      update claim set other_amount = 1234, total = total + 1234
      where tenant_id = ${tx.tenant} and id = ${claimId}::uuid`,
  );

async function labelOne(scene: TestApp, admin: Client, orderId: string): Promise<void> {
  const path = `/fulfilment/shipment/${await startedShipment(scene, admin, orderId)}`;
  for (const move of ['pack', 'sealAll', 'register']) {
    await must(admin.post(`${path}/${move}`, {}, { 'idempotency-key': `${move} for a label` }));
    await scene.settled();
  }
}

async function payOneClaim(scene: TestApp, admin: Client): Promise<void> {
  const path = `/aftersales/claim/${await draftClaim(scene, admin)}`;
  await must(admin.post(`${path}/submit`));
  const paid = { amount: '1', way: 'cash' };
  await must(admin.post(`${path}/pay`, paid, { 'idempotency-key': 'one claim is paid' }));
}

/** What a supplier pays of a claim is a credit of its own. */
async function setOneClaimOff(scene: TestApp, admin: Client): Promise<void> {
  const supplierId = await newSupplier(admin);
  const head = { party: 'supplier', cause: 'defect', supplierId, carrierCode: null };
  const path = `/aftersales/claim/${await draftClaim(scene, admin, head)}`;
  await must(admin.post(`${path}/submit`));
  const paid = { amount: '1', way: 'offset' };
  await must(admin.post(`${path}/pay`, paid, { 'idempotency-key': 'one claim is set off' }));
}

async function setOneAside(scene: TestApp, admin: Client): Promise<void> {
  await place(scene, [{}]);
  await fault(scene, {
    fault: 'null-field',
    field: 'poDate',
    match: { operation: 'getDropshipPurchaseOrders', times: 'always' },
  });
  await pull(scene, admin);
  await scene.sim('DELETE', '/faults');
}

/** A second tenant on the same installation. @returns its administrator */
export async function openOtherTenant(scene: TestApp, id = 2): Promise<Client> {
  await createTenant(scene.app.db, { id, code: `tenant-${id}`, name: `租户 ${id}` }, scene.app.assembled.grants);
  const username = `admin-of-${id}`;
  await createUser(scene.app.db, systemActor(id, 'test'), {
    username,
    realname: username,
    password: PASSWORD,
    roles: [TENANT_ADMIN],
    departs: ['A01'],
  });
  return scene.as(username);
}

let people = 0;

/** A new colleague whose only role grants exactly these permissions. */
export async function personWith(scene: TestApp, admin: Client, codes: readonly string[]): Promise<Client> {
  const username = `person_${++people}`;
  const role = await must(admin.post<{ id: string }>('/sys/role/add', { roleName: username, roleCode: username }));
  const ids = await look(
    scene,
    (tx) => tx.platform.rows<{ id: string }>`
      select id from permission where menu_type = 2 and perms = any(${codes}::text[])`,
  );
  expect(ids, 'permissions that the product knows').toHaveLength(new Set(codes).size);
  await must(
    admin.post('/sys/permission/saveRolePermission', {
      roleId: role.id,
      permissionIds: ids.map(({ id }) => id).join(','),
      lastpermissionIds: '',
    }),
  );
  await createUser(scene.app.db, systemActor(1, 'test'), {
    username,
    realname: username,
    password: PASSWORD,
    roles: [username],
    departs: ['A01'],
  });
  return scene.as(username);
}
