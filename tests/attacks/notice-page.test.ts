import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';

/** The page of a notice, which a client of the base loads into a frame with its token in the address. */

let scene: TestApp;
let reader: Client;
let other: Client;
let id: string;

beforeAll(async () => {
  scene = await startTestApp({ isEmpty: true });
  const admin = await scene.as('admin');
  [reader, other] = [await scene.as('kefu'), await scene.as('caiwu')];
  const me = await reader.get<{ userInfo: { id: string } }>('/sys/user/getUserInfo');
  const made = await admin.post<{ id: string }>('/sys/annountCement/add', {
    titile: '<b>周五</b>盘点"',
    msgContent: '<p onclick=alert(1)>早八点<script>alert(1)</script></p>',
    msgType: 'USER',
    userIds: `${me.result.userInfo.id},`,
    priority: 'M',
    msgCategory: '1',
  });
  id = made.result.id;
  const out = await admin.get('/sys/annountCement/doReleaseData', { id });
  expect(out).toMatchObject({ success: true });
});
afterAll(() => scene?.stop());

const frame = (cookie: string | null, query = '') =>
  scene.app.http.inject({
    url: `/api/sys/annountCement/show/${id}${query}`,
    headers: { accept: 'text/html', ...(cookie ? { cookie: `waybill_files=${cookie}` } : {}) },
  });

test('a reader sees it as a page in which nothing runs and which only our own frame shows', async () => {
  const seen = await frame(reader.token, `?token=${reader.token}`);
  expect(seen.statusCode).toBe(200);
  expect(seen.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(seen.headers['cache-control']).toContain('no-store');
  const policy = String(seen.headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'self'");
  expect(policy).not.toContain('script-src');
  expect(seen.body).toContain('<title>&lt;b&gt;周五&lt;/b&gt;盘点&quot;</title>');
  expect(seen.body).toContain('<main><p>早八点</p></main>');
  expect(seen.body).toContain('管理员');
  expect(seen.body).not.toMatch(/script|onclick/);
  // With the token in a header it stays what it was.
  const { result } = await reader.get<{ anntId: string }>(`/sys/annountCement/show/${id}`);
  expect(result.anntId).toBe(id);
});

test('J7 it is nobody else’s page, and a token in an address opens nothing', async () => {
  const body = async (cookie: string) => JSON.parse((await frame(cookie)).body) as object;
  expect(await body(other.token)).toMatchObject({ success: false, message: '未找到对应实体' });
  for (const answer of [await frame(null), await frame(null, `?token=${reader.token}`)])
    expect(answer.statusCode).toBe(401);
});
