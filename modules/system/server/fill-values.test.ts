import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { takeValues } from './fill-values.ts';
import { openScene, type Scene } from './test-scene.ts';

/**
 * Serial numbers under many callers, on the real database. A legal gap is a number whose transaction was
 * committed and that its caller used for nothing; nothing else leaves one.
 */

let scene: Scene;
let admin: string;
beforeAll(async () => {
  scene = await openScene();
  admin = await scene.login('admin');
}, 60_000);
afterAll(() => scene?.close());

const put = (path: string, body: object, token = admin) => scene.call('PUT', `/sys/fillRule/${path}`, { token, body });
async function addRule(ruleCode: string, params: object): Promise<void> {
  const [ruleName, ruleParams] = [ruleCode, JSON.stringify(params)];
  const body = { ruleName, ruleCode, ruleClass: 'serial', ruleParams };
  expect((await scene.call('POST', '/sys/fillRule/add', { token: admin, body })).success).toBe(true);
}
const within = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => scene.db.tx(systemActor(1, 'test'), work);
const take = async (tx: Tx, ...codes: string[]): Promise<string[]> =>
  takeValues(
    tx,
    codes.map((ruleCode) => ({ ruleCode, values: {}, zone: 'UTC' })),
  );
const numbers = (prefix: string, from: number, count: number): string[] =>
  Array.from({ length: count }, (_, at) => `${prefix}${String(from + at).padStart(4, '0')}`);

test('fifty callers get no number twice, and those who roll back leave no gap', async () => {
  await addRule('bale', { prefix: 'BL-' });
  const callers = Array.from({ length: 50 }, (_, caller) =>
    within(async (tx) => {
      const [made] = await take(tx, 'bale');
      if (caller % 5 === 0) throw new Error('given up');
      return made;
    }),
  );
  const ends = await Promise.allSettled(callers);
  const made = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []));
  expect(ends.filter(({ status }) => status === 'rejected')).toHaveLength(10);
  expect(made.toSorted()).toEqual(numbers('BL-', 1, 40));
  // Committed and used for nothing: the gap that may be.
  await within((tx) => take(tx, 'bale'));
  expect(await within((tx) => take(tx, 'bale'))).toEqual(['BL-0042']);
});

test('callers of several rules in opposite orders never wait for each other', async () => {
  const codes = Array.from({ length: 12 }, (_, at) => `row-${at}`);
  for (const code of codes) await addRule(code, { prefix: `${code}/` });
  const back = codes.toReversed();
  let runs = 0;
  const callers = Array.from({ length: 10 }, (_, caller) =>
    within((tx) => {
      runs++;
      return take(tx, ...(caller % 2 === 0 ? codes : back));
    }),
  );
  const made = await Promise.all(callers);
  // A transaction that the database ended as a deadlock would have been run once more.
  expect(runs).toBe(callers.length);
  for (const [at, code] of codes.entries()) {
    const ofCode = made.map((own, caller) => own[caller % 2 === 0 ? at : codes.length - 1 - at]);
    expect(ofCode.toSorted()).toEqual(numbers(`${code}/`, 1, 10));
  }
});

test('a minute has six hundred numbers, however few calls take them', async () => {
  await addRule('many', { prefix: 'M-' });
  await scene.user(1, { username: 'taker' });
  const token = await scene.login('taker');
  const fifty = { rules: Array.from({ length: 50 }, () => ({ ruleCode: 'many' })) };
  const statuses: number[] = [];
  for (let turn = 0; turn < 13; turn++) statuses.push((await put('executeRuleByCodeBatch', fifty, token)).status);
  expect(statuses).toEqual([...Array.from({ length: 12 }, () => 200), 429]);
  expect((await put('executeRuleByCode/many', {}, token)).status).toBe(429);
  expect((await put('executeRuleByCode/many', {})).result).toBe('M-0601');
});

test('a preview shows the next three by what is typed, and takes none', async () => {
  await addRule('seen', { prefix: '{warehouse}-' });
  const look = (ruleCode: string, ruleParams: object) =>
    scene.call(
      'GET',
      `/sys/fillRule/previewFillRule?${new URLSearchParams({ ruleCode, ruleParams: JSON.stringify(ruleParams) })}`,
      { token: admin },
    );
  await put('executeRuleByCode/seen', { warehouse: 'warehouse' });
  for (let turn = 0; turn < 2; turn++)
    expect((await look('seen', { prefix: '{warehouse}-', digits: 2 })).result).toEqual([
      'warehouse-02',
      'warehouse-03',
      'warehouse-04',
    ]);
  expect((await look('', { prefix: 'N-', start: 9 })).result).toEqual(numbers('N-', 9, 3));
  expect((await look('seen', { prefix: '{x}' })).message).toContain('否则可能重号');
});
