import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ShrinkQueue } from './shrink-queue.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'shrink-queue-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A reader of pictures that does what it is asked to: `say` answers. */
function reader(name: string, body: string): URL {
  const path = join(folder, `${name}.mjs`);
  const say = 'const say = (word) => process.send({ made: { 160: Buffer.from(word) } });';
  writeFileSync(path, `${say}\nprocess.on('message', ({ path }) => {\n${body}\n});\n`);
  return pathToFileURL(path);
}

const values = (answer: Awaited<ReturnType<ShrinkQueue['shrink']>>): unknown =>
  answer !== 'failed' && 'made' in answer ? Buffer.from(answer.made[160]).toString() : answer;

test('a picture that breaks its reader costs itself alone, and is not tried again', async () => {
  const queue = new ShrinkQueue(
    reader('breaks', `if (path === 'bad') process.kill(process.pid, 'SIGSEGV'); else say(path);`),
  );
  const answers = await Promise.all(['one', 'bad', 'two'].map((path) => queue.shrink(path)));
  expect(answers.map(values)).toEqual(['one', { fault: 'unreadable' }, 'two']);
});

test('a reader that ends for reasons of its own says nothing about the picture', async () => {
  const queue = new ShrinkQueue(reader('ends', `if (path === 'bad') process.exit(3); else say(path);`));
  const answers = await Promise.all(['bad', 'two'].map((path) => queue.shrink(path)));
  expect(answers.map(values)).toEqual(['failed', 'two']);
});

test('pictures are read one at a time, by one process', async () => {
  const queue = new ShrinkQueue(
    reader(
      'slow',
      `globalThis.at = (globalThis.at ?? 0) + 1; const now = globalThis.at;
      setImmediate(() => say(process.pid + ' ' + (now === globalThis.at)));`,
    ),
  );
  const answers = await Promise.all(Array.from({ length: 8 }, () => queue.shrink('one')));
  const words = answers.map((answer) => String(values(answer)));
  expect(new Set(words).size).toBe(1);
  expect(words[0]).toMatch(/^\d+ true$/);
});

test('the reader knows no setting and no secret of the server', async () => {
  vi.stubEnv('WAYBILL_SECRET_KEY', 'do not tell');
  const queue = new ShrinkQueue(reader('names', 'say(JSON.stringify(process.env));'));
  const known = String(values(await queue.shrink('one')));
  vi.unstubAllEnvs();
  expect(known).toMatch(/PATH/i);
  expect(known).not.toMatch(/WAYBILL|DATABASE|do not tell/);
});
