import { expect, test } from 'vitest';
import { createStepQueue, type KeyedStep, type StepQueue } from './step-queue.ts';

interface Seal extends KeyedStep {
  of: string;
}

const one = (key: string): Seal => ({ key, of: 's' });

/** A network that answers, refuses or is gone, as it is set. */
function scene(retained: readonly Seal[] = []) {
  const sent: string[] = [];
  const said: string[] = [];
  let state: 'up' | 'down' = 'up';
  let stored: readonly Seal[] = [];
  const idle: (() => void)[] = [];
  const queue: StepQueue<Seal> = createStepQueue(
    {
      async send({ key }) {
        sent.push(key);
        if (state === 'down') throw new Error('gone');
        if (key.startsWith('bad')) throw new RangeError('refused');
        return { id: 's' };
      },
      subjectOf: ({ of }) => of,
      isUnknown: (error) => !(error instanceof RangeError),
      keep: (steps) => (stored = [...steps]),
      onAnswer: ({ key }, _answer, isLast) => said.push(`${key} stored${isLast ? ', all' : ''}`),
      onRefused: ({ key }) => said.push(`${key} refused`),
      onChange: () => undefined,
      pause: () => new Promise((go) => idle.push(go)),
    },
    retained,
  );
  return {
    queue,
    sent,
    said,
    stored: () => stored.map(({ key }) => key),
    turn: (next: typeof state) => (state = next),
    settle: () => new Promise((done) => setImmediate(done)),
  };
}

test('steps are stored in their order, one after the other', async () => {
  const { queue, said, settle } = scene();
  for (const key of ['a', 'b', 'c']) queue.push(one(key));
  await settle();
  expect(said).toEqual(['a stored', 'b stored', 'c stored, all']);
});

test('without a network they wait, are kept, and go out under the same keys', async () => {
  const { queue, said, sent, settle, turn, stored } = scene();
  turn('down');
  for (const key of ['a', 'b']) queue.push(one(key));
  await settle();
  expect([said, stored()]).toEqual([[], ['a', 'b']]);
  queue.wake();
  await settle();
  expect(sent).toEqual(['a', 'a']);
  turn('up');
  queue.wake();
  await settle();
  expect([said, stored()]).toEqual([['a stored', 'b stored, all'], []]);
});

test('after a reload what was kept goes first', async () => {
  const { queue, said, settle } = scene([one('a'), one('b')]);
  queue.push(one('c'));
  await settle();
  expect(said.map((words) => words[0])).toEqual(['a', 'b', 'c']);
});

test('what is refused is reported, and the others go on', async () => {
  const { queue, said, settle } = scene();
  for (const key of ['a', 'bad', 'c']) queue.push(one(key));
  await settle();
  expect(said).toEqual(['a stored', 'bad refused', 'c stored, all']);
});
