import { randomBytes } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { news, settled } from '#tests/harness/socket-client.ts';
import { openSocketScene, type SocketScene } from './socket-scene.ts';

/** Two nodes of one installation over Redis; and one whose Redis is not there. */

const URL = process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379';
const HOUR = 3_600_000;

const hasRedis = await isReachable();
if (!hasRedis) console.warn(`no Redis at ${URL}: sockets of several nodes are not tested`);

async function isReachable(): Promise<boolean> {
  const redis = new Redis(URL, { lazyConnect: true, retryStrategy: () => null });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    return true;
  } catch {
    return false;
  } finally {
    redis.disconnect();
  }
}

let scene: SocketScene;
beforeAll(async () => {
  scene = await openSocketScene();
});
afterAll(() => scene?.stop());

test.runIf(hasRedis)('K2, H6 nodes hear of each other at once, over Redis', async () => {
  const redis = { url: URL, prefix: `test-${randomBytes(6).toString('hex')}` };
  const sockets = { checkMs: HOUR };
  const [here, there] = [await scene.node({ redis, sockets }), await scene.node({ redis, sockets })];
  const stranger = await scene.node({
    redis: { ...redis, prefix: `${redis.prefix}-other` },
    sockets,
  });
  const who = await scene.visitor();
  const [one, foreign, outside] = [
    await scene.notices(there, who),
    await scene.notices(there, scene.neighbour),
    await scene.notices(stranger, who),
  ];
  const hello = { cmd: 'topic', msgId: '1', msgTxt: '全体' };
  // The connection to Redis may still be on its way: what is broadcast meanwhile is lost.
  await expect
    .poll(() => {
      here.app.sockets.push.toTenant(1, hello);
      return news(one);
    })
    .toContainEqual(hello);
  const [editor, reader] = [
    await scene.page(here, scene.admin, 'base:shipMethod'),
    await scene.page(there, scene.ops, 'base:shipMethod'),
  ];
  const update = {
    type: 'update_vxe_table',
    data: { socketKey: 'vxe-default', args: [{ id: 'row-1' }, 'c-1'] },
  };
  editor.say(update);
  const reported = [{ id: 'row-1' }, 'c-1', { id: scene.admin.id, name: '管理员' }];
  await expect.poll(() => news(reader)).toEqual([{ ...update, data: { ...update.data, args: reported } }]);
  await settled(editor);
  expect(news(editor)).toEqual([]);
  await scene.call(here, 'POST', '/sys/logout', who);
  expect(await one.closed).toBe(4401);
  await settled(foreign);
  await settled(outside);
  expect(news(foreign)).toEqual([]);
  expect(news(outside)).toEqual([]);
});

test('a node whose Redis is away serves its own browsers, and says so once', async () => {
  const warnings: string[] = [];
  const alone = await scene.node({
    redis: { url: 'redis://127.0.0.1:1' },
    // A busy machine has slow statements to warn of as well.
    log: (level, _about, message) => void (level === 'warn' && message.includes('Redis') && warnings.push(message)),
  });
  const who = await scene.visitor();
  const socket = await scene.notices(alone, who);
  await expect.poll(() => warnings).toEqual(['Redis is away: this node hears no other']);
  alone.app.sockets.push.toUser(1, who.id, { cmd: 'user', msgId: '1', msgTxt: '您好' });
  await expect.poll(() => news(socket)).toHaveLength(1);
  await scene.call(alone, 'POST', '/sys/logout', who);
  expect(await socket.closed).toBe(4401);
  expect(warnings).toHaveLength(1);
});
