import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { EDITING_CELL } from '#kit/model/editing-cell.ts';
import { news, openSocket, settled, type SocketClient } from '#tests/harness/socket-client.ts';
import { covers } from '#tests/spec/covers.ts';
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
/** As the others hear it: whose it is was filled in by the server. */
const from = ({ id }: Person, name: string) => ({
  ...update,
  data: { ...update.data, args: [row, 'c-1', { id, name }] },
});

test('K4 what is passed on is JSON made by the server, never a text of somebody else', async () => {
  const [speaker, listener] = [
    await scene.page(main, admin, 'base:shipMethod'),
    await scene.page(main, ops, 'base:shipMethod'),
  ];
  for (const text of ['alert(1)', '[]', 'null', '"x"', '{"type":5}', '{"type":"eval","data":{}}']) speaker.say(text);
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
  const asAnother = [row, 'c-1', { id: ops.id, name: '别人' }];
  editor.say({ ...update, data: { ...update.data, args: asAnother } });
  await expect.poll(() => news(reader)).toEqual([from(admin, '管理员')]);
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
  await expect.poll(() => news(boss)).toEqual([from(ops, '林运营')]);
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

test('H6 a change is broadcast to those of the tenant who may list it, once a second', async () => {
  const visitor = await scene.visitor();
  const [reader, stranger, foreign] = [
    await scene.notices(main, ops),
    await scene.notices(main, visitor),
    await scene.notices(main, neighbour),
  ];
  const stock = await scene.notices(main, ops);
  for (const socket of [reader, stranger, foreign]) socket.say('HearChanges');
  for (const socket of [reader, stranger, foreign]) await settled(socket);
  stock.say('HeartBeat');
  const method = (code: string) => ({
    code,
    name: '快递',
    carrier: 'UPS',
    class: 'parcel',
    accountOwner: 'marketplace',
    dimDivisor: 139,
    status: 'enabled',
  });
  const reported = { cmd: 'changed', resource: 'base:shipMethod' };
  for (let n = 0; n < 5; n++) await scene.call(main, 'POST', '/base/shipMethod/add', admin, method(`M-${n}`));
  await expect.poll(() => news(reader)).toContainEqual(reported);
  await scene.call(main, 'POST', '/base/shipMethod/add', admin, { code: 'refused' });
  await expect.poll(() => news(reader).length).toBe(2);
  for (const socket of [reader, stranger, foreign, stock]) await settled(socket);
  // A client of the base never asked: what it does not know is not sent to it.
  expect(news(stock)).toEqual([]);
  expect(news(reader)).toEqual([reported, reported]);
  expect(news(stranger)).toEqual([]);
  expect(news(foreign)).toEqual([]);
});

/** What is sent of the presence in a cell, without the seat, which is another every time. */
const hands = (socket: SocketClient): unknown[] =>
  news(socket).map(({ data }) => {
    const { args } = data as { args: Record<string, unknown> };
    return { who: args['who'], cell: args['cell'], socketKey: args['socketKey'] };
  });
const cell = { id: 'row-1', key: 'name' };
const editing = (more: object = {}) => ({
  type: 'common_send_date',
  data: { key: EDITING_CELL, args: { socketKey: 'vxe-default', cell, ...more } },
});

test('K5 who edits a cell is who is signed in, whatever the frame says', async () => {
  covers('§3 rows of others');
  const editor = await scene.page(main, admin, 'base:shipMethod');
  const reader = await scene.page(main, ops, 'base:shipMethod');
  const foreign = await scene.page(main, neighbour, 'base:shipMethod');
  const elsewhere = await scene.page(main, ops, 'orders:salesOrder');
  const forged = { id: ops.id, name: '总经理' };
  editor.say(editing({ who: forged, seat: 'mine', user: forged, name: '总经理', extra: 'x' }));
  const who = { id: admin.id, name: '管理员' };
  await expect.poll(() => hands(reader)).toEqual([{ who, cell, socketKey: 'vxe-default' }]);
  const [reported] = news(reader).map(({ data }) => (data as { args: object }).args);
  expect(Object.keys(reported ?? {}).sort()).toEqual(['cell', 'seat', 'socketKey', 'who']);
  expect(reported).not.toMatchObject({ seat: 'mine' });
  // Who may only read the page has no hand in it.
  reader.say(editing());
  foreign.say(editing());
  for (const socket of [reader, foreign, elsewhere, editor]) await settled(socket);
  editor.ws.terminate();
  await expect.poll(() => hands(reader).slice(1)).toEqual([{ who, cell: null, socketKey: 'vxe-default' }]);
  for (const socket of [foreign, elsewhere]) expect(news(socket)).toEqual([]);
});

test('K4 malformed presence in a cell is sent to nobody', async () => {
  const editor = await scene.page(main, admin, 'base:shipMethod');
  const reader = await scene.page(main, ops, 'base:shipMethod');
  const long = 'x'.repeat(101);
  for (const bad of [
    { socketKey: '' },
    { socketKey: 5 },
    { cell: undefined },
    { cell: 'row-1' },
    { cell: { id: 1, key: 'name' } },
    { cell: { id: 'row-1' } },
    { cell: { id: long, key: 'name' } },
    { cell: { id: 'row-1', key: long } },
    { cell: [cell] },
  ])
    editor.say(editing(bad));
  for (const args of [null, [], 'x', 7]) editor.say({ type: 'common_send_date', data: { key: EDITING_CELL, args } });
  editor.say(
    '{"type":"common_send_date","data":{"key":"editing_cell","args":{"socketKey":"k","cell":null,"__proto__":{"who":"x"}}}}',
  );
  const left = { who: { id: admin.id, name: '管理员' }, cell: null, socketKey: 'k' };
  await expect.poll(() => hands(reader)).toEqual([left]);
});

test('K6 whoever edits too many cells at once is closed, and their presence is gone', async () => {
  const editor = await scene.page(main, admin, 'base:shipMethod');
  const reader = await scene.page(main, ops, 'base:shipMethod');
  for (let n = 0; n < 1000; n++) editor.say(editing({ cell: { id: `row-${n}`, key: 'name' } }));
  expect([1006, 1008]).toContain(await editor.closed);
  await expect.poll(() => hands(reader).at(-1)).toMatchObject({ cell: null });
  expect(hands(reader).length).toBeLessThan(200);
  const giant = await scene.page(main, admin, 'base:shipMethod');
  giant.say(editing({ cell: { id: 'row-1', key: 'x'.repeat(2 * 1024 * 1024) } }));
  expect([1006, 1009]).toContain(await giant.closed);
});
