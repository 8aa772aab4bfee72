import { expect } from 'vitest';
import { fault, pull, type Page } from '#tests/channels/shop.ts';
import type { LifecycleFacts } from '../lifecycle-facts.ts';
import { firstOf, must, newOrder, STOOL } from '../one-of-each.ts';
import { CHAIRS, REASON } from '../stage.ts';

export const channelFacts: readonly LifecycleFacts[] = [
  {
    of: 'channels:stockPush',
    begins: 'queued: create',
    one: async (_scene, admin) => (await firstOf(admin, '/channels/stockPush/list')).id,
    // §3.7 FeedJob: the guard blocks before anything is sent, a person with a reason lets it pass.
    law: {
      queued: '*block→blocked *send→sent *fail→failed',
      blocked: 'override→queued *supersede→failed',
      sent: '*verify→done|unverified|partial *fail→failed',
      done: '',
      unverified: '',
      partial: '',
      failed: '',
    },
    ends: ['done', 'failed', 'partial', 'unverified'],
    made: {
      'a request to cancel: agreed, turned down, not heard, decided without us': async (stage) => {
        const key = 'channels:cancellationRequest';
        const request = async (): Promise<string> => {
          const { po } = await newOrder(stage.scene, stage.clerk, CHAIRS);
          await stage.scene.sim('POST', '/cancellations', {
            po,
            partNumber: 'WB-DCH-HOLM-S2',
            quantity: 1,
          });
          await pull(stage.scene, stage.clerk);
          return (await firstOf(stage.clerk, '/channels/cancellationRequest/list', { channelOrderNo: po })).id;
        };
        const agreed = await request();
        await fault(stage.scene, {
          fault: 'transaction-error',
          message: 'Try again later',
          match: { operation: 'confirmLineItemCancellationRequest', times: 1 },
        });
        await stage.make(stage.clerk, key, agreed, 'confirm');
        expect(await stage.stateOf(key, agreed)).toBe('pending');
        await stage.make(stage.clerk, key, agreed, 'confirm');
        await stage.make(stage.clerk, key, await request(), 'reject', REASON);
        const late = await request();
        await stage.scene.pass(3 * 86_400_000);
        await stage.signIn();
        await pull(stage.scene, stage.clerk);
        expect(await stage.stateOf(key, late)).toBe('closed');
      },
      'a feed that would empty the shop: signed for, made needless, refused whole': async (stage) => {
        const products = await stage.admin.get<Page<{ id: string }>>('/catalog/product/list', {
          status: 'active',
          pageSize: '200',
        });
        const ids = products.result.records.map(({ id }) => id);
        const all = async (move: 'pause' | 'activate'): Promise<void> => {
          await must(stage.admin.post(`/catalog/product/batch/${move}`, { ids }));
          await stage.scene.settled();
        };
        await all('pause');
        const held = await firstOf(stage.admin, '/channels/stockPush/list');
        await stage.make(stage.admin, 'channels:stockPush', held.id, 'override', REASON);
        expect(await stage.stateOf('channels:stockPush', held.id)).toBe('done');
        await all('activate');
        await all('pause');
        const needless = await firstOf(stage.admin, '/channels/stockPush/list');
        await all('activate');
        expect(await stage.stateOf('channels:stockPush', needless.id)).toBe('failed');
        await must(
          stage.admin.post('/channels/channelProduct/add', {
            accountId: stage.scene.seller.accountId,
            channelSku: 'NOT-LISTED-THERE',
            skuId: stage.scene.seller.skus[STOOL],
          }),
        );
        await stage.scene.settled();
        const refused = await firstOf(stage.admin, '/channels/stockPush/list');
        expect(await stage.stateOf('channels:stockPush', refused.id)).toBe('failed');
      },
    },
  },
  {
    of: 'channels:cancellationRequest',
    begins: 'pending: receive',
    async one(scene, admin, { 'orders:salesOrder': id = '' }) {
      const { channelOrderNo: po } = await firstOf<{ id: string; channelOrderNo: string }>(
        admin,
        '/orders/salesOrder/list',
        { id },
      );
      await scene.sim('POST', '/cancellations', { po, partNumber: STOOL, quantity: 1 });
      await pull(scene, admin);
      return (await firstOf(admin, '/channels/cancellationRequest/list')).id;
    },
    // §3.1, buyer cancel: answered once; an answer that the channel refuses is asked for again.
    law: {
      pending: 'confirm→confirmed reject→rejected *close→closed',
      confirmed: '*reopen→pending',
      rejected: '*reopen→pending',
      closed: '',
    },
    ends: ['closed'],
  },
];
