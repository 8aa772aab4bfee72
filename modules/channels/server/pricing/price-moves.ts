import { Refusal } from '#kit/model/refusal.ts';
import { dayIn } from '#kit/model/time.ts';
import { command, moveInTransaction, type Command } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { noteMakers } from '#kit/server/makers.ts';
import { setColumns, setEach } from '#kit/server/stored-rows.ts';
import { priceLifecycle } from '../../model/pricing/price-lifecycle.ts';
import { priceRecord, type PriceRecordRow } from '../../model/pricing/price-record.ts';
import type { JudgedPrice } from './judge-prices.ts';
import { acknowledgeRefusals, isApproved, isUnapproved, judgeRecords, listingGone } from './judge-records.ts';
import { putPricesInForce } from './put-in-force.ts';

/** 提交: what passes the floor and changes little goes on, the rest waits for another person. */
export const submitPrice: Command = command(priceLifecycle, 'submit', {
  read: (tx, rows) => judgeRecords(tx, rows),
  async guard(_tx, rows, _answers, judged) {
    const refusals = new Map<string, Refusal>();
    for (const { id } of rows) {
      const one = judged.get(id);
      const refusal = one ? one.refusal : listingGone();
      if (refusal) refusals.set(id, refusal);
    }
    // Two drafts of one listing and kind that are submitted together are in each other's way.
    const firsts = new Map<string, string>();
    for (const { id, channelProductId, type, priceNo } of rows) {
      const key = `${channelProductId} ${type}`;
      const first = firsts.get(key);
      if (first === undefined) firsts.set(key, priceNo);
      else if (!refusals.has(id))
        refusals.set(id, new Refusal('channels.priceOpen', `同一渠道产品的调价 ${first} 已在这一批里提交`));
    }
    return refusals;
  },
  async run(tx, rows, _answers, judged) {
    const states = new Map<string, 'pending_approval' | 'scheduled'>();
    const values = rows.map((row) => {
      const { found, reasons } = judged.get(row.id) as JudgedPrice;
      states.set(row.id, reasons.length > 0 ? 'pending_approval' : 'scheduled');
      return {
        id: row.id,
        ...found,
        reviewReason: reasons.length > 0 ? reasons.join('、') : null,
        submittedBy: tx.actor.username,
        submittedAt: tx.now,
      };
    });
    await setEach(tx, priceRecord, values);
    await noteMakers(
      tx,
      priceRecord,
      rows.map(({ id }) => id),
    );
    return states;
  },
});

/**
 * 审批通过: by another person. The days of a great change count from here, since the channel hears of it only now; a
 * day that has passed meanwhile becomes today.
 */
export const approvePrice: Command = command(priceLifecycle, 'approve', {
  async guard(tx, rows) {
    const handedOver = rows.filter(({ status, approvedBy }) => status === 'submitted' && approvedBy !== null);
    const judged = await judgeRecords(tx, handedOver);
    const idle = handedOver.filter((row) => {
      const one = judged.get(row.id);
      return !one || isApproved(row, one);
    });
    return new Map(idle.map(({ id }) => [id, new Refusal('channels.priceApproved', '这个调价已经审批过')]));
  },
  async run(tx, rows) {
    const today = dayIn(tx.now, tx.actor.zone);
    const waiting = rows.filter(({ status }) => status === 'pending_approval');
    const judged = await judgeRecords(
      tx,
      rows.map((row) => (row.effectiveFrom < today ? { ...row, effectiveFrom: today } : row)),
    );
    await setColumns(tx, priceRecord, rows, { approvedBy: tx.actor.username, approvedAt: tx.now });
    // What waits is approved for the goods that the record shows; what was handed over, for those of now.
    await setEach(
      tx,
      priceRecord,
      rows.flatMap(({ id, status }) => {
        const one = judged.get(id);
        return status === 'submitted' && one ? [{ id, skuId: one.found.skuId }] : [];
      }),
    );
    await setEach(
      tx,
      priceRecord,
      waiting.map(({ id, effectiveFrom, askedFrom }) => {
        const day = judged.get(id)?.found.effectiveFrom ?? effectiveFrom;
        return { id, effectiveFrom: day, askedFrom: askedFrom ?? (day === effectiveFrom ? null : effectiveFrom) };
      }),
    );
    return new Map(rows.map(({ id, status }) => [id, status === 'pending_approval' ? 'scheduled' : status]));
  },
});

