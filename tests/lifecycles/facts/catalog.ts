import type { LifecycleFacts } from '../lifecycle-facts.ts';
import { firstOf, STOOL } from '../one-of-each.ts';

export const catalogFacts: readonly LifecycleFacts[] = [
  {
    of: 'catalog:product',
    begins: 'draft: add',
    one: async (_scene, admin) => (await firstOf(admin, '/catalog/product/list', { spuCode: STOOL })).id,
    // §2.2
    law: {
      draft: 'activate→active',
      active: 'pause→paused discontinue→discontinued',
      paused: 'activate→active discontinue→discontinued',
      discontinued: 'revive→active',
    },
    ends: [],
    made: {
      'a product: paused, on sale, given up, on sale again': async (stage) => {
        const { id } = await firstOf(stage.admin, '/catalog/product/list', { spuCode: STOOL });
        for (const move of ['pause', 'activate', 'discontinue', 'revive'])
          await stage.make(stage.admin, 'catalog:product', id, move);
      },
    },
  },
];
