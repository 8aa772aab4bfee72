import { afterAll, beforeAll, expect, test } from 'vitest';
import { lifecycles } from '#app/declarations.ts';
import { stepTitle, type Move } from '#kit/model/lifecycle.ts';
import { resourceKey } from '#kit/model/resource.ts';
import { facts } from './facts/index.ts';
import { openStage, type Stage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.scene.stop());

const operations = facts.flatMap(({ made = {} }) => Object.entries(made));
type Deed = (typeof operations)[number];
const done = new Map<Deed, Promise<void>>();

/** Each happens once, whichever test asks first. */
function happened(operation: Deed): Promise<void> {
  const known = done.get(operation) ?? operation[1](stage);
  done.set(operation, known);
  return known;
}

/** One that fails is reported by its own test. */
async function allHappened(): Promise<void> {
  for (const operation of operations) await happened(operation).catch(() => undefined);
}

/** Of tests that make everything happen when they run alone. */
const LONG_MS = 600_000;

for (const operation of operations) test(operation[0], () => happened(operation));

/** The queue is too busy for a history of every try: attempts and errors stand on the task. */
const WITHOUT_HISTORY = ['claim', 'finish', 'giveUp'].map((move) => `desk:delivery:${move}`);

test(
  'every declared move was made, and each by a person is in the history',
  async () => {
    await allHappened();
    const history = await stage.made.history();
    const declared = lifecycles.flatMap((lifecycle) =>
      Object.entries(lifecycle.moves as Record<string, Move>).map(([name, move]) => ({
        key: `${resourceKey(lifecycle.of)}:${name}`,
        isForPeople: !move.system,
      })),
    );
    const missing = declared.filter(({ key, isForPeople }) =>
      isForPeople ? !stage.made.counts.has(key) : !history.has(key) && !WITHOUT_HISTORY.includes(key),
    );
    expect(missing.map(({ key }) => key)).toEqual([]);
    for (const [key, n] of stage.made.counts) expect(history.get(key)?.people ?? 0, key).toBeGreaterThanOrEqual(n);
  },
  LONG_MS,
);

test(
  'whatever happened is put in words, in the history and in the operation log',
  async () => {
    await allHappened();
    const steps = [...(await stage.made.history()).keys()].map((key) => {
      const lifecycle = lifecycles.find(({ of }) => key.startsWith(`${resourceKey(of)}:`));
      return lifecycle ? stepTitle(lifecycle, key.split(':')[2] as string) : key;
    });
    expect(steps.filter((title) => !WORDS.test(title))).toEqual([]);
    // The account's session may have ended with the clock.
    await stage.signIn();
    const logged = new Set<string>();
    for (let pageNo = 1, pages = 1; pageNo <= pages; pageNo += 1) {
      const { result } = await stage.admin.get<{
        pages: number;
        records: { logContent: string }[];
      }>('/sys/log/list', { logType: '2', pageSize: '500', pageNo: String(pageNo) });
      for (const { logContent } of result.records) logged.add(logContent);
      pages = result.pages;
    }
    expect([...logged].filter((title) => !WORDS.test(title) || title.includes(':'))).toEqual([]);
    expect(logged).toContain('库存推送：发送');
  },
  LONG_MS,
);

const WORDS = /[\u4e00-\u9fff]/;
