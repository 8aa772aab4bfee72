import { expect } from 'vitest';
import { answerAll } from '#tests/channels/publish-answers.ts';
import { addTask, goods } from '#tests/channels/publish-scene.ts';
import { look } from '#tests/channels/shop.ts';
import type { Client, TestApp } from '#tests/harness/app.ts';
import type { LifecycleFacts } from '../lifecycle-facts.ts';
import { firstOf, must } from '../one-of-each.ts';
import { REASON, type Stage } from '../stage.ts';

const PUBLISH = 'channels:publishTask';

/** A draft of new goods, with everything answered that is asked. */
async function taskOf(scene: TestApp, who: Client): Promise<string> {
  const { id: productId } = await firstOf<{ id: string }>(who, '/catalog/product/list');
  const { skuId } = await goods(who, productId);
  const { id } = await must(addTask(who, scene.seller.accountId, [skuId]));
  await answerAll(who, id);
  return id;
}

/** Lets the marketplace decide. */
async function decide(scene: TestApp): Promise<void> {
  await scene.settled();
  for (let at = 0; at < 12; at += 1) {
    await scene.pass(300_000);
    await scene.settled();
  }
}

/** As in a shop of a channel that has no interface for it. */
const byHand = (scene: TestApp, id: string): Promise<unknown> =>
  look(
    scene,
    (tx) => tx.run`update publish_task set is_by_hand = true where tenant_id = ${tx.tenant} and id = ${id}::uuid`,
  );

export const publishFacts: readonly LifecycleFacts[] = [
  {
    of: PUBLISH,
    begins: 'draft: add',
    one: (scene, admin) => taskOf(scene, admin),
    // §3.7 PublishTask: judged here, then by the marketplace, SKU by SKU; what stands there changes by a new submission.
    law: {
      draft: 'validate→valid|invalid withdraw→withdrawn *change→draft',
      invalid: 'validate→valid|invalid withdraw→withdrawn *change→draft',
      valid: 'validate→valid|invalid submit→submitting|processing reopen→draft withdraw→withdrawn *change→draft',
      submitting: '*accept→processing *settle→live|partial|failed',
      processing: 'acknowledge→live|partial turnDown→failed|partial *settle→live|partial|failed',
      live: 'update→draft end→ended',
      partial: 'reopen→draft end→ended',
      failed: 'reopen→draft withdraw→withdrawn',
      ended: 'relist→valid',
      withdrawn: '',
    },
    ends: ['withdrawn'],
    made: {
      'listings: sent and standing, changed, ended and sold again; refused, and taken there by hand': async (
        stage: Stage,
      ) => {
        const { scene, admin } = stage;
        const id = await taskOf(scene, admin);
        await stage.make(admin, PUBLISH, id, 'validate');
        await stage.make(admin, PUBLISH, id, 'reopen');
        await stage.make(admin, PUBLISH, id, 'validate');
        await stage.make(admin, PUBLISH, id, 'submit');
        await decide(scene);
        await stage.signIn();
        const who = stage.admin;
        expect(await stage.stateOf(PUBLISH, id)).toBe('live');
        await stage.make(who, PUBLISH, id, 'update');
        await stage.make(who, PUBLISH, id, 'validate');
        await stage.make(who, PUBLISH, id, 'submit');
        await decide(scene);
        await stage.signIn();
        expect(await stage.stateOf(PUBLISH, id)).toBe('live');
        await stage.make(stage.admin, PUBLISH, id, 'end', REASON);
        await stage.make(stage.admin, PUBLISH, id, 'relist');

        const shown = await taskOf(scene, stage.admin);
        await byHand(scene, shown);
        for (const move of ['validate', 'submit', 'acknowledge']) await stage.make(stage.admin, PUBLISH, shown, move);
        expect(await stage.stateOf(PUBLISH, shown)).toBe('live');
        const refused = await taskOf(scene, stage.admin);
        await byHand(scene, refused);
        for (const move of ['validate', 'submit']) await stage.make(stage.admin, PUBLISH, refused, move);
        await stage.make(stage.admin, PUBLISH, refused, 'turnDown', REASON);
        await stage.make(stage.admin, PUBLISH, refused, 'reopen');
        await stage.make(stage.admin, PUBLISH, refused, 'withdraw');
      },
    },
  },
];
