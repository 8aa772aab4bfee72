import { exponentOf, moneyText } from '#kit/model/currency.ts';
import type { Values } from '#kit/model/field.ts';
import { parseDecimal, PRICE_SCALE } from '#kit/model/money.ts';
import { addDays, dayIn } from '#kit/model/time.ts';
import { command, type Command } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { noteMakers } from '#kit/server/makers.ts';
import { insertInto, pick, setColumns } from '#kit/server/stored-rows.ts';
import { convertAmount } from '#modules/base/model/convert.ts';
import { baseCurrency, rateAt, suppliersOf } from '#modules/base/server/index.ts';
import type { AccountName } from '#modules/ledger/model/journal.ts';
import { issueCredit, takeBackCredit } from '#modules/purchasing/server/index.ts';
import { postEntries, reverseEntry } from '#modules/ledger/server/index.ts';
import { claim, claimLifecycle, claimPayment, type ClaimRow } from '../../model/claim.ts';
import { claimNotFound, claimPayFaults, claimWithout } from '../../model/claim-errors.ts';
import { claimDaysOf } from './claim-terms.ts';
import { foundClaims } from './found-claims.ts';

/** 登记提交: from now on the other side has its days to answer. */
export const submitClaim: Command = command(claimLifecycle, 'submit', {
  async guard(tx, rows) {
    const shown = await withPhotos(
      tx,
      rows.flatMap(({ returnId }) => returnId ?? []),
    );
    return new Map(
      rows.flatMap((row) => {
        if (row.total <= 0n) return [[row.id, claimWithout.amount()] as const];
        const isProved = (row.evidence ?? []).length > 0 || shown.has(row.returnId ?? '');
        return isProved ? [] : [[row.id, claimWithout.evidence()] as const];
      }),
    );
  },
  async run(tx, rows, { refNo = null }) {
    for (const row of rows) {
      await setColumns(tx, claim, [row], {
        submittedBy: tx.actor.username,
        submittedAt: tx.now,
        ...(await answerDays(tx, row)),
        ...(refNo ? { refNo } : {}),
      });
    }
  },
});

/** Returns of these that carry photos: what was photographed at the inspection proves a claim, too. */
async function withPhotos(tx: Tx, returnIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (returnIds.length === 0) return new Set();
  const rows = await tx.rows<{ id: string }>`
    select r.id from return_order r where r.tenant_id = ${tx.tenant} and r.id = any(${returnIds}::uuid[])
      and (cardinality(r.photos) > 0 or exists (select 1 from return_line l
        where l.tenant_id = r.tenant_id and l.return_id = r.id and cardinality(l.photos) > 0))`;
  return new Set(rows.map(({ id }) => id));
}

/** Until when the other side answers, and from when on somebody asks after it. */
async function answerDays(tx: Tx, row: ClaimRow): Promise<{ answerBy: string; remindOn: string }> {
  const days = await claimDaysOf(tx, row.party, row);
  const answerBy = addDays(dayIn(tx.now, tx.actor.zone), days.answerDays);
  return { answerBy, remindOn: addDays(answerBy, -days.remindDays) };
}

const NO_CLOCK = { answerBy: null, remindOn: null } as const;

export const noteClaimRef: Command = command(claimLifecycle, 'noteRef', {
  run: (tx, rows, { refNo }) => setColumns(tx, claim, rows, { refNo }),
});

/** 对方拒赔 */
export const rejectClaim: Command = command(claimLifecycle, 'reject', {
  run: (tx, rows, { reason }) => setColumns(tx, claim, rows, { outcome: `拒赔：${reason}`, ...NO_CLOCK }),
});

/** 申诉: the other side has its days once more. */
export const appealClaim: Command = command(claimLifecycle, 'appeal', {
  async run(tx, rows, { reason }) {
    for (const row of rows)
      await setColumns(tx, claim, [row], {
        outcome: `申诉：${reason}`,
        ...(await answerDays(tx, row)),
      });
  },
});

/** 放弃索赔 */
export const abandonClaim: Command = command(claimLifecycle, 'abandon', {
  run: (tx, rows, { reason }) => setColumns(tx, claim, rows, { outcome: `放弃：${reason}`, ...NO_CLOCK }),
});

/** 放弃余款: what was paid is all that comes. */
export const waiveClaim: Command = command(claimLifecycle, 'waive', {
  async run(tx, rows, { reason }) {
    for (const row of rows)
      await setColumns(tx, claim, [row], {
        waivedTotal: openOf(row),
        outcome: `放弃余款：${reason}`,
      });
  },
});

const openOf = ({ total, paidTotal, waivedTotal }: ClaimRow): bigint => total - paidTotal - waivedTotal;

const payQuestions = claimLifecycle.moves.pay.input;

/** 登记赔付: all that is open or a part of it, never beyond; the claim is locked while it is judged. */
export const payClaim: Command = command(claimLifecycle, 'pay', {
  async run(tx, rows, answers) {
    if (rows.length > 1 && (answers.amount ?? null) !== null) throw claimPayFaults.one();
    const states = new Map<string, 'paid' | 'part_paid'>();
    for (const row of rows) states.set(row.id, await pay(tx, row, answers));
    return states;
  },
});

