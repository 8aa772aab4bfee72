import type { Client, TestApp } from '#tests/harness/app.ts';
import { draftCost, moveCost, received } from '#tests/journeys/landed-scene.ts';
import type { LifecycleFacts } from '../lifecycle-facts.ts';
import { must, NEW_JERSEY, STOOL, STOOL_COST } from '../one-of-each.ts';
import { REASON } from '../stage.ts';

/** The day that tests of days ask for. */
const DAY = '2026-11-23';

async function addCost(scene: TestApp, who: Client, more: object = {}): Promise<string> {
  const warehouseId = scene.seller.warehouses[NEW_JERSEY] as string;
  const skuId = scene.seller.skus[STOOL] as string;
  const receipt = await received(who, warehouseId, [{ skuId, qty: 2, unitCost: STOOL_COST }]);
  return draftCost(who, [receipt], { warehouseId, freight: '5.05', ...more });
}

/** One that was taken back, with everything that it has, one that stands, and a draft. */
async function oneCost(scene: TestApp, who: Client): Promise<string> {
  const taken = await addCost(scene, who, { duty: '1.01', otherCost: '2.02', costDay: DAY });
  await must(moveCost(who, taken, 'post'));
  await must(moveCost(await scene.as('fuhe'), taken, 'reverse', REASON));
  await must(moveCost(who, await addCost(scene, who), 'post'));
  return addCost(scene, who);
}

export const landedFacts: readonly LifecycleFacts[] = [
  {
    of: 'purchasing:landedCost',
    begins: 'draft: add',
    one: oneCost,
    law: {
      draft: 'post→posted cancel→cancelled',
      posted: 'reverse→reversed',
      reversed: '',
      cancelled: '',
    },
    ends: ['cancelled', 'reversed'],
    keyed: ['post', 'reverse'],
    made: {
      'a cost of goods: spread and taken back, or given up': async (stage) => {
        const key = 'purchasing:landedCost';
        const { scene, admin } = stage;
        const id = await addCost(scene, admin);
        await stage.make(admin, key, id, 'post');
        await stage.make(await scene.as('fuhe'), key, id, 'reverse', REASON);
        await stage.make(admin, key, await addCost(scene, admin), 'cancel');
      },
    },
  },
];
