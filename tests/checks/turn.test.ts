import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startOf, takeTurn, WAIT_VARIABLE } from '#tools/turn.ts';

const TURN = pathToFileURL(resolve(import.meta.dirname, '../../tools/turn.ts')).href;

let base: string;
let folder: string;
let children: ChildProcess[];
beforeEach(() => {
  vi.stubEnv(WAIT_VARIABLE, '');
  base = mkdtempSync(join(tmpdir(), 'waybill-turn-'));
  folder = join(base, 'turns');
  children = [];
});
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  vi.unstubAllEnvs();
  rmSync(base, { recursive: true, force: true });
});

/** Another program that takes a turn and writes a line for what happens; a line to it ends the turn. */
function other(env: NodeJS.ProcessEnv = {}) {
  const source = `import { takeTurn } from ${JSON.stringify(TURN)};
    const stop = new AbortController();
    process.on('SIGTERM', () => stop.abort());
    const end = await takeTurn({
      what: 'its tests', folder: ${JSON.stringify(folder)}, signal: stop.signal,
      say: (line) => console.log(line.replace(/ \\(process .*/, '')),
    }).catch((error) => { console.log(error.message); process.exit(3); });
    console.log('has it');
    process.stdin.once('data', () => { console.log('ends'); end(); process.stdin.destroy(); });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'], ...env },
  });
  children.push(child);
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  return { child, line: async (): Promise<string> => (await lines.next()).value as string };
}

const own = (signal = new AbortController().signal, messages: string[] = []) =>
  takeTurn({ what: 'our tests', folder, signal, say: (line) => void messages.push(line) });

test('the second one says what it waits for and has its turn when the first one ends it', async () => {
  const end = await own();
  const second = other();
  expect(await second.line()).toBe('waiting for our tests');
  end();
  expect(await second.line()).toBe('has it');
});

test('turns are had in order, one at a time', async () => {
  const end = await own();
  const waiting = [other(), other(), other()];
  for (const one of waiting) expect(await one.line()).toMatch(/^waiting/);
  end();
  const log: string[] = [];
  await Promise.all(
    waiting.map(async (one) => {
      for (let line = await one.line(); line !== 'has it';) line = await one.line();
      log.push('has it');
      one.child.stdin!.write('\n');
      expect(await one.line()).toBe('ends');
      log.push('ends');
      await once(one.child, 'exit');
    }),
  );
  expect(log).toEqual(['has it', 'ends', 'has it', 'ends', 'has it', 'ends']);
  expect(readdirSync(folder)).toEqual([]);
});

test('the turn of a killed program is over, and so is that of one whose number is another’s now', async () => {
  const first = other();
  expect(await first.line()).toBe('has it');
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');
  writeFileSync(join(folder, `1.${process.ppid}.before`), 'an earlier program of this number');
  writeFileSync(join(folder, `choosing.${process.ppid}.before`), 'the same');
  const end = await own();
  expect(readdirSync(folder)).toHaveLength(1);
  end();
});

test('a wait that is stopped leaves no ticket behind', async () => {
  const end = await own();
  const second = other();
  await second.line();
  second.child.kill('SIGTERM');
  expect(await second.line()).toMatch(/told to stop/);
  expect(await once(second.child, 'exit')).toEqual([3, null]);
  expect(readdirSync(folder)).toHaveLength(1);
  end();
  expect(readdirSync(folder)).toEqual([]);
});

test('nobody passes while somebody chooses a number', async () => {
  (await own())();
  const choosing = join(folder, `choosing.${process.ppid}.${startOf(process.ppid)}`);
  writeFileSync(choosing, 'somebody');
  const stop = new AbortController();
  const refused = expect(own(stop.signal)).rejects.toThrow(/told to stop/);
  setTimeout(() => stop.abort(), 1500);
  await refused;
  rmSync(choosing);
  (await own())();
});

test('whoever wants to does not wait', async () => {
  await own();
  expect(await other({ [WAIT_VARIABLE]: '0' }).line()).toBe('has it');
});

test('tickets lie where every user may take away those of dead programs', async () => {
  (await own())();
  expect(statSync(folder).mode & 0o1777).toBe(0o777);
});
