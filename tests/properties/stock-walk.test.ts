import { afterAll, beforeAll, expect, test } from 'vitest';
import { IS_LONG } from '#tests/harness/long.ts';
import { openWalk, type Walk } from './walk-scene.ts';
import { STEPS, type StepKind } from './walk-steps.ts';
import { covers } from '#tests/spec/covers.ts';

/**
 * A random walk through everything that moves stock, against a plain model written from domain.md
 * (plain-stock.ts). `npm run test:long` walks three times as far, `WAYBILL_WALK=100000` further still,
 * `WAYBILL_WALK_SEED` elsewhere.
 */
const LENGTH = Number(process.env['WAYBILL_WALK'] ?? (IS_LONG ? 1_500 : 500));
const SEED = Number(process.env['WAYBILL_WALK_SEED'] ?? 20_261_126);
/** The whole of it is compared after so many steps, what a step was about after each. */
const WHOLE_EVERY = 500;

const ORPHANS = 'I9';

let walk: Walk;
beforeAll(async () => {
  walk = await openWalk(SEED);
});
afterAll(() => walk?.stop());

const weighted = Object.entries(STEPS).flatMap(([kind, { weight }]) =>
  Array.from({ length: weight }, () => kind as StepKind),
);

test(
  'after any steps levels, layers, reservations and the stock account are what a plain model says',
  async () => {
    covers('ours: stock below zero');
    const done = new Map<StepKind, number>();
    for (let index = 0; index < LENGTH; index++) {
      const kind = weighted[walk.below(weighted.length)] as StepKind;
      walk.at = `step ${index}: ${kind}`;
      if (await STEPS[kind].take(walk)) done.set(kind, (done.get(kind) ?? 0) + 1);
      await walk.compareTouched();
      if (index % WHOLE_EVERY === WHOLE_EVERY - 1) await walk.compareWhole();
      if (index % 10_000 === 9_999) console.log(`${index + 1} steps`);
    }
    await walk.compareWhole();
    const broken = await walk.scene.violations();
    // Nobody wrote the orders that these reservations are for.
    expect(broken.filter(({ id }) => id !== ORPHANS)).toEqual([]);
    // It went everywhere: each kind was carried out, goods were owed, and refusals were right.
    expect([...done.keys()].sort()).toEqual(Object.keys(STEPS).sort());
    expect(walk.owedOnce).toBe(true);
    expect(walk.refused).toBeGreaterThan(LENGTH / 50);
  },
  Math.max(240_000, LENGTH * 60),
);
