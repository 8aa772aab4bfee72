import { afterAll, beforeAll, expect, test } from 'vitest';
import { IS_LONG } from '#tests/harness/long.ts';
import { covers } from '#tests/spec/covers.ts';
import { compareMoney } from './plain-money.ts';
import { anyMove } from './walk-answers.ts';
import { BIRTHS } from './walk-births.ts';
import { EXCUSED_MODULES, SELDOM, UNREACHABLE } from './walk-excused.ts';
import { everyMove } from './walk-law.ts';
import { openWorld } from './walk-open.ts';
import { SIDE } from './walk-side.ts';
import { STEPS } from './walk-steps.ts';
import type { World } from './walk-world.ts';

/**
 * A random walk over all moves of all documents (domain.md §7), legal or not, against a plain model: goods,
 * reservations, counters, states and money after each step or often, all invariants at intervals.
 * `npm run test:long` walks twelve times as far, `WALK_STEPS=1000000` further still, `WALK_SEED` elsewhere.
 */
const STEPS_TO_GO = Number(process.env['WALK_STEPS'] ?? (IS_LONG ? 10_000 : 800));
const SEED = Number(process.env['WALK_SEED'] ?? 20_261_127);
const WHOLE_EVERY = IS_LONG ? 250 : 400;
const INVARIANTS_EVERY = 1_000;
const SHOWN = 12;
/** From so many steps on every move must have been taken. */
const COMPLETE = 10_000;
/** Reservations of `promise` are for lines that nobody wrote. */
const ORPHANS = 'I9';

let world: World;
beforeAll(async () => {
  world = await openWorld(SEED);
});
afterAll(() => world?.walk.stop());

/** The walk is made once, whichever test asks first. */
let walk: Promise<void> | undefined;
const walked = (): Promise<void> => (walk ??= walkAll());

type Take = () => Promise<boolean>;
const flat = <S>(all: Record<string, { weight: number; take: (on: S) => Promise<boolean> }>, on: S) =>
  Object.entries(all).flatMap(([name, { weight, take }]) =>
    Array.from({ length: weight }, (): [string, Take] => [name, () => take(on)]),
  );

/** Most steps are moves; births, goods that move by themselves and the rest share the others. */
async function step(at: number, latest: string[]): Promise<void> {
  const { walk } = world;
  const dice = walk.below(100);
  world.isForeign = dice >= 91;
  const [name, take]: [string, Take] =
    dice < 67
      ? ['', () => anyMove(world)]
      : (walk.pick(dice < 79 ? flat(BIRTHS, world) : dice < 91 ? flat(SIDE, world) : flat(STEPS, walk)) as [
          string,
          Take,
        ]);
  walk.at = `step ${at}: ${name}`;
  const isDone = await take();
  latest.push(`${walk.at}${isDone ? '' : ' (refused)'}`);
  if (latest.length > SHOWN) latest.shift();
  await world.compare();
}

async function compareAll(): Promise<void> {
  await world.walk.compareWhole();
  await compareMoney(world);
  await world.compareStates();
}

const LONG_MS = Math.max(600_000, STEPS_TO_GO * 150);

async function walkAll(): Promise<void> {
  const latest: string[] = [];
  console.log(`walk of ${STEPS_TO_GO} steps, seed ${SEED}`);
  try {
    await takeSteps(latest);
  } catch (error) {
    console.error(
      `the walk failed; its last steps:\n  ${latest.join('\n  ')}\n  ${world.walk.at}\n` +
        `again: WALK_SEED=${SEED} WALK_STEPS=${STEPS_TO_GO} npm test -- properties/all-moves`,
    );
    throw error;
  }
}

async function takeSteps(latest: string[]): Promise<void> {
  const started = performance.now();
  const before = process.cpuUsage();
  for (let at = 0; at < STEPS_TO_GO; at++) {
    await step(at, latest);
    if (at % WHOLE_EVERY === WHOLE_EVERY - 1) await compareAll();
    if (at % INVARIANTS_EVERY === INVARIANTS_EVERY - 1 || at === STEPS_TO_GO - 1) {
      const broken = await world.walk.scene.violations();
      expect(
        broken.filter(({ id }) => id !== ORPHANS),
        world.walk.at,
      ).toEqual([]);
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      // The machine may be shared: what the walk itself took says more than the time.
      const { user, system } = process.cpuUsage(before);
      const busy = ((user + system) / 1_000_000).toFixed(1);
      console.log(`${at + 1} steps in ${seconds} s, busy for ${busy} s, ${world.refused} refused`);
    }
  }
  await compareAll();
}

test(
  'whatever is tried with any document, the product is where a plain model is',
  async () => {
    covers('ours: one walk over all moves');
    await walked();
    expect(world.refused).toBeGreaterThan(STEPS_TO_GO / 50);
  },
  LONG_MS,
);

test(
  'the walk took every move of every document, or says why it does not',
  async () => {
    await walked();
    const excused = (move: string): boolean =>
      move in UNREACHABLE || SELDOM.has(move) || (move.split(':')[0] ?? '') in EXCUSED_MODULES;
    if (process.env['WALK_COUNTS']) console.log(JSON.stringify(Object.fromEntries(world.followed.taken)));
    const missing = everyMove().filter((move) => !world.followed.taken.has(move) && !excused(move));
    if (STEPS_TO_GO >= COMPLETE) expect(missing).toEqual([]);
    else if (missing.length > 0) console.log(`not taken in so few steps: ${missing.join(' ')}`);
    const needless = Object.keys(UNREACHABLE).filter((move) => world.followed.taken.has(move));
    expect(needless).toEqual([]);
  },
  LONG_MS,
);
