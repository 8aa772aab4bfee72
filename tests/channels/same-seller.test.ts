import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { covers } from '#tests/spec/covers.ts';
import { followSimulator } from '../../db/seed/simulated-shop.ts';
import { createUser } from '#modules/system/server/index.ts';
import { PASSWORD, startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';

/** Two shops that speak for one seller would take in, and ship, every order twice. */
let scene: TestApp;
let admin: Client;

beforeAll(async () => {
  scene = await startTestApp();
  admin = await scene.as('admin');
});
afterAll(() => scene.stop());

const settingsOf = async (id: string): Promise<Record<string, string>> =>
  (await admin.get<{ settings: Record<string, string> }>('/base/channelAccount/queryById', { id })).result.settings;

async function addShop(code: string, clientId: string): Promise<string> {
  const added = await admin.post<{ id: string }>('/base/channelAccount/add', {
    code,
    name: `店铺 ${code}`,
    channelCode: 'wayfair',
    environment: 'live',
    currency: 'USD',
    settings: { ...(await settingsOf(scene.seller.accountId)), clientId },
    clientSecret: `${clientId}-secret`,
  });
  expect(added.success, added.message).toBe(true);
  return added.result.id;
}

const connect = (id: string) => admin.post<{ ok: boolean }>(`/channels/account/${id}/test`);
const statusOf = async (id: string): Promise<string> =>
  (await admin.get<{ status: string }>('/base/channelAccount/queryById', { id })).result.status;

const TAKEN = /^Client ID 已由店铺“.+”使用，同一订单会重复拉取，请先停用其中一个店铺$/;

test('a second shop of a connected seller is not connected, at once or after', async () => {
  covers('ours: one seller, one shop');
  const first = scene.seller.accountId;
  const second = await addShop('TWIN', 'waybill-demo');
  const both = await Promise.all([connect(first), connect(second)]);
  expect(both.filter(({ success }) => success)).toHaveLength(1);
  await scene.settled();
  const states = [await statusOf(first), await statusOf(second)];
  expect(states.toSorted()).toEqual(['active', 'created']);
  const [loser, winner] = states[0] === 'active' ? [second, first] : [first, second];
  const refused = await connect(loser);
  expect(refused).toMatchObject({ success: false, code: 422 });
  expect(refused.message).toMatch(TAKEN);
  expect((refused.result as unknown as { errors: { field: string }[] }).errors).toMatchObject([
    { field: 'settings.clientId' },
  ]);
  expect(await statusOf(loser)).toBe('created');
  expect((await admin.post(`/base/channelAccount/${winner}/disable`)).success).toBe(true);
  const now = await connect(loser);
  expect(now.result.ok).toBe(true);
  expect(await statusOf(loser)).toBe('active');
  await scene.settled();
});

test('a connected shop does not become another’s twin by an edit', async () => {
  await scene.sim('POST', '/clients', {
    clientId: 'west-coast',
    clientSecret: 'west-coast-secret',
    environment: 'production',
  });
  const other = await addShop('WEST', 'west-coast');
  const tested = await connect(other);
  expect(tested.result.ok, JSON.stringify(tested.result)).toBe(true);
  const edit = await admin.put('/base/channelAccount/edit', {
    id: other,
    settings: { ...(await settingsOf(other)), clientId: ' waybill-demo ' },
    clientSecret: 'waybill-demo-secret',
  });
  expect(edit.success).toBe(false);
  expect(edit.message).toMatch(TAKEN);
  expect((await settingsOf(other))['clientId']).toBe('west-coast');
  const renamed = await admin.put('/base/channelAccount/edit', { id: other, name: '西岸店' });
  expect(renamed.success, renamed.message).toBe(true);
});

test('the sandbox of a seller is a world of its own', async () => {
  const settings = Object.fromEntries(
    Object.entries(await settingsOf(scene.seller.accountId)).map(([key, value]) => [
      key,
      value.replace('/wayfair/', '/wayfair-sandbox/'),
    ]),
  );
  const added = await admin.post<{ id: string }>('/base/channelAccount/add', {
    code: 'BOX',
    name: '沙箱',
    channelCode: 'wayfair',
    environment: 'sandbox',
    currency: 'USD',
    settings: {
      ...settings,
      clientId: 'waybill-sandbox',
      audience: 'https://sandbox.api.wayfair.com/',
    },
    clientSecret: 'waybill-sandbox-secret',
  });
  expect((await connect(added.result.id)).result.ok).toBe(true);
});

test('who sees one of the two shops does not learn the name of the other', async () => {
  const hidden = await addShop('EAST', 'waybill-demo');
  await createUser(scene.app.db, systemActor(1, 'test'), {
    username: 'one_shop',
    realname: '单店管理员',
    password: PASSWORD,
    roles: ['TADM'],
    departs: ['A01'],
    shops: [hidden],
  });
  const limited = await scene.as('one_shop');
  const refused = await limited.post(`/channels/account/${hidden}/test`);
  expect(refused).toMatchObject({ code: 422 });
  expect(refused.message).toBe('Client ID 已由其他店铺使用，同一订单会重复拉取，请先停用其中一个店铺');
});

test('the demo shop follows the simulator to the ports of its next start, unless it was led away', async () => {
  const { accountId } = scene.seller;
  const follow = (port: number): Promise<void> =>
    scene.app.db.tx(systemActor(1, 'test'), (tx) =>
      followSimulator(tx, accountId, {
        url: `http://127.0.0.1:${port}`,
        storageUrl: `http://127.0.0.1:${port + 1}`,
      }),
    );
  await follow(4500);
  expect(await settingsOf(accountId)).toMatchObject({
    clientId: 'waybill-demo',
    apiUrl: 'http://127.0.0.1:4500/wayfair/v1/graphql',
    documentOrigins: 'http://127.0.0.1:4501',
  });
  const away = { ...(await settingsOf(accountId)), apiUrl: 'https://api.wayfair.com/v1/graphql' };
  await scene.app.db.tx(
    systemActor(1, 'test'),
    (tx) => tx.run`
      update channel_account set settings = ${JSON.stringify(away)}::jsonb
      where tenant_id = ${tx.tenant} and id = ${accountId}::uuid`,
  );
  await follow(4600);
  expect(await settingsOf(accountId)).toEqual(away);
});
