import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openOtherTenant, personWith } from '#tests/contract/worlds.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { fault, look } from '#tests/channels/shop.ts';
import { upload, workbook } from '#tests/sheets/upload.ts';
import { covers } from '#tests/spec/covers.ts';

/**
 * What somebody who may edit shops tries in order to read a secret that others typed: they let the
 * product send it to an address of their own.
 */

let scene: TestApp;
let admin: Client;
/** May edit and test shops, and has never known the secret. */
let editor: Client;
let shop: string;
let known: Record<string, string>;

beforeAll(async () => {
  scene = await startTestApp();
  admin = await scene.as('admin');
  editor = await personWith(scene, admin, [
    'base:channelAccount:list',
    'base:channelAccount:edit',
    'channels:account:test',
  ]);
  shop = scene.seller.accountId;
  known = (await row())['settings'] as Record<string, string>;
});
afterAll(() => scene?.stop());

beforeEach(async () => {
  await scene.sim('DELETE', '/log');
});

const row = async (who = admin): Promise<Record<string, unknown>> =>
  (await who.get<Record<string, unknown>>('/base/channelAccount/queryById', { id: shop })).result;
const edit = (more: object, who = editor) =>
  who.put<{ errors: { field: string; message: string }[] }>('/base/channelAccount/edit', {
    id: shop,
    ...more,
  });
const callsMade = async (): Promise<unknown[]> => (await scene.sim<{ entries: unknown[] }>('GET', '/log')).entries;

const AGAIN = {
  status: 422,
  success: false,
  message: '渠道、环境、接口地址或 Client ID 已修改，请重新输入Client Secret',
};

test('a changed address, client id or environment asks for the secret again', async () => {
  covers('ours: one seller, one shop');
  const { url, storageUrl } = scene.simulator;
  const changes: [string, object][] = [
    ...[
      'tokenUrl',
      'apiUrl',
      'documentsUrl',
      'supplierApiUrl',
      'catalogApiUrl',
      'catalogReadUrl',
      'advertisingUrl',
    ].flatMap((key) => [
      [key, { settings: { ...known, [key]: `${storageUrl}/mine` } }] as [string, object],
      [key, { settings: { ...known, [key]: `${known[key]}/other` } }] as [string, object],
      [key, { settings: { ...known, [key]: '' } }] as [string, object],
    ]),
    ['clientId', { settings: { ...known, clientId: 'mine' } }],
    ['audience', { settings: { ...known, audience: `${url}/mine` } }],
    ['environment', { environment: 'sandbox' }],
    ['as text', { settings: JSON.stringify({ ...known, tokenUrl: `${storageUrl}/mine` }) }],
  ];
  for (const [what, change] of changes)
    for (const secret of [{}, { clientSecret: '***' }]) {
      const answer = await edit({ ...change, ...secret });
      expect(answer, what).toMatchObject(AGAIN);
      expect(answer.result.errors.map(({ field }) => field)).toEqual(['clientSecret']);
    }
  expect(await edit({ settings: { ...known, tokenUrl: known['tokenUrl'] }, clientSecret: '' })).toMatchObject({
    status: 422,
    success: false,
  });
  expect((await row())['settings']).toEqual(known);
  expect(await callsMade()).toEqual([]);
});

test('neither does a sheet move the address alone', async () => {
  const settings = JSON.stringify({ ...known, tokenUrl: `${scene.simulator.storageUrl}/mine` });
  const sheet = await workbook(['ID', '连接参数', '环境'], [[shop, settings, '沙箱']]);
  const answer = await upload(scene, admin, '/base/channelAccount/importExcel?mode=update', sheet);
  expect(answer.result).toMatchObject({ successCount: 0, errorCount: 1 });
  expect(await row()).toMatchObject({ environment: 'live', settings: known });
});

