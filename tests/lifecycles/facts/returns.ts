import { enqueueExpiry } from '#modules/aftersales/server/returns/expire-returns.ts';
import { look } from '#tests/channels/shop.ts';
import {
  draftReturn,
  lineOf,
  moveReturn,
  readReturn,
  requested,
  sentOrder,
  type SentOrder,
} from '#tests/journeys/return-scene.ts';
import type { LifecycleFacts } from '../lifecycle-facts.ts';
import { must } from '../one-of-each.ts';
import { REASON, type Stage } from '../stage.ts';

const KEY = 'aftersales:returnOrder';

/** A return of one unit that may come back. */
async function comingBack(stage: Stage, order: SentOrder, type = 'return'): Promise<string> {
  const { id } = await must(draftReturn(stage.clerk, order, { type }));
  await stage.make(stage.clerk, KEY, id, 'submit');
  await stage.make(stage.clerk, KEY, id, 'approve');
  return id;
}

/** A return whose goods were judged to be damaged. */
async function judged(stage: Stage, order: SentOrder): Promise<{ id: string; lineId: string }> {
  const id = await comingBack(stage, order);
  const { id: lineId } = await lineOf(stage.admin, id);
  await stage.make(stage.packer, KEY, id, 'receive');
  await stage.make(stage.packer, KEY, id, 'receiveDone');
  const lines = [{ lineId, good: 0, damaged: 1 }];
  await stage.make(stage.packer, KEY, id, 'inspect', { lines });
  return { id, lineId };
}

/** What one person may give up alone. */
async function setLimit(stage: Stage, disposalLimit: string): Promise<void> {
  const path = '/aftersales/returnSettings';
  const settings = await must(stage.admin.get<{ version: number; dueDays: number }>(path));
  await must(stage.admin.put(path, { ...settings, disposalLimit }));
}

export const returnFacts: readonly LifecycleFacts[] = [
  {
    of: KEY,
    begins: 'draft: add',
    one: async (scene, admin) => {
      const order = await sentOrder(scene, admin, admin, 2);
      return (await must(draftReturn(admin, order))).id;
    },
    // §3.3; money without goods is given back from 待退回, and what was mended is noted at any time after.
    law: {
      draft: 'submit→requested discard→cancelled',
      requested: 'approve→approved reject→rejected',
      approved: 'arrange→= receive→receiving credit→credited cancel→cancelled *expire→expired',
      receiving: 'arrange→= receive→receiving receiveDone→received',
      received: 'inspect→inspected',
      inspected: 'dispose→disposed|= approveDisposal→disposed returnDisposal→=',
      disposed: 'credit→credited close→closed refurbish→=',
      credited: 'close→closed refurbish→= *uncredit→approved|disposed',
      closed: 'refurbish→= *uncredit→approved|disposed',
      rejected: '',
      cancelled: '',
      expired: '',
    },
    ends: ['cancelled', 'expired', 'rejected'],
    keyed: ['receive', 'inspect', 'dispose', 'approveDisposal', 'credit', 'refurbish'],
    made: {
      'a return: given up, refused, cancelled, not come in time': async (stage) => {
        const { scene, clerk } = stage;
        const order = await sentOrder(scene, clerk, stage.packer, 1);
        const draft = await must(draftReturn(clerk, order));
        await stage.make(clerk, KEY, draft.id, 'discard');
        await stage.make(clerk, KEY, await requested(clerk, order), 'reject', REASON);
        const given = await comingBack(stage, order);
        await stage.make(clerk, KEY, given, 'arrange', { carrier: 'UPS', trackingNo: '1Z9999' });
        await stage.make(clerk, KEY, given, 'cancel', REASON);
        const late = await comingBack(stage, order);
        await look(
          scene,
          (tx) => tx.run`update return_order set due_at = ${new Date(scene.now().getTime() - 1)}
            where tenant_id = ${tx.tenant} and id = ${late}::uuid`,
        );
        await enqueueExpiry(scene.app.db, scene.now());
        await scene.settled();
      },
      'a return: what is given up is looked at by another, mended, credited and closed': async (stage) => {
        const order = await sentOrder(stage.scene, stage.clerk, stage.packer, 1);
        const { id, lineId } = await judged(stage, order);
        await setLimit(stage, '0.01');
        await stage.make(stage.packer, KEY, id, 'dispose');
        await stage.make(stage.clerk, KEY, id, 'returnDisposal', REASON);
        const mended = { lines: [{ lineId, damagedDisposition: 'refurb' }] };
        await stage.make(stage.packer, KEY, id, 'dispose', mended);
        await stage.make(stage.packer, KEY, id, 'refurbish');
        await stage.make(await stage.scene.as('caiwu'), KEY, id, 'credit');
        await stage.make(stage.clerk, KEY, id, 'close');
        const other = await sentOrder(stage.scene, stage.clerk, stage.packer, 1);
        const second = await judged(stage, other);
        await stage.make(stage.packer, KEY, second.id, 'dispose');
        await stage.make(stage.clerk, KEY, second.id, 'approveDisposal');
        await setLimit(stage, '500');
      },
      'a credit note: taken back': async (stage) => {
        const order = await sentOrder(stage.scene, stage.clerk, stage.packer, 1);
        const id = await comingBack(stage, order, 'refundOnly');
        await stage.make(await stage.scene.as('caiwu'), KEY, id, 'credit');
        const { creditNoteId } = await readReturn(stage.admin, id);
        const reviewer = await stage.scene.as('fuhe');
        await stage.make(reviewer, 'aftersales:creditNote', creditNoteId ?? '', 'reverse', REASON);
      },
    },
  },
  {
    of: 'aftersales:creditNote',
    begins: 'issued: credit',
    // Of the same order as the return.
    one: async (_scene, admin, before) => {
      const { orderId, lines } = await readReturn(admin, before[KEY] ?? '');
      const [line] = lines.returnLine;
      const order = {
        id: orderId ?? '',
        lineId: line?.orderLineId ?? '',
        skuId: line?.skuId ?? '',
      };
      const { id } = await must(draftReturn(admin, order, { type: 'refundOnly' }));
      for (const move of ['submit', 'approve', 'credit']) await must(moveReturn(admin, id, move));
      return (await readReturn(admin, id)).creditNoteId ?? '';
    },
    law: { issued: 'reverse→reversed', reversed: '' },
    ends: ['reversed'],
    keyed: ['reverse'],
  },
];
