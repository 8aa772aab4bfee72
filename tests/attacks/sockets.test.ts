import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { news, openSocket, settled, type SocketClient } from '#tests/harness/socket-client.ts';
import { covers } from '#tests/spec/covers.ts';
import { openSocketScene, type Node, type Person, type SocketScene } from './socket-scene.ts';

/** Who gets a socket, how long, and what they hear; by the attack list. */

let scene: SocketScene;
let main: Node;
let admin: Person;
let ops: Person;
let neighbour: Person;

beforeAll(async () => {
  scene = await openSocketScene();
  ({ admin, ops, neighbour } = scene);
  main = await scene.node();
});
afterEach(() => scene.hangUp());
afterAll(() => scene?.stop());

test('K1 without a token, with a bad one or that of somebody else there is no handshake', async () => {
  covers('§7 sockets');
  const { token } = admin.client;
  const unsigned = 'eyJhbGciOiJub25lIn0.eyJ1c2VybmFtZSI6ImFkbWluIn0.';
  for (const path of [`/websocket/${admin.id}`, `/vxeSocket/${admin.id}/base%3AshipMethod`])
    for (const bad of [null, 'x', 'A'.repeat(43), 'A'.repeat(5000), unsigned])
      expect(await openSocket(main.url + path, bad), `${path} ${bad}`).toBe(401);
  for (const id of [ops.id, 'admin', '..%2Fx', '0', '%00'])
    expect(await openSocket(`${main.url}/websocket/${id}`, token), id).toBe(401);
  expect(await openSocket(`${main.url}/websocket/../x`, token)).toBe(404);
  expect(await openSocket(`${main.url}/websocket/${admin.id}/${token}`, token)).toBe(404);
  const plain = await fetch(`${main.origin}/api/websocket/${admin.id}`);
  expect(plain.status).toBe(404);
});

test('a handshake agrees on the token, and any text is answered as a sign of life', async () => {
  const socket = await scene.notices(main, admin);
  expect(socket.ws.protocol).toBe(admin.client.token);
  socket.say('HeartBeat');
  await expect.poll(() => socket.heard).toEqual([{ cmd: 'heartcheck', msgTxt: '心跳响应' }]);
  const data = await scene.page(main, admin, 'base:shipMethod');
  data.say({ type: 'heart_beat', data: '' });
  await expect.poll(() => data.heard).toEqual([{ type: 'heart_beat', data: true }]);
});

test('K2, E5 a session that ends takes its sockets with it, and no others', async () => {
  const ways: [string, (who: Person) => Promise<unknown>][] = [
    ['log-out', (who) => scene.call(main, 'POST', '/sys/logout', who)],
    [
      'reset',
      ({ username }) =>
        scene.call(main, 'PUT', '/sys/user/changePassword', admin, {
          username,
          password: 'Xinmima-4411',
          confirmPassword: 'Xinmima-4411',
        }),
    ],
    ['freeze', ({ id }) => scene.call(main, 'PUT', '/sys/user/frozenBatch', admin, { ids: id, status: '2' })],
  ];
  const witness = await scene.notices(main, admin);
  for (const [name, end] of ways) {
    const who = await scene.visitor();
    const socket = await scene.notices(main, who);
    await end(who);
    expect(await socket.closed, name).toBe(4401);
  }
  await settled(witness);
});

test('K2 another node that heard nothing notices at its next look', async () => {
  const away = await scene.node({ sockets: { checkMs: 100 } });
  const who = await scene.visitor();
  const [socket, witness] = [await scene.notices(away, who), await scene.notices(away, admin)];
  await scene.call(main, 'POST', '/sys/logout', who);
  expect(await socket.closed).toBe(4401);
  await settled(witness);
});

test('K2 a page is closed when the right to it is taken away', async () => {
  const who = await scene.visitor();
  const give = (roles: string): Promise<unknown> =>
    scene.call(main, 'PUT', '/sys/user/edit', admin, { id: who.id, selectedroles: roles });
  const { id: role } = await main.app.db.tx(
    systemActor(1, 'test'),
    (tx) => tx.one<{ id: string }>`
      select id from role where tenant_id = ${tx.tenant} and code = 'OPS'`,
  );
  await give(role);
  const socket = await scene.page(main, who, 'base:shipMethod');
  await give('');
  expect(await socket.closed).toBe(4403);
});

