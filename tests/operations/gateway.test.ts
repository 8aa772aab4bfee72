import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startApp } from '#app/start.ts';
import { SECRET_KEY } from '#tests/harness/app.ts';
import { openOtherTenant } from '#tests/contract/worlds.ts';
import { covers } from '#tests/spec/covers.ts';
import { openGateway, parts, PATH, type GatewayScene } from './gateway-scene.ts';

/* Routes as they are written, read, tried and switched off; how calls are forwarded: gateway-forwarding.test.ts. */

let scene: GatewayScene;
/** Listed, and nobody is there. */
const NOBODY = 'http://127.0.0.1:1';

beforeAll(async () => {
  scene = await openGateway([NOBODY]);
});
afterEach(() => scene.clear());
afterAll(() => scene?.stop());

test('a route as the editor of the base writes and reads it', async () => {
  covers('ours: gateway routes');
  const filters = parts([
    'RequestRateLimiter',
    [
      { key: 'key-resolver', value: '#{@ipKeyResolver}' },
      { key: 'redis-rate-limiter.replenishRate', value: 20 },
      { key: 'redis-rate-limiter.burstCapacity', value: 20 },
    ],
  ]);
  const predicates = parts(PATH, ['Header', { header: 'X-Channel', regexp: 'way\\w+' }], ['Method', ['GET', 'POST']]);
  // Fields of the base that say nothing here.
  const idle = { retryable: 1, stripPrefix: 1, persistable: 1, showApi: 1, sysOrgCode: 'A01' };
  expect(await scene.save({ predicates, filters, status: true, ...idle })).toMatchObject({
    status: 200,
    success: true,
    message: '操作成功！',
  });
  const [row] = await scene.list();
  expect(row).toMatchObject({
    routerId: 'erp',
    name: '进销存',
    uri: scene.upstream,
    status: 1,
    predicates: JSON.parse(predicates),
    filters: JSON.parse(filters),
  });
  for (const name of Object.keys(idle)) expect(row, name).not.toHaveProperty(name);
  const again = { ...row, predicates, filters, status: false, name: '改名' };
  expect(await scene.admin.post('/sys/gatewayRoute/updateAll', { router: again })).toMatchObject({ success: true });
  expect(await scene.list()).toMatchObject([{ id: row?.['id'], status: 0, name: '改名' }]);
  expect(await scene.save()).toMatchObject({ success: false, message: '路由ID已存在' });
  expect(await scene.admin.get('/sys/gatewayRoute/clearRedis')).toMatchObject({ message: '清除成功！' });
  expect(await scene.admin.delete('/sys/gatewayRoute/delete', { id: String(row?.['id']) })).toMatchObject({
    message: '删除路由成功',
  });
  expect(await scene.list()).toEqual([]);
});

test('I6: what is not understood is refused at its field, by its name on the wire, and not stored', async () => {
  const faults: [field: string, more: object, message: string][] = [
    [
      'uri',
      { uri: 'http://169.254.169.254' },
      '平台没有放行 http://169.254.169.254，请在设置 GATEWAY_UPSTREAMS 中列出',
    ],
    ['predicates', { predicates: parts(PATH, ['Weight', ['a', '1']]) }, '第 2 个路由条件不支持：Weight'],
    [
      'predicates',
      { predicates: parts(['Path', ['/orders/x']]) },
      '第 1 个路由条件“路径”：“/orders”是本系统自己的路径，不能转发',
    ],
    ['filters', { filters: parts(['Retry', []]) }, '第 1 个过滤器不支持：Retry'],
  ];
  for (const [field, more, message] of faults) {
    const answer = await scene.save(more as Record<string, unknown>);
    expect(answer).toMatchObject({ status: 200, success: false, message });
    expect(answer.result.errors.map((one) => one.field)).toEqual([field]);
  }
  expect(await scene.list()).toEqual([]);
});

test('nobody but the operator sees or writes routes', async () => {
  await scene.save();
  const [{ id } = {}] = await scene.list();
  for (const who of [await openOtherTenant(scene.scene), await scene.scene.as('yunying')]) {
    for (const path of ['list', 'page', 'clearRedis', 'queryById'])
      expect(await who.get(`/sys/gatewayRoute/${path}`, { id: String(id) }), path).toMatchObject({ status: 403 });
    for (const path of ['updateAll', 'add', 'preview'])
      expect(
        await who.post(`/sys/gatewayRoute/${path}`, { router: { id, status: false }, path: '/erp/x' }),
      ).toMatchObject({ status: 403 });
    expect(await who.delete('/sys/gatewayRoute/delete', { id: String(id) })).toMatchObject({ status: 403 });
  }
  expect(await scene.list()).toMatchObject([{ id, status: 1 }]);
});

test('a path is rewritten and prefixed in the order of the filters; a preview says where it goes', async () => {
  const filters = parts(
    ['RewritePath', { _genkey_0: '/erp/(?<kind>[^/]+)/(.*)', _genkey_1: '/$2/${kind}' }],
    ['PrefixPath', { prefix: '/v2' }],
  );
  await scene.save({ filters });
  await scene.call('/erp/items/7');
  expect(scene.heard[0]?.url).toBe('/v2/7/items');
  const preview = (more: object) =>
    scene.admin.post<Record<string, unknown>>('/sys/gatewayRoute/preview', { path: '/erp/items/7?a=1', ...more });
  expect((await preview({})).result).toMatchObject({
    name: '进销存',
    target: `${scene.upstream}/v2/7/items?a=1`,
    fault: null,
  });
  expect((await preview({ path: '/none' })).result).toMatchObject({ name: null, target: null });
  const draft = { name: '草稿', uri: NOBODY, predicates: parts(PATH, ['Method', ['POST']]) };
  expect((await preview({ router: draft })).result).toMatchObject({
    target: null,
    conditions: [
      { title: '路径', holds: true },
      { title: '请求方法', holds: false },
    ],
  });
  expect((await preview({ router: draft, method: 'post' })).result).toMatchObject({
    target: `${NOBODY}/erp/items/7?a=1`,
  });
});

test('what is switched off, deleted or changed on one node is so on all of them at once, without a message', async () => {
  covers('ours: gateway routes');
  const { scene: product, upstream, admin } = scene;
  const node = await startApp({
    connection: product.connection,
    dataDir: product.dataDir,
    secretKey: SECRET_KEY,
    base: '/api',
    sessionDays: 7,
    outboundAllow: [],
    allowPrivate: true,
    scheduleMs: 0,
    worker: { concurrency: 0 },
    clock: product.now,
    gatewayUpstreams: [upstream],
  });
  const there = async (): Promise<number> => {
    const headers = { 'x-access-token': admin.token };
    return (await node.http.inject({ method: 'GET', url: '/api/erp/x', headers })).statusCode;
  };
  try {
    expect(await there()).toBe(404);
    await scene.save();
    expect(await there()).toBe(200);
    const [{ id } = {}] = await scene.list();
    const set = (more: object) => admin.post('/sys/gatewayRoute/updateAll', { router: { id, ...more } });
    await set({ status: false });
    expect(await there()).toBe(404);
    await set({ status: true });
    expect(await there()).toBe(200);
    await set({ predicates: parts(['Path', ['/wms/**']]) });
    expect(await there()).toBe(404);
    await set({ predicates: parts(PATH) });
    expect(await there()).toBe(200);
    await admin.delete('/sys/gatewayRoute/delete', { id: String(id) });
    expect(await there()).toBe(404);
  } finally {
    await node.stop();
  }
});
