import { expect, test } from 'vitest';
import { createReadiness, diskProblem, type ReadinessOptions } from './readiness.ts';

const SOUND: ReadinessOptions = {
  queryDatabase: async () => undefined,
  dataDir: import.meta.dirname,
  checkDataFolder: async () => undefined,
  isStopping: () => false,
};

test('a disk with too little left, or none at all, is a problem', async () => {
  expect(await diskProblem(import.meta.dirname, 0)).toBeNull();
  expect(await diskProblem(import.meta.dirname, Infinity)).toMatchObject({ part: 'dataDisk' });
  expect(await diskProblem('/no/such/folder')).toMatchObject({ part: 'dataDisk' });
});

test('a refused write is held against the disk of the database for a minute', async () => {
  let now = 0;
  const readiness = createReadiness({
    ...SOUND,
    now: () => now,
  });
  const parts = async (): Promise<string[]> =>
    (await readiness.problems()).map(({ part }) => part).filter((part) => part !== 'dataDisk');
  expect(await parts()).toEqual([]);
  readiness.noteFullDatabase();
  expect(await parts()).toEqual(['databaseDisk']);
  now = 60_000;
  expect(await parts()).toEqual([]);
});

test('a database that cannot be asked is said', async () => {
  const readiness = createReadiness({
    ...SOUND,
    queryDatabase: () => Promise.reject(new Error('away')),
  });
  expect(await readiness.problems()).toContainEqual({
    part: 'database',
    message: '数据库无法连接',
  });
});

test('a foreign data folder is said, and a node that stops says nothing else', async () => {
  const wrong = {
    ...SOUND,
    checkDataFolder: () => Promise.reject(new Error('belongs to another installation')),
  };
  expect(await createReadiness(wrong).problems()).toContainEqual({
    part: 'dataFolder',
    message: '数据目录无法读写或不属于本系统，请检查 WAYBILL_DATA_DIR',
  });
  const stopping = createReadiness({ ...wrong, isStopping: () => true });
  expect(await stopping.problems()).toEqual([{ part: 'stopping', message: '正在停止' }]);
});
