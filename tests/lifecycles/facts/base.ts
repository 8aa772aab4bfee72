import { expect } from 'vitest';
import { openShop, type AuditFacts } from '#tests/channels/shop.ts';
import type { TestApp } from '#tests/harness/app.ts';
import type { LifecycleFacts } from '../lifecycle-facts.ts';

let forms = 0;

async function newForm(scene: TestApp): Promise<string> {
  const admin = await scene.as('admin');
  const { success, message, result } = await admin.post<{ id: string }>('/base/dynamicForm/add', {
    code: `FACTS-${++forms}`,
    name: 'facts',
    fields: [{ key: 'a', label: 'a', type: 'input' }],
  });
  expect(success, message).toBe(true);
  return result.id;
}

export const baseFacts: readonly LifecycleFacts[] = [
  {
    of: 'base:dynamicForm',
    begins: 'draft: add',
    one: (scene) => newForm(scene),
    // domain.md §2.1: what is published stays, a form is published again, and what is archived can be opened again.
    law: {
      draft: 'publish→published',
      published: 'publish→published archive→archived',
      archived: 'reopen→published',
    },
    ends: [],
    made: {
      'a form: published twice, archived and opened again': async (stage) => {
        const id = await newForm(stage.scene);
        const form = (move: string): Promise<void> => stage.make(stage.admin, 'base:dynamicForm', id, move);
        await form('publish');
        const fields = [{ key: 'b', label: 'b', type: 'input' }];
        expect((await stage.admin.put('/base/dynamicForm/edit', { id, fields })).success).toBe(true);
        await form('publish');
        await form('archive');
        await form('reopen');
      },
    },
  },
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
