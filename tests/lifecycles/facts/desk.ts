import { expect } from 'vitest';
import { look } from '#tests/channels/shop.ts';
import type { LifecycleFacts } from '../lifecycle-facts.ts';
import { firstOf, newOrder } from '../one-of-each.ts';
import { CHAIRS, REASON } from '../stage.ts';

export const deskFacts: readonly LifecycleFacts[] = [
  {
    of: 'desk:delivery',
    begins: 'pending:',
    async one(scene) {
      const { id } = await look(
        scene,
        (tx) => tx.one<{ id: string }>`
        select id from delivery where tenant_id = ${tx.tenant} and status = 'ok' order by id limit 1`,
      );
      return id;
    },
    // §3.8 ChannelTask
    law: {
      pending: 'retry→pending abandon→cancelled *claim→running',
      // A task whose node died is free once its lease is over.
      running: '*finish→ok *giveUp→dead retry→pending',
      ok: '',
      // What has no interface is done at the channel by a person, who says so.
      dead: 'retry→pending settle→ok abandon→cancelled',
      cancelled: '',
    },
    ends: ['cancelled', 'ok'],
    made: {
      'a task: tried again, given up': async (stage) => {
        const dead = async (): Promise<string> => {
          const { id } = await newOrder(stage.scene, stage.clerk, CHAIRS);
          await stage.order(id, 'reject', REASON);
          return (
            await firstOf(stage.admin, '/desk/delivery/list', {
              aggregate: id,
              handler: 'channels.takeBack',
              tab: 'dead',
            })
          ).id;
        };
        const task = await dead();
        await stage.make(stage.admin, 'desk:delivery', task, 'retry');
        expect(await stage.stateOf('desk:delivery', task)).toBe('dead');
        await stage.make(stage.admin, 'desk:delivery', task, 'abandon', REASON);
        await stage.make(stage.admin, 'desk:delivery', await dead(), 'settle');
      },
    },
  },
];
