import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logOptions } from '#kit/server/log.ts';
import { startTestApp, type TestApp } from '#tests/harness/app.ts';

let direct: TestApp;
let behind: TestApp;
const lines: string[] = [];
const stream = new Writable({
  write(chunk, _encoding, done) {
    lines.push(String(chunk));
    done();
  },
});

beforeAll(async () => {
  direct = await startTestApp({ isEmpty: true });
  behind = await startTestApp({
    isEmpty: true,
    start: { trustedProxies: ['10.9.0.0/16'], logger: { ...logOptions('info'), stream } },
  });
});
afterAll(async () => {
  await direct.stop();
  await behind.stop();
});

const PROXY = '10.9.0.7';
let names = 0;

/** A failed sign-in. @returns whether it was refused unread: there were too many from its address */
async function wrongName(scene: TestApp, from: string, forwarded: string): Promise<boolean> {
  const answer = await scene.app.http.inject({
    method: 'POST',
    url: '/api/sys/login',
    remoteAddress: from,
    headers: { 'x-forwarded-for': forwarded },
    payload: { username: `nobody-${(names += 1)}`, password: 'Wrong-Password-1' },
  });
  expect(answer.json<{ success: boolean }>().success).toBe(false);
  return answer.statusCode === 429;
}

const picture = async (scene: TestApp, forwarded: string): Promise<number> => {
  const { statusCode } = await scene.app.http.inject({
    url: '/api/sys/randomImage/key1',
    remoteAddress: PROXY,
    headers: { 'x-forwarded-for': forwarded },
  });
  return statusCode;
};

test('behind a trusted proxy one stranger locks themselves out, and nobody else', async () => {
  for (let i = 0; i < 70; i++) await picture(behind, '203.0.113.5');
  expect(await picture(behind, '203.0.113.5')).not.toBe(200);
  expect(await picture(behind, '203.0.113.6')).toBe(200);
  for (let i = 0; i < 25; i++) await wrongName(behind, PROXY, '203.0.113.5');
  expect(await wrongName(behind, PROXY, '203.0.113.5')).toBe(true);
  expect(await wrongName(behind, PROXY, '203.0.113.6')).toBe(false);
});

test('a client that is no trusted proxy cannot say where it comes from', async () => {
  for (const scene of [direct, behind]) {
    for (let i = 0; i < 25; i++) await wrongName(scene, '198.51.100.9', `203.0.113.${100 + i}`);
    expect(await wrongName(scene, '198.51.100.9', '203.0.113.200')).toBe(true);
  }
});

test('the log tells one line a request with the address of the person, and none of probes', async () => {
  lines.length = 0;
  await behind.app.http.inject({
    url: '/api/orders/salesOrder/list?recipientName=O%27Connor',
    remoteAddress: PROXY,
    headers: { 'x-forwarded-for': '203.0.113.77' },
  });
  await behind.app.http.inject({ url: '/readyz' });
  await behind.app.http.inject({ url: '/healthz' });
  const reported = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(reported).toEqual([
    expect.objectContaining({
      ip: '203.0.113.77',
      method: 'GET',
      path: '/api/orders/salesOrder/list',
      status: 401,
    }),
  ]);
});