test('what neither names an address nor a client needs no secret, also as JSON text', async () => {
  const paced = { ...known, rescanDays: '5' };
  expect(await edit({ settings: paced, pullMinutes: 6 })).toMatchObject({ success: true });
  expect(await edit({ settings: JSON.stringify({ ...paced, rescanDays: '4' }) })).toMatchObject({
    success: true,
  });
  expect((await row())['settings']).toEqual({ ...paced, rescanDays: '4' });
  expect(await edit({ settings: '{"clientId":' })).toMatchObject({
    status: 422,
    message: '连接参数格式不正确',
  });
  const tested = await editor.post<{ ok: boolean }>(`/channels/account/${shop}/test`);
  expect(tested.result.ok).toBe(true);
  await scene.settled();
});

test('a live shop sends its secret over https to its marketplace, or where an operator allowed', async () => {
  const secret = { clientSecret: 'a secret of one’s own' };
  const refused: [string, string, string][] = [
    ['tokenUrl', 'https://sso.auth.wayfair.com.evil.example/oauth/token', '不是 Wayfair 的地址'],
    ['tokenUrl', 'https://evil.example/oauth/token', '不是 Wayfair 的地址'],
    ['tokenUrl', 'https://api.wayfair.com:8443/oauth/token', '不是 Wayfair 的地址'],
    ['tokenUrl', 'https://api.wayfair.com@evil.example/', '不是 Wayfair 的地址'],
    ['apiUrl', 'http://api.wayfair.com/v1/graphql', '须以 https:// 开头'],
    ['documentsUrl', 'http://127.0.0.1:5432', '须以 https:// 开头'],
    ['supplierApiUrl', 'ftp://api.wayfair.io/x', '不是有效的网址'],
    ['documentOrigins', 'https://files.example, http://files.example', '须以 https:// 开头'],
  ];
  for (const [key, address, why] of refused) {
    const answer = await edit({ settings: { ...known, [key]: address }, ...secret });
    expect(answer, address).toMatchObject({ status: 422, success: false });
    expect(answer.result.errors.map(({ field }) => field)).toEqual([`settings.${key}`]);
    expect(answer.message).toContain(why);
  }
  const own = { ...known, tokenUrl: '', apiUrl: 'https://api.wayfair.com/v2/graphql' };
  expect(await edit({ settings: own, ...secret })).toMatchObject({ success: true });
  const back = { settings: known, clientSecret: 'waybill-demo-secret' };
  expect(await edit(back)).toMatchObject({ success: true });
  expect(await callsMade()).toEqual([]);
});

test('what an operator allowed for one tenant serves no other', async () => {
  const stranger = await openOtherTenant(scene);
  const answer = await stranger.post<{ errors: { field: string }[] }>('/base/channelAccount/add', {
    code: 'WF-2',
    name: '另一家',
    channelCode: 'wayfair',
    environment: 'live',
    currency: 'USD',
    settings: known,
    clientSecret: 'waybill-demo-secret',
  });
  expect(answer).toMatchObject({ status: 422, success: false });
  expect(answer.result.errors.map(({ field }) => field)).toContain('settings.tokenUrl');
});

test('a server that quotes what it was sent does not tell the secret', async () => {
  const message = 'Bad request: {"client_id":"waybill-demo","client_secret":"waybill-demo-secret"}';
  await fault(scene, { fault: 'text-body', status: 400, message, match: { operation: 'token' } });
  const { result } = await editor.post<{ ok: boolean; steps: { message?: string }[] }>(
    `/channels/account/${shop}/test`,
  );
  expect(result).toMatchObject({ ok: false });
  expect(result.steps[0]?.message).toContain('"client_secret":"***"');
  const { health } = await row();
  expect(health).toContain('Bad request');
  expect(JSON.stringify([result, health])).not.toContain('waybill-demo-secret');
  await scene.sim('DELETE', '/faults');
});

test('a shop stored with a foreign address before is not called there', async () => {
  const stored = { ...known, tokenUrl: 'https://evil.example/oauth/token' };
  await look(
    scene,
    (tx) => tx.run`update channel_account set settings = ${JSON.stringify(stored)}::jsonb
      where tenant_id = ${tx.tenant} and id = ${shop}::uuid`,
  );
  const answer = await editor.post(`/channels/account/${shop}/test`);
  expect(answer).toMatchObject({
    status: 422,
    success: false,
    message: '令牌地址不是 Wayfair 的地址；使用其他地址须先由平台运营为本租户开通',
  });
  expect(await callsMade()).toEqual([]);
});
