import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Mail } from '#platform/mail/smtp-mail.ts';
import { sampleNodeWork, sampleWholeWork, sweepSamplesWork } from '#modules/monitor/model/clock-works.ts';
import type {
  DatabaseState,
  History,
  NodeState,
  QueueState,
  RedisState,
  Thresholds,
  Traces,
} from '#modules/monitor/model/routes.ts';
import { createSampler } from '#modules/monitor/server/sampler.ts';
import { createHttpTrace, createNodeWatch, createSlowStatements } from '#modules/monitor/server/index.ts';
import { createOperatorBell } from '#modules/system/server/index.ts';
import { NO_MESSENGER } from '#modules/system/server/registration/messenger.ts';
import { openOtherTenant } from '#tests/contract/worlds.ts';
import { PASSWORD, startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { onServer, testCluster } from '#tests/harness/database.ts';
import { look } from '#tests/channels/shop.ts';
import { covers } from '#tests/spec/covers.ts';

const REDIS = process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379';
const GB = 1024 ** 3;
const MINUTE = 60_000;
const TOKEN = 'figures-for-the-collector-8842';

let scene: TestApp;
let admin: Client;
let free = 40;
const mails: Mail[] = [];

beforeAll(async () => {
  scene = await startTestApp({
    isEmpty: true,
    start: {
      metricsToken: TOKEN,
      statDisk: async () => ({ bavail: free, blocks: 100, bsize: GB }),
      messages: { mail: async (mail) => void mails.push(mail), hasOutbox: false },
    },
  });
  admin = await scene.as('admin');
  await look(
    scene,
    (tx) =>
      tx.platform
        .run`update app_user set email = 'ops@example.com', email_key = 'ops@example.com' where username = 'admin'`,
  );
});
afterAll(() => scene?.stop());

const run = (kind: { name: string }): Promise<unknown> => {
  const work = scene.app.assembled.scheduled.find((one) => one.kind.name === kind.name);
  if (!work) throw new Error(`nobody does ${kind.name}`);
  return work.run(scene.now());
};

async function reachable(): Promise<boolean> {
  const redis = new Redis(REDIS, { lazyConnect: true, retryStrategy: () => null });
  redis.on('error', () => undefined);
  return redis
    .connect()
    .then(
      () => true,
      () => false,
    )
    .finally(() => redis.disconnect());
}

/** So many minutes pass, and the node says each time how it is. */
async function minutes(n: number, kind = sampleNodeWork): Promise<void> {
  for (let at = 0; at < n; at++) {
    await scene.pass(MINUTE);
    await run(kind);
  }
}

const notices = async (): Promise<string[]> => {
  const { result } = await admin.get<{ sysMsgList: { titile: string }[] }>('/sys/annountCement/listByUser', {
    pageSize: '50',
  });
  return result.sysMsgList.map(({ titile }) => titile).filter((title) => title.startsWith('监控'));
};
const samples = () =>
  look(
    scene,
    (tx) => tx.platform.rows<{ node: string; figures: Record<string, number> }>`
    select node, figures from monitor_sample order by at`,
  );

beforeEach(async () => {
  free = 40;
  mails.length = 0;
  await look(scene, async (tx) => {
    await tx.platform.run`delete from monitor_alarm`;
    await tx.platform.run`delete from monitor_sample`;
  });
  const { result } = await admin.get<Thresholds>('/monitor/threshold');
  for (const { metric, usual, version } of result.thresholds.filter((one) => one.version > 0))
    await admin.put('/monitor/threshold', { metric, ...usual, isOn: true, version });
});

test('a node writes one row a minute, however often the clock is looked at, and a day of them is kept', async () => {
  covers('ours: monitoring');
  await minutes(1);
  for (let looks = 0; looks < 11; looks++) await run(sampleNodeWork);
  expect(await samples()).toHaveLength(1);
  await minutes(2);
  const kept = await samples();
  expect(kept).toHaveLength(3);
  expect(kept[0]?.figures).toMatchObject({ diskFree: 40 * GB, diskTotal: 100 * GB, poolWaiting: 0, sockets: 0 });
  expect(kept[0]?.figures['heapUsed']).toBeGreaterThan(1e6);
  const { result } = await admin.get<History>('/monitor/history', { figures: 'diskFree,heapUsed,nothing' });
  expect(Object.keys(result.lines)).toEqual(['diskFree', 'heapUsed']);
  expect(result.lines['diskFree']).toEqual([40 * GB, 40 * GB, 40 * GB]);
  await scene.pass(25 * 60 * MINUTE);
  await run(sweepSamplesWork);
  expect(await samples()).toEqual([]);
});

describe('the disk is nearly full', () => {
  test('rings once by bell and mail while it flaps, and says when it is over', async () => {
    covers('ours: monitoring');
    const before = (await notices()).length;
    free = 8;
    await minutes(5);
    expect(mails).toEqual([]);
    await minutes(1);
    expect((await notices()).slice(0, (await notices()).length - before)).toEqual(['监控告警：磁盘剩余空间 8 %']);
    for (let turn = 0; turn < 10; turn++) {
      free = turn % 2 ? 8 : 10.4;
      await minutes(1);
    }
    expect((await notices()).length).toBe(before + 1);
    free = 60;
    await minutes(7);
    expect((await notices())[0]).toBe('监控恢复：磁盘剩余空间 60 %');
    await expect
      .poll(() => mails.map(({ to, subject }) => `${to} ${subject}`))
      .toEqual(['ops@example.com 监控告警：磁盘剩余空间 8 %', 'ops@example.com 监控恢复：磁盘剩余空间 60 %']);
    expect(mails[0]?.text).toContain('低于阈值 10 %，已持续 5 分钟');
    const { result } = await admin.get<Thresholds>('/monitor/threshold');
    expect(result.alarms).toMatchObject([{ title: '磁盘剩余空间', worst: '8 %', value: '60 %' }]);
    expect(result.alarms[0]?.endedAt).not.toBeNull();
  });

  test('a disk that is not there is one without room; what the operator switches off is silent', async () => {
    free = 0;
    await minutes(6);
    expect((await notices())[0]).toBe('监控告警：磁盘剩余空间 0 %');
    await admin.put('/monitor/threshold', { metric: 'diskFree', isOn: false, bound: 10, minutes: 5, version: 0 });
    const rung = (await notices()).length;
    await minutes(3);
    expect((await notices()).length).toBe(rung);
    expect((await admin.get<Thresholds>('/monitor/threshold')).result.alarms[0]?.endedAt).not.toBeNull();
  });
});

test('two nodes of one host have one disk: one of them rings', async () => {
  free = 5;
  const own = scene.app.assembled.scheduled.find(({ kind }) => kind.name === sampleNodeWork.name);
  const watch = createNodeWatch({
    name: 'second-node',
    host: hostname(),
    startedAt: scene.now(),
    dataDir: scene.dataDir,
    pool: scene.app.db.pool,
    sockets: () => 3,
    stat: async () => ({ bavail: free, blocks: 100, bsize: GB }),
  });
  const rung: string[] = [];
  const bell = createOperatorBell(
    { db: scene.app.db, messenger: NO_MESSENGER },
    { right: '-', actor: '监控', businessType: 'monitor' },
  );
  const other = createSampler({
    db: scene.app.db,
    eyes: { watch, trace: createHttpTrace(), slow: createSlowStatements() },
    bell: { ...bell, ring: async (_tx, { title }) => void rung.push(title) },
  });
  const before = (await notices()).length;
  for (let at = 0; at < 8; at++) {
    await scene.pass(MINUTE);
    await Promise.all([own?.run(scene.now()), other(scene.now())]);
  }
  watch.stop();
  expect((await notices()).length - before + rung.length).toBe(1);
  // The page says of which node a figure is, and another may be chosen.
  const { result } = await admin.get<NodeState>('/monitor/node', { node: 'second-node' });
  expect(result).toMatchObject({ isLive: false, node: { name: 'second-node', isThis: false, isGone: false } });
  expect(result.figures).toMatchObject({ sockets: 3 });
  const live = await admin.get<NodeState>('/monitor/node');
  expect(live.result).toMatchObject({ isLive: true, node: { isThis: true } });
  expect(live.result.nodes.map(({ name }) => name)).toContain('second-node');
  expect(await admin.get('/monitor/node', { node: 'nobody' })).toMatchObject({ status: 422 });
  // Gone without a word: what nobody sees any more does not ring for ever.
  await scene.pass(20 * MINUTE);
  await run(sampleWholeWork);
  expect((await admin.get<Thresholds>('/monitor/threshold')).result.alarms.every(({ endedAt }) => endedAt)).toBe(true);
});

test('of the installation one node says how database, queue and sign-ins are', async () => {
  covers('ours: monitoring');
  for (let turn = 0; turn < 3; turn++)
    await scene.app.http.inject({
      method: 'POST',
      url: '/api/sys/login',
      payload: { username: 'admin', password: 'wrong-password-1' },
    });
  await admin.put('/monitor/threshold', { metric: 'failedSignIns', isOn: true, bound: 5, minutes: 1, version: 0 });
  await look(scene, async (tx) => {
    for (let n = 0; n < 25; n++)
      await tx.run`
        insert into login_log (tenant_id, id, kind, username, content, create_time)
        values (${tx.tenant}, gen_random_uuid(), 'failure', 'x', '用户名或密码错误', ${scene.now()})`;
    await tx.run`
      insert into delivery (tenant_id, id, event_id, event, handler, aggregate, dedupe_key, payload, status, next_at, create_time)
      values (${tx.tenant}, gen_random_uuid(), gen_random_uuid(), 'x', 'x', 'x', 'x', '{}', 'dead', ${tx.now}, ${tx.now})`;
  });
  await minutes(2, sampleWholeWork);
  const [first] = await samples();
  expect(first?.node).toBe('*');
  expect(first?.figures).toMatchObject({ failedSignIns: 28, deadTasks: 1, waitingLocks: 0, replicationLag: null });
  expect(first?.figures['connections']).toBeGreaterThan(0);
  expect(first?.figures['databaseSize']).toBeGreaterThan(1e6);
  expect((await notices())[0]).toBe('监控告警：登录失败（10 分钟内） 28 次');
  const queue = await admin.get<QueueState>('/monitor/queue');
  expect(queue.result.jobs).toEqual([
    { handler: 'x', title: 'x', waiting: 0, running: 0, dead: 1, oldestSeconds: null },
  ]);
  const database = await admin.get<{ tables: { name: string }[]; slow: object[]; version: string }>(
    '/monitor/database',
  );
  expect(database.result.version).toMatch(/^\d+/);
  expect(database.result.tables.length).toBe(30);
});

test('what waits for a lock is shown with who holds it, and what took long without its values', async () => {
  covers('ours: monitoring');
  const database = scene.connection.database as string;
  const state = async () => (await admin.get<DatabaseState>('/monitor/database')).result;
  await onServer({ ...testCluster().owner, database }, async (holder) => {
    await holder.query('begin; lock table product in access exclusive mode');
    const pid = (await holder.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;
    const waiting = admin.get('/catalog/product/list', { name: '*机密货品*' });
    await expect.poll(async () => (await state()).locks.length, { interval: 20, timeout: 10_000 }).toBeGreaterThan(0);
    const [lock] = (await state()).locks;
    expect(lock).toMatchObject({ blockedBy: String(pid), relation: 'product' });
    expect(lock?.sql).toContain('product');
    // Longer than what is noted as slow.
    await holder.query('select pg_sleep(0.25)');
    await holder.query('commit');
    expect(await waiting).toMatchObject({ success: true });
  });
  const { locks, slow } = await state();
  expect(locks).toEqual([]);
  const [worst] = slow.filter(({ sql }) => sql.includes('product'));
  expect(worst?.maxMs).toBeGreaterThan(200);
  expect(worst).toMatchObject({ times: expect.any(Number), lastAt: expect.any(String) });
  expect(JSON.stringify(slow)).not.toContain('机密货品');
});

test('thresholds are judged at their fields, and nobody writes over the other', async () => {
  const save = (more: object) =>
    admin.put<{ errors: { field: string; message: string }[] }>('/monitor/threshold', {
      metric: 'heap',
      isOn: true,
      bound: 90,
      minutes: 3,
      version: 0,
      ...more,
    });
  const wrong = await save({ bound: 120, minutes: 0 });
  expect(wrong.status).toBe(422);
  expect(wrong.result.errors.map(({ field, message }) => `${field} ${message}`)).toEqual([
    'bound 请填写 30 到 99 %',
    'minutes 请填写 1 到 1440 分钟',
  ]);
  expect(await save({ metric: 'nothing' })).toMatchObject({ status: 422 });
  expect(await save({})).toMatchObject({ success: true });
  expect(await save({ bound: 70 })).toMatchObject({ status: 409, message: '该阈值已被他人修改，请刷新后重试' });
  expect(await save({ bound: 70, version: 1 })).toMatchObject({ success: true });
  const { result } = await admin.get<Thresholds>('/monitor/threshold');
  expect(result.thresholds.find(({ metric }) => metric === 'heap')).toMatchObject({
    bound: 70,
    minutes: 3,
    version: 2,
  });
  expect(result.hasMail).toBe(true);
});

test('J L E6: only the operator of the installation sees any of it, and no secret stands in it', async () => {
  covers('ours: monitoring');
  const { app } = scene;
  const stranger = await openOtherTenant(scene);
  const clerk = await scene.as('yunying');
  const routes = app.assembled.routes.filter(({ path }) => /^\/(monitor|actuator|sys\/actuator)\//.test(path));
  expect(routes.length).toBeGreaterThan(15);
  for (const { method, path } of routes)
    for (const who of [stranger, clerk]) {
      const response = await app.http.inject({
        method,
        url: `/api${path.replace(':name', 'jvm.memory.used')}`,
        headers: { 'x-access-token': who.token },
        ...(method === 'GET' ? {} : { payload: {} }),
      });
      expect(response.statusCode, `${method} ${path}`).toBe(403);
    }
  const secrets = ['Zx9-very-secret-word', admin.token, 'Ticket-5521-abcdef', PASSWORD];
  for (const url of [
    `/api/sys/dict/getDictItems/sex?token=${secrets[0]}`,
    `/api/sys/thirdLogin/getLoginUser/${secrets[2]}/oidc?code=${secrets[0]}`,
    `/api/orders/salesOrder/list?keyword=${secrets[0]}&column=${admin.token}`,
    `/api/nothing/${admin.token}?password=${PASSWORD}`,
  ])
    await app.http.inject({
      method: 'GET',
      url,
      headers: { 'x-access-token': admin.token, cookie: `s=${secrets[0]}` },
    });
  const [traces, compatible, metrics] = [
    await admin.get<Traces>('/monitor/trace'),
    await admin.raw('GET', '/actuator/httptrace'),
    await app.http.inject({ url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } }),
  ];
  expect(traces.result.traces[0]).toMatchObject({ method: 'GET', uri: '/api/nothing/***?password=***', status: 404 });
  expect(traces.result.traces[1]?.uri).toBe('/api/orders/salesOrder/list?keyword=***&column=***');
  const shown = JSON.stringify(traces.result) + compatible.bytes.toString() + metrics.body;
  for (const secret of [...secrets, TOKEN]) expect(shown).not.toContain(secret);
});

test('figures as text are there for whoever has the token, and for nobody else', async () => {
  covers('ours: monitoring');
  const ask = (authorization?: string) =>
    scene.app.http.inject({ url: '/metrics', ...(authorization ? { headers: { authorization } } : {}) });
  for (const wrong of [undefined, 'Bearer ', `Bearer ${TOKEN}x`, `Basic ${TOKEN}`, `Bearer ${admin.token}`])
    expect((await ask(wrong)).statusCode, wrong).toBe(401);
  await minutes(1, sampleWholeWork);
  const { statusCode, body, headers } = await ask(`Bearer ${TOKEN}`);
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
  const lines = body.trimEnd().split('\n');
  const sample = /^waybill_[a-z0-9_]+(\{[a-z]+="[^"\\]*"(,[a-z]+="[^"\\]*")*\})? -?\d+(\.\d+)?(e[+-]?\d+)?$/;
  for (const line of lines) expect(line.startsWith('#') || sample.test(line), line).toBe(true);
  expect(body).toMatch(/^waybill_heap_used_bytes\{node="[^"]+"\} \d+$/m);
  expect(body).toMatch(/^waybill_database_size_bytes \d+$/m);
  expect(body).toMatch(/^waybill_http_requests_total\{node="[^"]+",class="2xx"\} \d+$/m);
  expect(lines.filter((line) => line.startsWith('# TYPE')).length).toBe(
    new Set(lines.filter((line) => line.startsWith('# TYPE'))).size,
  );
});

test.runIf(await reachable())(
  'with Redis its figures stand beside the others, and nothing of it but a closed list',
  async () => {
    covers('ours: monitoring');
    const redis = { url: REDIS, prefix: `test-${randomBytes(6).toString('hex')}` };
    const other = await startTestApp({ isEmpty: true, start: { redis } });
    try {
      const person = await other.as('admin');
      const state = async () => (await person.get<RedisState>('/monitor/redis')).result;
      await expect.poll(async () => (await state()).why).toBeNull();
      const { state: now, info } = await state();
      expect(now?.memory).toBeGreaterThan(0);
      expect(info.map(({ key }) => key)).toContain('redis_version');
      expect(info.map(({ key }) => key)).not.toContain('config_file');
      const bareOf = async (path: string): Promise<unknown> =>
        JSON.parse((await person.raw('GET', `/sys/actuator/redis/${path}`)).bytes.toString());
      expect(await bareOf('keysSize')).toEqual({ dbSize: expect.any(Number), create_time: expect.any(Number) });
      expect(await bareOf('memoryInfo')).toEqual({ used_memory: expect.any(Number), create_time: expect.any(Number) });
      expect(await bareOf('keysSizeForReport')).toMatchObject({
        data: [{}, {}, {}, {}, { value: expect.any(Number) }],
      });
      expect((await person.get('/sys/actuator/redis/info')).result).toContainEqual({
        key: 'redis_version',
        value: now?.version,
        description: 'Redis 版本',
      });
      const live = await person.get<NodeState>('/monitor/node');
      expect(live.result.figures.redisMemory).toBeGreaterThan(0);
    } finally {
      await other.stop();
    }
  },
);
