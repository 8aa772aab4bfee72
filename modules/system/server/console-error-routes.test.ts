import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHttp } from '#kit/server/http.ts';
import { covers } from '#tests/spec/covers.ts';
import { systemRoutes } from './index.ts';
import { openScene, type Scene } from './test-scene.ts';

let scene: Scene;
let http: Awaited<ReturnType<typeof createHttp>>;
const lines: { level: string; about: Record<string, unknown>; message: string }[] = [];
beforeAll(async () => {
  scene = await openScene();
  http = await createHttp({
    db: scene.db,
    routes: systemRoutes({
      db: scene.db,
      sessions: scene.sessions,
      log: (level, about, message) => lines.push({ level, about: { ...about }, message }),
    }),
    base: '/api',
    resolveActor: scene.sessions.resolveActor,
    problems: async () => [],
  });
}, 60_000);
afterAll(async () => {
  await http?.close();
  await scene?.close();
});

async function tell(payload: object, token?: string): Promise<number> {
  const headers = { 'user-agent': 'browser', ...(token ? { 'x-access-token': token } : {}) };
  const { statusCode } = await http.inject({
    method: 'POST',
    url: '/api/sys/clientError',
    headers,
    payload,
  });
  return statusCode;
}

test('nobody without a session writes into the log', async () => {
  expect(await tell({ errorId: 'e1', message: 'x' })).toBe(401);
  expect(lines).toEqual([]);
});

test('the log gets the declared fields, cut to their limits, with tenant and user', async () => {
  covers('ours: error ids');
  await scene.user(2, { username: 'unlucky' });
  const reported = {
    errorId: 'e'.repeat(90),
    page: 'p'.repeat(900),
    message: 'm'.repeat(900),
    stack: 's'.repeat(9000),
    tenant: 1,
    username: 'admin',
    password: 'canary',
    more: { deep: 'canary' },
  };
  expect(await tell(reported, await scene.login('unlucky'))).toBe(200);
  expect(lines).toEqual([
    {
      level: 'error',
      message: 'error in the console',
      about: {
        errorId: 'e'.repeat(40),
        page: 'p'.repeat(200),
        error: 'm'.repeat(500),
        stack: 's'.repeat(6000),
        tenant: 2,
        username: 'unlucky',
        requestId: expect.any(String) as string,
        userAgent: 'browser',
      },
    },
  ]);
});

test('thirty a minute are noted, then no more until the minute is over', async () => {
  await scene.user(1, { username: 'flooder' });
  const token = await scene.login('flooder');
  lines.length = 0;
  const statuses: number[] = [];
  for (let n = 0; n < 32; n++) statuses.push(await tell({ errorId: `e${n}` }, token));
  expect(statuses).toEqual([...Array<number>(30).fill(200), 429, 429]);
  expect(lines).toHaveLength(30);
  scene.pass(61_000);
  expect(await tell({ errorId: 'later' }, token)).toBe(200);
});