/** 驳回 */
export const rejectPrice: Command = command(priceLifecycle, 'reject', {
  run: (tx, rows, { reason }) => setColumns(tx, priceRecord, rows, { answer: reason, answeredAt: tx.now }),
});

/** 撤回 */
export const withdrawPrice: Command = command(priceLifecycle, 'withdraw', {
  run: (tx, rows, { reason = null }) => setColumns(tx, priceRecord, rows, { answer: reason }),
});

/**
 * What has gone below its floor since it was submitted waits for another person once more, and so does what was
 * approved for other goods than are sold now. Whoever approves sees it as it stands.
 */
async function handOver(tx: Tx, rows: PriceRecordRow[]): Promise<Map<string, string>> {
  const judged = await judgeRecords(tx, rows);
  const held = rows.flatMap((row) => {
    const one = judged.get(row.id);
    return one && isUnapproved(row, one) ? [{ id: row.id, one }] : [];
  });
  await setEach(
    tx,
    priceRecord,
    held.map(({ id, one: { found, reasons } }) => ({
      id,
      skuId: found.skuId,
      cost: found.cost,
      floor: found.floor,
      marginRate: found.marginRate,
      priceCheck: found.priceCheck,
      reviewReason: reasons.join('、'),
      approvedBy: null,
      approvedAt: null,
    })),
  );
  const heldIds = new Set(held.map(({ id }) => id));
  const gone = rows.filter(({ id }) => !heldIds.has(id));
  await setColumns(tx, priceRecord, gone, { proposedAt: tx.now });
  return new Map(rows.map(({ id }) => [id, heldIds.has(id) ? 'pending_approval' : 'submitted']));
}

/** 提报: it goes into the file that a person hands to the marketplace, which has no call for prices. */
export const proposePrice: Command = command(priceLifecycle, 'propose', { run: handOver });

/** 到生效日: the clock finds it not handed over yet. */
export const priceDue: Command = command(priceLifecycle, 'due', { run: handOver });

const supersede: Command = command(priceLifecycle, 'supersede', {
  run: (tx, rows) => setColumns(tx, priceRecord, rows, { effectiveTo: dayIn(tx.now, tx.actor.zone) }),
});

/** 确认已生效: the listing has the price from now on, and the one before it is over. */
export const acknowledgePrice: Command = command(priceLifecycle, 'acknowledge', {
  guard: (tx, rows) => acknowledgeRefusals(tx, rows),
  async run(tx, rows, { reason = null }) {
    const before = await tx.rows<{ id: string }>`
      select o.id from price_record o
        join price_record n on n.tenant_id = o.tenant_id and n.channel_product_id = o.channel_product_id
          and n.type = o.type
      where o.tenant_id = ${tx.tenant} and n.id = any(${rows.map(({ id }) => id)}::uuid[]) and o.status = 'active'
      order by o.id`;
    await moveInTransaction(
      tx,
      supersede,
      before.map(({ id }) => id),
    );
    await putPricesInForce(tx, rows);
    await setColumns(tx, priceRecord, rows, { answeredAt: tx.now, answer: reason });
  },
});

/** 被平台拒绝 */
export const turnDownPrice: Command = command(priceLifecycle, 'turnDown', {
  run: (tx, rows, { reason }) => setColumns(tx, priceRecord, rows, { answer: reason, answeredAt: tx.now }),
});

export const supersedePrice = supersede;
