import { look } from '#tests/channels/shop.ts';
import type { Client, TestApp } from '#tests/harness/app.ts';
import { newRule, orderTag, switchOn } from '#tests/journeys/rule-scene.ts';
import type { LifecycleFacts } from '../lifecycle-facts.ts';
import { firstOf, must, newOrder } from '../one-of-each.ts';
import { REASON } from '../stage.ts';

const RULE = 'automation:rule';
const TASK = 'automation:ruleTask';

/** A rule that asks somebody to do something has met an order. @returns what is to be done */
async function oneTask(scene: TestApp, who: Client): Promise<string> {
  const rule = await newRule(who, [{ kind: 'createTask', title: '联系买家', hours: 4 }]);
  await switchOn(who, rule);
  const { id: orderId } = await newOrder(scene, who);
  await scene.settled();
  const { id } = await firstOf(who, '/automation/ruleTask/list', { orderId, ruleId: rule.id });
  await must(who.post(`/automation/rule/${rule.id}/pause`));
  return id;
}

export const automationFacts: readonly LifecycleFacts[] = [
  {
    of: RULE,
    begins: 'draft: add',
    // Held against past orders: it may be switched on.
    async one(_scene, admin) {
      const { id } = await newRule(admin, [{ kind: 'accept' }], {
        conditions: { join: 'and', of: [{ fact: 'unitCount', op: 'gt', value: '99999' }] },
      });
      await must(admin.post(`/automation/rule/${id}/test`, {}));
      return id;
    },
    // §2.8
    law: {
      draft: 'tryOut→dry_run activate→active restore→=',
      dry_run: 'activate→active pause→paused restore→= *park→faulted',
      active: 'pause→paused *park→faulted',
      paused: 'tryOut→dry_run activate→active restore→=',
      faulted: 'tryOut→dry_run activate→active restore→=',
    },
    ends: [],
    answers: { revision: 1, acceptAll: true },
    made: {
      'a rule: on trial, on, off, as it was, off by itself': async (stage) => {
        const tagId = await orderTag(stage.admin, '将被删除');
        const { id } = await newRule(stage.admin, [{ kind: 'addTag', tagIds: [tagId] }]);
        await stage.make(stage.admin, RULE, id, 'tryOut');
        await stage.make(stage.admin, RULE, id, 'pause');
        await stage.make(stage.admin, RULE, id, 'restore', { revision: 1 });
        await must(stage.admin.post(`/automation/rule/${id}/test`, {}));
        await stage.make(stage.admin, RULE, id, 'activate', { acceptAll: true });
        // Nobody may delete it now; what went some other way is gone all the same.
        await look(
          stage.scene,
          (tx) => tx.run`
            update tag set deleted_at = ${tx.now}
            where tenant_id = ${tx.tenant} and id = ${tagId}::uuid`,
        );
        await newOrder(stage.scene, stage.clerk);
        await stage.scene.settled();
      },
    },
  },
  {
    of: TASK,
    begins: 'open: rule',
    one: oneTask,
    law: { open: 'finish→done drop→dropped', done: '', dropped: '' },
    ends: ['done', 'dropped'],
    made: {
      'what a rule asks for: done, not needed': async (stage) => {
        const { scene, admin } = stage;
        await stage.make(admin, TASK, await oneTask(scene, admin), 'finish', REASON);
        await stage.make(admin, TASK, await oneTask(scene, admin), 'drop', REASON);
      },
    },
  },
];
