import type { Client, TestApp } from '#tests/harness/app.ts';
import type { LifecycleFacts } from '../lifecycle-facts.ts';
import { must, NEW_JERSEY, STOOL } from '../one-of-each.ts';
import { REASON } from '../stage.ts';

async function addAdjustment(scene: TestApp, who: Client, unitCost: string): Promise<string> {
  const added = who.post<{ id: string }>('/inventory/stockAdjustment/add', {
    kind: 'adjust',
    warehouseId: scene.seller.warehouses[NEW_JERSEY],
    reason: '盘点差异',
    lines: [{ skuId: scene.seller.skus[STOOL], condition: 'good', qty: 2, unitCost }],
  });
  return (await must(added)).id;
}

export const inventoryFacts: readonly LifecycleFacts[] = [
  {
    of: 'inventory:stockAdjustment',
    begins: 'draft: add',
    one: (scene, admin) => addAdjustment(scene, admin, '1.00'),
    // §2.3: what is approved is posted in the same step; what was sent back may be corrected.
    law: {
      draft: 'submit→submitted|posted cancel→cancelled',
      submitted: 'approve→posted reject→rejected',
      rejected: 'submit→submitted|posted cancel→cancelled',
      posted: '',
      cancelled: '',
    },
    ends: ['cancelled', 'posted'],
    made: {
      'an adjustment: sent back, posted, given up': async (stage) => {
        const add = (unitCost: string) => addAdjustment(stage.scene, stage.packer, unitCost);
        const key = 'inventory:stockAdjustment';
        const dear = await add('900.00');
        await stage.make(stage.packer, key, dear, 'submit');
        await stage.make(stage.admin, key, dear, 'reject', REASON);
        await stage.make(stage.packer, key, dear, 'submit');
        await stage.make(stage.admin, key, dear, 'approve');
        await stage.make(stage.packer, key, await add('1.00'), 'cancel');
      },
    },
  },
];
