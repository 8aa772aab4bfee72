import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { news, openSocket, settled, type SocketClient } from '#tests/harness/socket-client.ts';
import { covers } from '#tests/spec/covers.ts';

/** A notice that starts later: its readers hear of it when it starts, once, and not when it was withdrawn. */

let world: TestApp;
let admin: Client;
let clerk: SocketClient;
const HOUR = 3_600_000;
const NOTICES = '/sys/annountCement';

beforeAll(async () => {
  world = await startTestApp({ isEmpty: true });
  admin = await world.as('admin');
  const { token } = await world.as('cangku');
  const origin = await world.app.http.listen({ port: 0, host: '127.0.0.1' });
  const { id } = await world.app.db.platform(
    (tx) => tx.one<{ id: string }>`select id from app_user where username = 'cangku'`,
  );
  const url = `${origin.replace('http', 'ws')}/api/websocket/${id}`;
  clerk = (await openSocket(url, token, { origin })) as SocketClient;
});
afterAll(async () => {
  clerk?.ws.terminate();
  await world?.stop();
});

/** Publishes a notice that starts in `hours`. @returns its id */
async function publish(titile: string, hours: number): Promise<string> {
  const made = await admin.post<{ id: string }>(`${NOTICES}/add`, {
    titile,
    msgContent: '<p>见标题</p>',
    startTime: new Date(world.now().getTime() + hours * HOUR).toLocaleString('sv-SE', {
      timeZone: 'Asia/Shanghai',
    }),
  });
  expect(made.success, made.message).toBe(true);
  await admin.get(`${NOTICES}/doReleaseData`, { id: made.result.id });
  return made.result.id;
}

const heard = async (): Promise<unknown[]> => {
  await world.app.worker.settled();
  await settled(clerk);
  return news(clerk).map(({ msgTxt }) => msgTxt);
};

test('readers hear of a notice at its start, once, and never of one taken back before', async () => {
  covers('ours: notices that start later');
  await publish('盘点开始', 2);
  const withdrawn = await publish('作废的通告', 2);
  const again = await publish('撤销后重发', 2);
  await admin.get(`${NOTICES}/doReovkeData`, { id: withdrawn });
  await admin.get(`${NOTICES}/doReovkeData`, { id: again });
  await admin.get(`${NOTICES}/doReleaseData`, { id: again });
  const before = await heard();
  expect(before).not.toContain('盘点开始');
  await world.pass(HOUR);
  expect(await heard()).toEqual(before);
  await world.pass(HOUR + 1000);
  expect((await heard()).slice(before.length).sort()).toEqual(['撤销后重发', '盘点开始'].sort());
  await world.pass(HOUR);
  expect(await heard()).toHaveLength(before.length + 2);
});
