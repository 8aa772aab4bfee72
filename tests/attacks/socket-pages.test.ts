import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { news, openSocket, settled } from '#tests/harness/socket-client.ts';
import { openSocketScene, type Node, type Person, type SocketScene } from './socket-scene.ts';

/** What pages tell each other over sockets, and whom; by the attack list. */

let scene: SocketScene;
let main: Node;
let admin: Person;
let ops: Person;
let finance: Person;
let neighbour: Person;

beforeAll(async () => {
  scene = await openSocketScene();
  ({ admin, ops, finance, neighbour } = scene);
  main = await scene.node();
});
afterEach(() => scene.hangUp());
afterAll(() => scene?.stop());

const row = { id: 'row-1', name: '改过的名称', tug_status: { id: 'done' } };
const update = { type: 'update_vxe_table', data: { socketKey: 'vxe-default', args: [row, 'c-1'] } };

test('K4 what is passed on is JSON made by the server, never a text of somebody else', async () => {
  const [speaker, listener] = [
    await scene.page(main, admin, 'base:shipMethod'),
    await scene.page(main, ops, 'base:shipMethod'),
  ];
  for (const text of ['alert(1)', '[]', 'null', '"x"', '{"type":5}', '{"type":"eval","data":{}}'])
    speaker.say(text);
  speaker.say('{"type":"update_vxe_table","data":{"socketKey":"k","args":"alert(1)"}}');
  speaker.say({ type: 'common_send_date', data: { key: 'note', args: ['\u2028alert(1)'] }, x: 1 });
  await settled(speaker);
  await expect
    .poll(() => news(listener))
    .toEqual([{ type: 'common_send_date', data: { key: 'note', args: ['\u2028alert(1)'] } }]);
});

test('K5 rows reach those who have the page open, from those who may edit it', async () => {
  const editor = await scene.page(main, admin, 'base:shipMethod');
  const reader = await scene.page(main, ops, 'base:shipMethod');
  const elsewhere = await scene.page(main, ops, 'orders:salesOrder');
  const foreign = await scene.page(main, neighbour, 'base:shipMethod');
  editor.say(update);
  await expect.poll(() => news(reader)).toEqual([update]);
  reader.say(update);
  await settled(reader);
  foreign.say({ ...update, data: { ...update.data, socketKey: 'foreign' } });
  for (const socket of [foreign, elsewhere, editor, reader]) await settled(socket);
  expect(news(reader)).toHaveLength(1);
  for (const socket of [editor, elsewhere, foreign]) expect(news(socket)).toEqual([]);
});

test('K5 rows with personal data stay among those who may see them', async () => {
  const speaker = await scene.page(main, ops, 'orders:salesOrder');
  const [boss, clerk] = [
    await scene.page(main, admin, 'orders:salesOrder'),
    await scene.page(main, finance, 'orders:salesOrder'),
  ];
  speaker.say(update);
  await expect.poll(() => news(boss)).toEqual([update]);
  await settled(clerk);
  expect(news(clerk)).toEqual([]);
});

test('K5 a page that nobody declared, or that one may not list, cannot be opened', async () => {
  const visitor = await scene.visitor();
  const at = (who: Person, pageId: string) =>
    openSocket(`${main.url}/vxeSocket/${who.id}/${encodeURIComponent(pageId)}`, who.client.token);
  for (const pageId of ['nothing', '__proto__', 'base:nothing', '*', 'base:shipMethod:list'])
    expect(await at(admin, pageId), pageId).toBe(403);
  expect(await at(visitor, 'base:shipMethod')).toBe(403);
});

test('H6 a change is told to those of the tenant who may list it, once a second', async () => {
  const visitor = await scene.visitor();
  const [reader, stranger, foreign] = [
    await scene.notices(main, ops),
    await scene.notices(main, visitor),
    await scene.notices(main, neighbour),
  ];
  const method = (code: string) => ({
    ...{ code, name: '快递', carrier: 'UPS', class: 'parcel', accountOwner: 'marketplace' },
    ...{ dimDivisor: 139, status: 'enabled' },
  });
  const told = { cmd: 'changed', resource: 'base:shipMethod' };
  for (let n = 0; n < 5; n++)
    await scene.call(main, 'POST', '/base/shipMethod/add', admin, method(`M-${n}`));
  await expect.poll(() => news(reader)).toContainEqual(told);
  await scene.call(main, 'POST', '/base/shipMethod/add', admin, { code: 'refused' });
  await expect.poll(() => news(reader).length, { timeout: 3000 }).toBe(2);
  for (const socket of [reader, stranger, foreign]) await settled(socket);
  expect(news(reader)).toEqual([told, told]);
  expect(news(stranger)).toEqual([]);
  expect(news(foreign)).toEqual([]);
});