test('who must change their password first follows no page until they have', async () => {
  const who = await scene.visitor();
  const password = 'Xinmima-4411';
  const { id: role } = await main.app.db.tx(
    systemActor(1, 'test'),
    (tx) => tx.one<{ id: string }>`
      select id from role where tenant_id = ${tx.tenant} and code = 'OPS'`,
  );
  const edit = { id: who.id, selectedroles: role };
  await scene.call(main, 'PUT', '/sys/user/edit', admin, edit);
  const reset = { username: who.username, password, confirmPassword: password };
  await scene.call(main, 'PUT', '/sys/user/changePassword', admin, reset);
  const signIn = async (secret: string) => {
    const { result } = (await scene.call(main, 'POST', '/sys/login', who, {
      username: who.username,
      password: secret,
    })) as { result: { token: string } };
    return { ...who, client: { ...who.client, token: result.token } };
  };
  const held = await signIn(password);
  const url = `${main.url}/vxeSocket/${who.id}/base%3AshipMethod`;
  expect(await openSocket(url, held.client.token, { origin: main.origin })).toBe(403);
  await scene.call(main, 'POST', '/sys/user/updatePassword', held, {
    oldpassword: password,
    password: 'chosen by Me 22',
    confirmpassword: 'chosen by Me 22',
  });
  const free = await signIn('chosen by Me 22');
  const socket = await scene.page(main, free, 'base:shipMethod');
  await settled(socket);
});

test('K3 browsers push no notices', async () => {
  const [speaker, listener] = [await scene.notices(main, ops), await scene.notices(main, admin)];
  for (const cmd of ['topic', 'user', 'sign', 'email', 'publish', 'chat', 'changed'])
    speaker.say({ cmd, userId: admin.id, msgTxt: '假通知', resource: 'base:shipMethod' });
  await settled(speaker);
  await settled(listener);
  // The sign-ins of these people may still be reported meanwhile, as changes of theirs.
  const forged = (socket: SocketClient) =>
    news(socket).filter((answers) => answers.msgTxt === '假通知' || answers.resource === 'base:shipMethod');
  expect(forged(listener)).toEqual([]);
  expect(forged(speaker)).toEqual([]);
});

test('K7 a foreign page opens no socket', async () => {
  const url = `${main.url}/websocket/${admin.id}`;
  const evil = ['https://evil.example', 'null', 'http://127.0.0.1', `${main.origin}.evil.example`];
  for (const origin of evil) expect(await openSocket(url, admin.client.token, { origin }), origin).toBe(403);
});

test('H6 a notice reaches the windows of its tenant and no others', async () => {
  const [one, two, foreign] = [
    await scene.notices(main, ops),
    await scene.notices(main, ops),
    await scene.notices(main, neighbour),
  ];
  main.app.sockets.push.toUser(1, ops.id, { cmd: 'user', msgId: '1', msgTxt: '您好' });
  main.app.sockets.push.toTenant(1, { cmd: 'topic', msgId: '2', msgTxt: '全体' });
  main.app.sockets.push.toUser(2, ops.id, { cmd: 'user', msgId: '3', msgTxt: '别人' });
  for (const socket of [one, two, foreign]) await settled(socket);
  // A client of the base reads aloud what it does not know: changed dictionaries are none of its business.
  main.app.sockets.push.toListening(1, { cmd: 'dicts' });
  two.say('HearChanges');
  await settled(two);
  main.app.sockets.push.toListening(1, { cmd: 'dicts' });
  for (const socket of [one, two, foreign]) await settled(socket);
  const heard = [one, two, foreign].map((socket) => socket.heard.filter(({ cmd }) => cmd === 'dicts'));
  expect(heard.map(({ length }) => length)).toEqual([0, 1, 0]);
  const ids = (socket: SocketClient) => news(socket).flatMap(({ msgId }) => (msgId === undefined ? [] : [msgId]));
  expect([ids(one), ids(two), ids(foreign)]).toEqual([['1', '2'], ['1', '2'], []]);
});
