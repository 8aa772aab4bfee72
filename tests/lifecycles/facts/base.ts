import { expect } from 'vitest';
import { openShop, type AuditFacts } from '#tests/channels/shop.ts';
import type { LifecycleFacts } from '../lifecycle-facts.ts';

export const baseFacts: readonly LifecycleFacts[] = [
  {
    of: 'base:channelAccount',
    begins: 'created: add',
    one: async ({ seller }) => seller.accountId,
    // §2.4: the round trip of the test activates; a refused token expires from wherever it was.
    law: {
      created: '*activate→active *expire→expired disable→disabled',
      active: 'pause→paused *expire→expired disable→disabled',
      paused: '*activate→active enable→created *expire→expired disable→disabled',
      expired: '*activate→active disable→disabled',
      disabled: 'enable→created',
    },
    ends: [],
    made: {
      'a shop: paused, opened, refused by its channel, closed': async (stage) => {
        const { accountId } = stage.scene.seller;
        const shop = (move: string): Promise<void> => stage.make(stage.admin, 'base:channelAccount', accountId, move);
        await shop('pause');
        await shop('enable');
        await openShop(stage.scene, stage.admin);
        await stage.scene.sim('POST', '/clients', {
          clientId: 'waybill-demo',
          disabled: true,
          revokeTokens: true,
        });
        await stage.admin.post(`/channels/account/${accountId}/test`);
        expect(await stage.stateOf('base:channelAccount', accountId)).toBe('expired');
        await stage.scene.sim('POST', '/clients', { clientId: 'waybill-demo', disabled: false });
        await openShop(stage.scene, stage.admin);
        await shop('disable');
        expect(await stage.scene.violations()).toEqual([]);
        const { violations } = await stage.scene.sim<AuditFacts>('GET', '/audit');
        // The marketplace notes the emptied catalogue all the same: that one was signed for.
        expect(violations.filter(({ rule }) => rule !== 'push-zeroed-catalogue')).toEqual([]);
      },
    },
  },
];
