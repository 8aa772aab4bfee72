import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { countCpu, readStat, TreeTimes, type ProcessTimes } from '#tools/cpu-time.ts';

const ROOT = 10;
const one = (pid: number, parent: number, own: number, reaped = 0): ProcessTimes => ({
  pid,
  parent,
  state: 'S',
  started: `s${pid}`,
  own,
  reaped,
});
/** Seconds that are counted over these looks, the first of them before the count. */
function counted(...looks: ProcessTimes[][]): number {
  const times = new TreeTimes(ROOT, looks[0] ?? []);
  for (const look of looks.slice(1)) times.note(look);
  return times.seconds;
}

test('what children do counts, what was done before, by others or by the root itself does not', () => {
  const before = [one(ROOT, 1, 500, 70), one(20, ROOT, 30), one(99, 1, 100)];
  const after = [one(ROOT, 1, 900, 70), one(20, ROOT, 130), one(99, 1, 800)];
  expect(counted(before, after)).toBe(1);
});

test('a process that was seen and then reaped counts once, with its last moments', () => {
  const before = [one(ROOT, 1, 0)];
  const running = [one(ROOT, 1, 0), one(20, ROOT, 100), one(21, 20, 50)];
  expect(counted(before, running, [one(ROOT, 1, 0, 250)])).toBe(2.5);
});

test('what begins and ends between two looks counts by who reaped it', () => {
  expect(counted([one(ROOT, 1, 0)], [one(ROOT, 1, 0, 40)])).toBe(0.4);
});

test('an orphan counts as far as it was seen, and so does what it starts afterwards', () => {
  const before = [one(ROOT, 1, 0)];
  const running = [one(ROOT, 1, 0), one(20, ROOT, 100), one(21, 20, 50)];
  const orphaned = [one(ROOT, 1, 0, 100), one(21, 1, 80), one(22, 21, 20)];
  expect(counted(before, running, orphaned, [one(ROOT, 1, 0, 100)])).toBe(2);
});

test('a number that is given away again is another process', () => {
  const before = [one(ROOT, 1, 0), one(20, ROOT, 100)];
  const stranger = { ...one(20, 1, 900), started: 'later' };
  expect(counted(before, [one(ROOT, 1, 0, 100), stranger])).toBe(0);
});

test('a line of the kernel is read whatever the program is called', () => {
  const line = `42 (a) b (c) S 7 42 42 0 -1 4194304 1 2 3 4 11 22 33 44 20 0 1 0 5555 6 7`;
  expect(readStat(line)).toEqual({
    pid: 42,
    parent: 7,
    state: 'S',
    started: '5555',
    own: 33,
    reaped: 77,
  });
});

test.runIf(existsSync('/proc/self/stat'))('a child of a child is counted', async () => {
  const burn = `for (const end = Date.now() + 60_000, start = process.cpuUsage().user;
    process.cpuUsage().user - start < 400_000 && Date.now() < end; );`;
  const source = `require('node:child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(burn)}])`;
  const seconds = countCpu();
  await once(spawn(process.execPath, ['-e', source]), 'exit');
  expect(seconds()).toBeGreaterThan(0.35);
});
