import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { createUser } from '#modules/system/server/index.ts';
import { look, openShop, type Page } from '#tests/channels/shop.ts';
import { PASSWORD, startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { must, NEW_JERSEY, newOrder, STOOL } from '#tests/lifecycles/one-of-each.ts';

/** 任务 of orders, shipments and shops that somebody may not see: neither seen nor touched. */

const CALIFORNIA = '31843';

let scene: TestApp;
let admin: Client;
/** Sees the shop and one warehouse. */
let eastern: Client;
/** Sees the shop, in every warehouse. */
let seller: Client;
/** Sees no shop. */
let nobody: Client;

interface Task {
  id: string;
  handler: string;
  orderId: string | null;
  accountId: string | null;
}
const tasks = async (who: Client, query: Record<string, string> = {}): Promise<Task[]> =>
  (await must(who.get<Page<Task>>('/desk/delivery/list', { pageSize: '200', ...query }))).records;

let east: string;
let west: string;
/** Ids of tasks by what they act on. */
const own: Record<'east' | 'west' | 'shop' | 'house', string[]> = {
  east: [],
  west: [],
  shop: [],
  house: [],
};

beforeAll(async () => {
  scene = await startTestApp();
  admin = await scene.as('admin');
  await openShop(scene, admin);
  ({ id: east } = await newOrder(scene, admin));
  const away = { warehouseId: CALIFORNIA, lines: [{ partNumber: STOOL, quantity: 1 }] };
  ({ id: west } = await newOrder(scene, admin, away));
  for (const id of [east, west]) await must(admin.post(`/orders/salesOrder/${id}/accept`));
  await scene.settled();
  await look(
    scene,
    (tx) => tx.run`update delivery set status = 'dead', done_at = null, last_error = 'broken',
        failure = 'failed'
      where tenant_id = ${tx.tenant}`,
  );
  const shops = [scene.seller.accountId];
  const person = async (username: string, scope: object): Promise<Client> => {
    await createUser(scene.app.db, systemActor(1, 'test'), {
      username,
      realname: username,
      password: PASSWORD,
      roles: ['TADM'],
      departs: ['A01'],
      ...scope,
    });
    return scene.as(username);
  };
  eastern = await person('eastern', {
    shops,
    warehouses: [scene.seller.warehouses[NEW_JERSEY] as string],
  });
  seller = await person('seller', { shops });
  nobody = await person('nobody', { shops: [] });
  for (const task of await tasks(admin)) {
    if (task.orderId === east) own.east.push(task.id);
    else if (task.orderId === west) own.west.push(task.id);
    else if (task.orderId === null && task.accountId !== null) own.shop.push(task.id);
    else if (task.orderId === null) own.house.push(task.id);
  }
});
afterAll(() => scene?.stop());

test('a task says what it acts on: an order, a shop, or neither', () => {
  for (const ids of Object.values(own)) expect(ids).not.toEqual([]);
});

const idsOf = async (who: Client): Promise<Set<string>> => new Set((await tasks(who)).map(({ id }) => id));

test('everybody sees the tasks of what they see', async () => {
  const sees = async (who: Client) => {
    const ids = await idsOf(who);
    return Object.entries(own).flatMap(([what, of]) => {
      const some = of.filter((id) => ids.has(id)).length;
      expect([0, of.length]).toContain(some);
      return some > 0 ? [what] : [];
    });
  };
  expect(await sees(admin)).toEqual(['east', 'west', 'shop', 'house']);
  expect(await sees(seller)).toEqual(['east', 'west', 'shop']);
  expect(await sees(eastern)).toEqual(['east', 'shop']);
  expect(await sees(nobody)).toEqual([]);
});

test('counts, details, sheets and the desk tell of no other', async () => {
  const total = async (who: Client): Promise<number> => (await must(who.get<Page<Task>>('/desk/delivery/list'))).total;
  for (const who of [admin, seller, eastern, nobody]) {
    const seen = (await idsOf(who)).size;
    expect(await total(who)).toBe(seen);
    const counts = await must(who.get<Record<string, number>>('/desk/delivery/counts'));
    expect(counts['dead']).toBe(seen);
    const failed = await must(who.get<{ total: number }>('/desk/delivery/failures'));
    expect(failed.total).toBe(seen);
  }
  const [hidden] = own.west;
  const id = hidden as string;
  expect(await eastern.get('/desk/delivery/queryById', { id })).toMatchObject({ status: 404 });
  expect(await eastern.get(`/desk/delivery/${id}/history`)).toMatchObject({ status: 404 });
  expect(await tasks(eastern, { orderId: west })).toEqual([]);
  const broken = async (who: Client): Promise<number | undefined> =>
    (await must(who.get<{ key: string; count: number }[]>('/desk/todo'))).find(({ key }) => key === 'deadTasks')?.count;
  for (const who of [admin, seller, eastern, nobody]) expect(await broken(who)).toBe((await idsOf(who)).size);
});

test('nobody retries or gives up what they may not see', async () => {
  const [id] = own.west as [string];
  const reason = { reason: '试试' };
  for (const [move, answers] of [
    ['retry', {}],
    ['abandon', reason],
  ] as const) {
    expect(await eastern.post(`/desk/delivery/${id}/${move}`, answers)).toMatchObject({
      status: 404,
    });
    const batch = await eastern.post<{ ok: number }>(`/desk/delivery/batch/${move}`, {
      ids: [id],
      answers,
    });
    expect(batch.result).toMatchObject({ ok: 0, failed: 1 });
  }
  const [status] = await tasks(admin, { id });
  expect(status).toMatchObject({ status: 'dead' });
  const [ownTask] = own.east as [string];
  expect(await eastern.post(`/desk/delivery/${ownTask}/abandon`, reason)).toMatchObject({
    success: true,
  });
});
