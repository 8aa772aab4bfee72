import { expect } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { newId } from '#kit/server/new-id.ts';
import { TENANT_ADMIN } from '#modules/system/model/preset-roles.ts';
import { createTenant, createUser } from '#modules/system/server/index.ts';
import { fault, look, place, pull } from '#tests/channels/shop.ts';
import { PASSWORD, startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { facts } from '#tests/lifecycles/facts/index.ts';
import { makeOneOfEach, must, newOrder, startedShipment } from '#tests/lifecycles/one-of-each.ts';
import { registers } from './resources.ts';
import { Samples } from './sample-row.ts';

export interface World {
  scene: TestApp;
  admin: Client;
  samples: Samples;
}

/**
 * The demo seller with a few rows of every register, and of every document one that the product
 * made itself: orders pulled, packed, labelled, asked to be cancelled, changed and set aside.
 */
export async function openWorld(): Promise<World> {
  const scene = await startTestApp();
  const admin = await scene.as('admin');
  await makeOneOfEach(scene, admin, facts);
  const order = await newOrder(scene, admin);
  await must(
    admin.post(`/orders/salesOrder/${order.id}/remark`, { kind: 'internal', content: '易碎品' }),
  );
  await changeByChannel(scene, order.id);
  await labelOne(scene, admin, order.id);
  await setOneAside(scene, admin);
  const samples = new Samples(admin);
  for (const register of [...registers, ...registers]) await samples.add(register);
  await scene.settled();
  return { scene, admin, samples };
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

async function labelOne(scene: TestApp, admin: Client, orderId: string): Promise<void> {
  const path = `/fulfilment/shipment/${await startedShipment(scene, admin, orderId)}`;
  for (const move of ['pack', 'sealAll', 'register']) {
    await must(admin.post(`${path}/${move}`, {}, { 'idempotency-key': `${move} for a label` }));
    await scene.settled();
  }
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
  await createTenant(
    scene.app.db,
    { id, code: `tenant-${id}`, name: `租户 ${id}` },
    scene.app.assembled.grants,
  );
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
export async function personWith(
  scene: TestApp,
  admin: Client,
  codes: readonly string[],
): Promise<Client> {
  const username = `person_${++people}`;
  const role = await must(
    admin.post<{ id: string }>('/sys/role/add', { roleName: username, roleCode: username }),
  );
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
