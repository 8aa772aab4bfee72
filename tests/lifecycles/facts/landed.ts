import type { Client, TestApp } from '#tests/harness/app.ts';
import { draftCost, received } from '#tests/journeys/landed-scene.ts';
import type { LifecycleFacts } from '../lifecycle-facts.ts';
import { NEW_JERSEY, STOOL } from '../one-of-each.ts';
import { REASON } from '../stage.ts';

async function addCost(scene: TestApp, who: Client): Promise<string> {
  const warehouseId = scene.seller.warehouses[NEW_JERSEY] as string;
  const skuId = scene.seller.skus[STOOL] as string;
  const receipt = await received(who, warehouseId, [{ skuId, qty: 2, unitCost: '3.3719' }]);
  return draftCost(who, [receipt], { warehouseId, freight: '5.05' });
}

export const landedFacts: readonly LifecycleFacts[] = [
  {
    of: 'purchasing:landedCost',
    begins: 'draft: add',
    one: addCost,
    law: {
      draft: 'post→posted cancel→cancelled',
      posted: 'reverse→reversed',
      reversed: '',
      cancelled: '',
    },
    ends: ['cancelled', 'posted', 'reversed'],
    keyed: ['post', 'reverse'],
    made: {
      'a cost of goods: spread and taken back, or given up': async (stage) => {
        const key = 'purchasing:landedCost';
        const { scene, admin } = stage;
        const id = await addCost(scene, admin);
        await stage.make(admin, key, id, 'post');
        await stage.make(admin, key, id, 'reverse', REASON);
        await stage.make(admin, key, await addCost(scene, admin), 'cancel');
      },
    },
  },
];
