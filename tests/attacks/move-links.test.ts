import { afterAll, beforeAll, expect, test } from 'vitest';
import { lifecycles } from '#app/declarations.ts';
import type { Field } from '#kit/model/field.ts';
import type { AnyLifecycle, Move } from '#kit/model/lifecycle.ts';
import { resourceKey } from '#kit/model/resource.ts';
import { systemActor } from '#kit/server/actor.ts';
import { newId } from '#kit/server/new-id.ts';
import { createUser } from '#modules/system/server/index.ts';
import { openOtherTenant } from '#tests/contract/worlds.ts';
import { PASSWORD, startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { newSku } from '#tests/journeys/landed-scene.ts';
import { firstOf, must, NEW_JERSEY, newOrder } from '#tests/lifecycles/one-of-each.ts';
import { openShop } from '#tests/channels/shop.ts';

/** Rows that the dialog of a move may name: whoever names one they may not have hears that it is not there. */

let scene: TestApp;
let admin: Client;
/** Sees one warehouse. */
let limited: Client;
let order: string;
/** Ids by what is wrong with them, per resource that a link leads to. */
const wrong: Record<string, Record<string, string>> = {};

beforeAll(async () => {
  scene = await startTestApp();
  admin = await scene.as('admin');
  await openShop(scene, admin);
  ({ id: order } = await newOrder(scene, admin));
  await createUser(scene.app.db, systemActor(1, 'test'), {
    username: 'limited',
    realname: '部分仓库管理员',
    password: PASSWORD,
    roles: ['TADM'],
    departs: ['A01'],
    shops: [scene.seller.accountId],
    warehouses: [scene.seller.warehouses[NEW_JERSEY] as string],
  });
  limited = await scene.as('limited');
  const stranger = await openOtherTenant(scene);
  const place = { type: 'self', address1: '1 Dock Rd', city: 'Newark', state: 'NJ', country: 'US' };
  const bodies: Record<string, Record<string, unknown>> = {
    'base:warehouse': { code: 'WRONG', name: '错仓', ...place },
    'base:shipMethod': { code: 'WRONG', name: '错渠道', carrier: 'OWN', class: 'parcel' },
    'market:seller': { marketplace: 'wayfair_us', channelSellerId: 'WRONG', name: '错卖家' },
    'purchasing:payingAccount': { code: 'WRONG', name: '错账户' },
  };
  for (const [key, body] of Object.entries(bodies)) {
    const path = `/${key.replace(':', '/')}`;
    const gone = await must(admin.post<{ id: string }>(`${path}/add`, body));
    await must(admin.delete(`${path}/delete`, { id: gone.id }));
    const foreign = await must(stranger.post<{ id: string }>(`${path}/add`, body));
    wrong[key] = { unknown: newId(), deleted: gone.id, 'of another tenant': foreign.id };
  }
  const skuOf = async (who: Client): Promise<string> => {
    const { id } = await must(who.post<{ id: string }>('/catalog/product/add', { spuCode: 'WRONG', name: '错产品' }));
    return (await newSku(who, id)).id;
  };
  const goneSku = await skuOf(admin);
  await must(admin.delete('/catalog/sku/delete', { id: goneSku }));
  wrong['catalog:sku'] = { unknown: newId(), deleted: goneSku, 'of another tenant': await skuOf(stranger) };
  // Nothing was sent here, by nobody: there is no invoice to be wrong about but one that nobody has.
  wrong['finance:invoice'] = { unknown: newId() };
  const [elsewhere] = Object.entries(scene.seller.warehouses).filter(([at]) => at !== NEW_JERSEY);
  wrong['base:warehouse'] = {
    ...wrong['base:warehouse'],
    'out of scope': elsewhere?.[1] as string,
  };
});
afterAll(() => scene?.stop());

/** Every question of a move that asks for a row. */
const requests = (lifecycles as readonly AnyLifecycle[]).flatMap((lifecycle) =>
  Object.entries(lifecycle.moves as Record<string, Move>).flatMap(([name, { input = {}, system }]) =>
    Object.entries(input as Record<string, Field>).flatMap(([key, { to, title }]) =>
      to && !system ? [{ of: resourceKey(lifecycle.of), name, key, to, title }] : [],
    ),
  ),
);

test('there are moves that ask for rows', () => {
  expect(requests.map(({ of, name, key }) => `${of}:${name}.${key}`)).toEqual(
    expect.arrayContaining(['orders:salesOrder:reallocate.warehouseId', 'orders:salesOrder:start.shipMethodId']),
  );
});

test.each(requests.map((one) => [`${one.of}:${one.name}.${one.key}`, one] as const))(
  '%s takes rows that are there, alive and in sight, and no other',
  async (_name, { of, name, key, to, title }) => {
    const tries = wrong[to];
    if (!tries) throw new Error(`say here which rows of ${to} are wrong`);
    const path = `/${of.replace(':', '/')}`;
    const id = of === 'orders:salesOrder' ? order : newId();
    for (const [what, value] of Object.entries(tries)) {
      const message = `${title}不存在`;
      const refused = { status: 422, success: false, message };
      const headers = { 'idempotency-key': newId() };
      // What else the move cannot do without.
      const answers = { ...(name === 'observe' ? { at: '2026-11-01 00:00:00' } : {}), [key]: value };
      const alone = await limited.post(`${path}/${id}/${name}`, answers, headers);
      expect(alone, what).toMatchObject({
        ...refused,
        result: { errors: [{ field: key, code: 'missing', message }] },
      });
      for (const dryRun of [true, false]) {
        const body = { ids: [id], answers, dryRun };
        expect(await limited.post(`${path}/batch/${name}`, body, headers), what).toMatchObject(refused);
      }
    }
  },
);

test('the order stays where it is, and moves where its clerk may see it', async () => {
  const at = async (): Promise<unknown> =>
    (
      await firstOf<{ id: string; warehouseId: string }>(admin, '/orders/salesOrder/list', {
        id: order,
      })
    ).warehouseId;
  const home = scene.seller.warehouses[NEW_JERSEY];
  expect(await at()).toBe(home);
  await must(limited.post(`/orders/salesOrder/${order}/reallocate`, { warehouseId: home }));
  expect(await at()).toBe(home);
});
