import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { onServer, testCluster } from '#tests/harness/database.ts';
import { png } from '#tests/harness/pictures.ts';
import { send } from '#tests/attacks/upload-scene.ts';
import { covers } from '#tests/spec/covers.ts';

/** The disk is full, under the files or under the database: who writes learns of it, and who watches. */
let scene: TestApp;
let clerk: Client;
beforeAll(async () => {
  scene = await startTestApp({ isEmpty: true });
  clerk = await scene.as('admin');
});
afterAll(() => scene?.stop());

const asOwner = (text: string): Promise<unknown> =>
  onServer({ ...testCluster().owner, database: scene.connection.database as string }, (client) => client.query(text));

interface Readiness {
  status: string;
  problems?: { part: string; message: string }[];
}

async function readiness(): Promise<[number, Readiness]> {
  const answer = await scene.app.http.inject({ method: 'GET', url: '/readyz' });
  return [answer.statusCode, answer.json<Readiness>()];
}

const SMALL = ['-t', 'tmpfs', '-o', 'size=2m,mode=0777', 'tmpfs'];

/** A small disk over a folder; false where this user may not mount. */
const mountSmall = (folder: string): boolean => spawnSync('mount', [...SMALL, folder]).status === 0;

function mayMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-mount-'));
  const isMounted = mountSmall(folder);
  if (isMounted) spawnSync('umount', [folder]);
  rmSync(folder, { recursive: true });
  return isMounted;
}

test.runIf(mayMount())('a full data disk refuses uploads in words until there is room', async () => {
  expect(await readiness()).toEqual([200, { status: 'ready' }]);
  const marker = join(scene.dataDir, 'installation');
  const mark = readFileSync(marker);
  expect(mountSmall(scene.dataDir)).toBe(true);
  try {
    writeFileSync(marker, mark); // all that is asked of the folder but room
    const { bavail, bsize } = statfsSync(scene.dataDir);
    writeFileSync(join(scene.dataDir, 'filler'), Buffer.alloc(bavail * bsize));
    expect(await readiness()).toEqual([
      503,
      {
        status: 'unavailable',
        problems: [{ part: 'dataDisk', message: '数据目录所在磁盘空间不足（剩余0MB），请清理磁盘' }],
      },
    ]);
    const refused = await send(scene, clerk, png(9, 9, 100_000));
    expect([refused.status, refused.success]).toEqual([503, false]);
    expect(refused.message).toMatch(/空间不足.*请联系管理员/);
    expect((await clerk.get('/catalog/product/list')).status, 'reading goes on').toBe(200);
  } finally {
    expect(spawnSync('umount', [scene.dataDir]).status).toBe(0);
  }
  expect(await readiness()).toEqual([200, { status: 'ready' }]);
  expect((await send(scene, clerk, png(9, 9, 100_000))).status).toBe(200);
});

test('a database without room refuses what is written, and says why', async () => {
  covers('ours: faults of the database');
  // What PostgreSQL says when it cannot make a table longer, said by the table itself.
  await asOwner(`create function no_room() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file "base/1/2": No space left on device' using errcode = '53100'; end $$`);
  await asOwner('create trigger no_room before insert on product execute function no_room()');
  const product = { spuCode: 'FULL', name: '床头柜' };
  const refused = await clerk.post('/catalog/product/add', product);
  expect([refused.status, refused.message]).toEqual([
    503,
    '服务器磁盘空间不足，数据未保存，请联系管理员清理磁盘后重试',
  ]);
  const [status, { problems }] = await readiness();
  expect([status, problems]).toEqual([
    503,
    [{ part: 'databaseDisk', message: '数据库所在磁盘空间不足，数据无法写入，请清理磁盘' }],
  ]);
  await asOwner('drop trigger no_room on product');
  expect((await clerk.post('/catalog/product/add', product)).status).toBe(200);
});