async function pay(
  tx: Tx,
  row: ClaimRow,
  { amount: typed = null, way, paidOn = null, bankRef = null }: Values<typeof payQuestions>,
): Promise<'paid' | 'part_paid'> {
  const today = dayIn(tx.now, tx.actor.zone);
  const day = paidOn ?? today;
  if (day > today) throw claimPayFaults.ahead();
  if (day < row.incidentOn) throw claimPayFaults.before();
  const open = openOf(row);
  const amount = typed === null ? open : minorOf(typed, row.currency);
  if (amount <= 0n) throw claimPayFaults.nothing();
  if (amount > open) throw claimPayFaults.beyond({ open: moneyText(open, row.currency) });
  const base = await baseCurrency(tx);
  const fxRate = await rateAt(tx, row.currency, base, day);
  const baseAmount = convertAmount(amount, fxRate, row.currency, base, 'amount');
  const [id = ''] = await insertInto(tx, claimPayment, [
    {
      claimId: row.id,
      paidOn: day,
      way,
      currency: row.currency,
      amount,
      baseCurrency: base,
      baseAmount,
      bankRef,
      paidBy: tx.actor.username,
      isReversed: false,
    },
  ]);
  if (baseAmount > 0n) await postPaid(tx, row, { id, day, way, base, baseAmount });
  if (way === 'offset' && row.party === 'supplier' && row.supplierId)
    await issueCredit(tx, {
      refType: 'claimPayment',
      refId: id,
      refNo: row.claimNo,
      supplierRef: bankRef,
      supplierId: row.supplierId,
      warehouseId: row.warehouseId,
      issuedOn: day,
      currency: row.currency,
      amount,
      fxRate,
      baseCurrency: base,
      baseAmount,
    });
  await setColumns(tx, claim, [row], { paidTotal: row.paidTotal + amount });
  await noteMakers(tx, claim, row.id);
  return amount === open ? 'paid' : 'part_paid';
}

function minorOf(text: string, currency: string): bigint {
  const places = exponentOf(currency);
  const scaled = parseDecimal(text, PRICE_SCALE) ?? 0n;
  const unit = 10n ** BigInt(PRICE_SCALE - places);
  if (scaled % unit !== 0n) throw claimPayFaults.places({ currency, places });
  return scaled / unit;
}

interface Paid {
  id: string;
  day: string;
  way: string;
  base: string;
  baseAmount: bigint;
}

/**
 * Money that came, or less that is owed to the party: both are 索赔收入. What a supplier is owed less of is
 * a credit of purchasing, which bills are paid with.
 */
async function postPaid(tx: Tx, row: ClaimRow, { id, day, way, base, baseAmount }: Paid): Promise<void> {
  const debit = way === 'cash' ? ({ code: 'cash' } as const) : await owedTo(tx, row);
  const [entryId = ''] = await postEntries(tx, [
    {
      refType: 'claimPayment',
      refId: id,
      refNo: row.claimNo,
      event: 'paid',
      day,
      memo: '索赔到账',
      postings: [{ debit, credit: { code: 'gain:claim' }, amount: baseAmount, currency: base }],
    },
  ]);
  await tx.run`update claim_payment set entry_id = ${entryId}::uuid
    where tenant_id = ${tx.tenant} and id = ${id}::uuid`;
}

async function owedTo(tx: Tx, { party, supplierId }: ClaimRow): Promise<AccountName> {
  if (party === 'carrier' || !supplierId) return { code: 'ap:logistics' };
  const supplier = (await suppliersOf(tx, [supplierId])).get(supplierId);
  return { code: 'ap', part: supplierId, ...(supplier ? { partName: supplier.name } : {}) };
}

/** 找回已结清: what was paid for a parcel that was found is settled with its carrier, whatever they agreed. */
export const settleFoundClaim: Command = command(claimLifecycle, 'settleFound', {
  async guard(tx, rows) {
    const found = await foundClaims(tx, rows);
    return new Map(rows.filter(({ id }) => !found.has(id)).map(({ id }) => [id, claimNotFound()]));
  },
  async run(tx, rows, { reason }) {
    await setColumns(tx, claim, rows, { outcome: `找回已结清：${reason}` });
    await tx.run`
      update claim set is_found_settled = true
      where tenant_id = ${tx.tenant} and id = any(${rows.map(({ id }) => id)}::uuid[])`;
  },
});

/** 冲销赔付: the latest payment is taken back, and with it that the rest was given up. */
export const unpayClaim: Command = command(claimLifecycle, 'unpay', {
  async run(tx, rows, { reason }) {
    const states = new Map<string, 'submitted' | 'part_paid'>();
    for (const row of rows) {
      const [last] = await pick(tx, claimPayment, ['id', 'amount'])`
        claim_id = ${row.id}::uuid and not is_reversed order by id desc limit 1 for update`;
      if (!last) throw claimPayFaults.nothing();
      await takeBackCredit(tx, { refType: 'claimPayment', refId: last.id }, reason);
      const { entryId } = await tx.one<{ entryId: string | null }>`
        update claim_payment set is_reversed = true, reverse_reason = ${reason}, update_time = ${tx.now},
          update_by = ${tx.actor.username}, version = version + 1
        where tenant_id = ${tx.tenant} and id = ${last.id}::uuid returning entry_id`;
      if (entryId) await reverseEntry(tx, entryId, { memo: `冲销索赔到账 ${row.claimNo}` });
      const paidTotal = row.paidTotal - last.amount;
      await setColumns(tx, claim, [row], { paidTotal, waivedTotal: 0n });
      states.set(row.id, paidTotal > 0n ? 'part_paid' : 'submitted');
    }
    return states;
  },
});
