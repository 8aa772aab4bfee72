import { expect } from 'vitest';
import { fault } from '#tests/channels/shop.ts';
import type { Client, TestApp } from '#tests/harness/app.ts';
import { draftClaim } from '#tests/journeys/claim-scene.ts';
import { draftReturn, sentOrder } from '#tests/journeys/return-scene.ts';
import type { LifecycleFacts } from '../lifecycle-facts.ts';
import { firstOf, must } from '../one-of-each.ts';
import { REASON, type Stage } from '../stage.ts';
import { swiftMethod } from './fulfilment.ts';

const CLAIM = 'aftersales:claim';
const LABEL = 'aftersales:returnLabel';

/** A return that we send the label for. @returns its id */
async function ours(scene: TestApp, who: Client): Promise<string> {
  const order = await sentOrder(scene, who, who, 1);
  const { id } = await must(draftReturn(who, order));
  const row = await must(who.get<Record<string, unknown>>('/aftersales/returnOrder/queryById', { id }));
  const lines = (row['lines'] as { returnLine: unknown[] }).returnLine;
  await must(who.put('/aftersales/returnOrder/edit', { ...row, lines, returnLabelBy: 'seller' }));
  for (const move of ['submit', 'approve']) await must(who.post(`/aftersales/returnOrder/${id}/${move}`));
  return id;
}

/** A label of a return, bought. @returns its id */
async function boughtLabel(scene: TestApp, who: Client, returnId: string): Promise<string> {
  const { id } = await must(
    who.post<{ id: string }>('/aftersales/returnLabel/buy', {
      returnId,
      shipMethodId: await swiftMethod(who),
    }),
  );
  await scene.settled();
  return id;
}

export const claimFacts: readonly LifecycleFacts[] = [
  {
    of: CLAIM,
    begins: 'draft: add',
    async one(scene, admin) {
      const id = await draftClaim(scene, admin);
      return id;
    },
    // What was noted as paid may be taken back; what was refused may be argued about.
    law: {
      draft: 'submit→submitted abandon→abandoned',
      submitted: 'noteRef→= pay→part_paid|paid reject→rejected abandon→abandoned',
      part_paid: 'noteRef→= pay→part_paid|paid unpay→submitted|part_paid waive→paid',
      paid: 'settleFound→= unpay→submitted|part_paid',
      rejected: 'appeal→submitted abandon→abandoned',
      abandoned: '',
    },
    ends: ['abandoned'],
    keyed: ['pay', 'unpay'],
    answers: { reason: '核对', refNo: 'C-1', way: 'cash' },
    made: {
      'a claim: paid in parts and taken back, waived, or refused and given up': async (stage: Stage) => {
        const { scene, admin } = stage;
        const paid = await draftClaim(scene, admin);
        await stage.make(admin, CLAIM, paid, 'submit');
        await stage.make(admin, CLAIM, paid, 'noteRef', { refNo: 'C-1' });
        await stage.make(admin, CLAIM, paid, 'pay', { amount: '1', way: 'cash' });
        await stage.make(await scene.as('fuhe'), CLAIM, paid, 'unpay', REASON);
        await stage.make(admin, CLAIM, paid, 'pay', { amount: '2', way: 'offset' });
        await stage.make(admin, CLAIM, paid, 'waive', REASON);
        expect(await stage.stateOf(CLAIM, paid)).toBe('paid');
        const refused = await draftClaim(scene, admin);
        await stage.make(admin, CLAIM, refused, 'submit');
        await stage.make(admin, CLAIM, refused, 'reject', REASON);
        await stage.make(admin, CLAIM, refused, 'appeal', REASON);
        await stage.make(admin, CLAIM, refused, 'abandon', REASON);
      },
    },
  },
  {
    of: LABEL,
    begins: 'requested: buy',
    one: async (scene, admin) => boughtLabel(scene, admin, await ours(scene, admin)),
    law: {
      requested: '*arrive→active *fail→failed',
      active: 'voidLabel→voiding',
      voiding: '*voidDone→voided *voidRefused→active',
      voided: '',
      failed: '',
    },
    ends: ['failed', 'voided'],
    keyed: ['voidLabel'],
    answers: { reason: '核对' },
    made: {
      'a return label: refused by the carrier, bought, voided in time, kept where it is too late': async (
        stage: Stage,
      ) => {
        const { scene, admin } = stage;
        const returnId = await ours(scene, admin);
        await fault(scene, { fault: 'label-refused' });
        expect(await stage.stateOf(LABEL, await boughtLabel(scene, admin, returnId))).toBe('failed');
        const bought = await boughtLabel(scene, admin, returnId);
        expect(await stage.stateOf(LABEL, bought)).toBe('active');
        const seen = await firstOf<{ id: string; trackingNo: string | null }>(admin, '/aftersales/returnOrder/list', {
          id: returnId,
        });
        expect(seen.trackingNo).toMatch(/^SW/);
        await stage.make(admin, LABEL, bought, 'voidLabel', REASON);
        await scene.settled();
        expect(await stage.stateOf(LABEL, bought)).toBe('voided');
        const late = await boughtLabel(scene, admin, returnId);
        await scene.pass(60 * 3_600_000);
        await stage.make(admin, LABEL, late, 'voidLabel', REASON);
        await scene.settled();
        expect(await stage.stateOf(LABEL, late)).toBe('active');
      },
    },
  },
];
