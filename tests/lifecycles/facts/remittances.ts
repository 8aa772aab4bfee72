import { expect } from 'vitest';
import { newId } from '#kit/server/new-id.ts';
import { settleDueDeductions } from '#modules/finance/server/deductions/settle-due.ts';
import type { Client, TestApp } from '#tests/harness/app.ts';
import { pictureOf } from '#tests/journeys/claim-scene.ts';
import { interchange, newInvoice, readRemittance } from '#tests/journeys/remittance-scene.ts';
import { upload } from '#tests/sheets/upload.ts';
import type { LifecycleFacts } from '../lifecycle-facts.ts';
import { must } from '../one-of-each.ts';
import { REASON, type Stage } from '../stage.ts';

const REMITTANCE = 'finance:remittance';
const DEDUCTION = 'finance:deduction';
const BANK_LINE = 'finance:bankLine';

let made = 0;

/** A remittance that is typed: an invoice, and what was kept of it. @returns its id */
async function typedRemittance(scene: TestApp, who: Client, more: readonly object[] = []): Promise<string> {
  made += 1;
  const invoice = await newInvoice(scene, 10_000n);
  const lines = [{ kind: 'invoicePay', invoiceNo: invoice.invoiceNo, stated: '100' }, ...more];
  const net = lines.reduce((sum, line) => sum + Number((line as { stated: string }).stated), 0);
  const { id } = await must(
    who.post<{ id: string }>('/finance/remittance/add', {
      accountId: scene.seller.accountId,
      channelRemitNo: `RMT-FACT-${made}`,
      payDate: '2026-11-20',
      currency: 'USD',
      netAmount: String(net),
      lines,
    }),
  );
  return id;
}

const addDeduction = async (scene: TestApp, who: Client, more: object = {}): Promise<string> =>
  (
    await must(
      who.post<{ id: string }>('/finance/deduction/add', {
        accountId: scene.seller.accountId,
        type: 'damage',
        currency: 'USD',
        amount: '12.00',
        postedAt: '2026-11-22 10:00:00',
        ...more,
      }),
    )
  ).id;

/** A file of the inbox, of an invoice of the shop: it makes no document. */
async function droppedFile(scene: TestApp, who: Client): Promise<void> {
  const { invoiceNo, poNo } = await newInvoice(scene, 100n);
  const text = interchange([['810', [`BIG*20261101*${invoiceNo}**${poNo}`, 'CUR*SE*USD', 'TDS*100']]]);
  await must(upload(scene, who, '/finance/inbox/take', Buffer.from(text)));
}

/** The one account of ours, made where there is none. */
async function bankAccount(who: Client): Promise<string> {
  const { records } = await must(
    who.get<{ records: { id: string }[] }>('/purchasing/payingAccount/list', { code: 'FACT' }),
  );
  if (records[0]) return records[0].id;
  const body = { code: 'FACT', name: '事实户', status: 'enabled' };
  return (await must(who.post<{ id: string }>('/purchasing/payingAccount/add', body))).id;
}

/** A movement of the bank of 70.00 that is no payment yet. @returns its id */
async function bankMovement(scene: TestApp, who: Client): Promise<string> {
  made += 1;
  const text = [
    `:20:FACT${made}`,
    ':25:1',
    ':28C:1',
    ':60F:C261101USD0,',
    `:61:261102C70,NTRFNONREF//FACT-${made}`,
    ':62F:C261102USD70,',
  ];
  const query = new URLSearchParams({ bankAccountId: await bankAccount(who) }).toString();
  await must(upload(scene, who, `/finance/inbox/take?${query}`, Buffer.from(text.join('\n'))));
  const { records } = await must(
    who.get<{ records: { id: string }[] }>('/finance/bankLine/list', { bankRef: `FACT-${made}` }),
  );
  return records[0]?.id ?? '';
}

/** 71.00 that came in, posted: no movement finds it by its amount. */
async function bankPayment(scene: TestApp, who: Client): Promise<{ id: string; paymentNo: string }> {
  made += 1;
  const customer = { code: `FACT${made}`, name: '平台', type: 'marketplace', currency: 'USD', status: 'enabled' };
  const { id: customerId } = await must(who.post<{ id: string }>('/base/customer/add', customer));
  const body = { customerId, amount: '71.00', currency: 'USD', paidOn: '2026-01-05', lines: [] };
  const paid = await must(who.post<{ id: string; paymentNo: string }>('/finance/payment/add', body));
  await must(who.post(`/finance/payment/${paid.id}/post`, {}, { 'idempotency-key': newId() }));
  await scene.settled();
  return paid;
}

/** A movement that is a payment. */
async function matchedMovement(scene: TestApp, who: Client): Promise<void> {
  const id = await bankMovement(scene, who);
  const { paymentNo } = await bankPayment(scene, who);
  await must(who.post(`/finance/bankLine/${id}/match`, { payments: paymentNo }, { 'idempotency-key': newId() }));
}

const HAND = 'undoOffset→=';

export const remittanceFacts: readonly LifecycleFacts[] = [
  {
    of: BANK_LINE,
    begins: 'open: import',
    async one(scene, who) {
      const { total } = await must(who.get<{ total: number }>('/finance/bankMatch/list'));
      if (total === 0) await matchedMovement(scene, who);
      return bankMovement(scene, who);
    },
    law: {
      open: 'match→matched autoMatch→open|matched ignore→ignored',
      matched: 'unmatch→open *release→open',
      ignored: 'restore→open',
    },
    answers: { reason: '核对', payments: 'PM-NONE' },
    ends: [],
    keyed: [],
    made: {
      'a movement of a bank: left out, looked for, said by hand, and let go with its payment': async (stage) => {
        const { scene, admin } = stage;
        const id = await bankMovement(scene, admin);
        await stage.make(admin, BANK_LINE, id, 'ignore', REASON);
        await stage.make(admin, BANK_LINE, id, 'restore');
        await stage.make(admin, BANK_LINE, id, 'autoMatch');
        const { id: paymentId, paymentNo } = await bankPayment(scene, admin);
        await stage.make(admin, BANK_LINE, id, 'match', { payments: paymentNo });
        await stage.make(admin, BANK_LINE, id, 'unmatch');
        await stage.make(admin, BANK_LINE, id, 'match', { payments: paymentNo });
        await stage.make(await scene.as('fuhe'), 'finance:payment', paymentId, 'reverse', REASON);
      },
    },
  },
  {
    of: REMITTANCE,
    begins: 'imported: add import',
    async one(scene, admin) {
      // One beside it is posted, so that there is what a line has paid.
      const posted = await typedRemittance(scene, admin);
      for (const move of ['submit', 'post'])
        await must(admin.post(`/finance/remittance/${posted}/${move}`, {}, { 'idempotency-key': newId() }));
      await droppedFile(scene, admin);
      return typedRemittance(scene, admin);
    },
    // §3.5; matching is one step, and what was parked pays invoices later.
    law: {
      imported: 'submit→matched|partial',
      partial: 'rematch→matched|partial assign→matched|partial reopen→imported post→posted',
      matched: 'rematch→matched|partial assign→matched|partial reopen→imported post→posted',
      posted: 'applyParked→= reverse→reversed',
      reversed: '',
    },
    ends: ['reversed'],
    keyed: ['post', 'applyParked', 'reverse'],
    answers: { reason: '核对', lineNo: 1, invoices: 'IV-NONE' },
    made: {
      'a remittance: matched by the ladder and by hand, posted, its rest applied, taken back': async (stage: Stage) => {
        const { scene, admin } = stage;
        const id = await typedRemittance(scene, admin, [
          { kind: 'deduction', poNo: 'CS1', stated: '-5' },
          { kind: 'adjust', stated: '8' },
        ]);
        await stage.make(admin, REMITTANCE, id, 'submit');
        expect(await stage.stateOf(REMITTANCE, id)).toBe('partial');
        await stage.make(admin, REMITTANCE, id, 'reopen');
        await stage.make(admin, REMITTANCE, id, 'submit');
        const more = await newInvoice(scene, 300n);
        await stage.make(admin, REMITTANCE, id, 'assign', { lineNo: 3, invoices: more.invoiceNo });
        expect(await stage.stateOf(REMITTANCE, id)).toBe('matched');
        await stage.make(admin, REMITTANCE, id, 'rematch');
        await stage.make(admin, REMITTANCE, id, 'post');
        const later = await newInvoice(scene, 200n);
        await stage.make(admin, REMITTANCE, id, 'applyParked', { lineNo: 3, invoices: later.invoiceNo });
        const kept = (await readRemittance(admin, id)).lines.remittanceLine[1]?.deductionId ?? '';
        await stage.make(await scene.as('fuhe'), REMITTANCE, id, 'reverse', REASON);
        expect(await stage.stateOf(DEDUCTION, kept)).toBe('withdrawn');
      },
    },
  },
  {
    of: DEDUCTION,
    begins: 'posted: add import remittance',
    one: (scene, admin) => addDeduction(scene, admin),
    // §3.5; one that no remittance shows is taken off its invoice, and its type is put right until it is booked.
    law: {
      posted: `confirm→confirmed|settled dispute→disputed addEvidence→= reclassify→= offset→= ${HAND} *timeout→settled *withdraw→withdrawn`,
      confirmed: `reclassify→= offset→= ${HAND} *settle→settled *withdraw→withdrawn`,
      disputed: 'addEvidence→= resolve→won|partial|lost reclassify→= *withdraw→withdrawn',
      settled: `offset→= ${HAND} *withdraw→withdrawn`,
      won: 'reopen→disputed',
      partial: 'reopen→disputed',
      lost: `reopen→disputed offset→= ${HAND} *withdraw→withdrawn`,
      withdrawn: '',
    },
    ends: ['withdrawn'],
    keyed: ['resolve', 'reopen', 'offset', 'undoOffset'],
    answers: { reason: '核对', recovered: '1', way: 'cash', newType: 'other' },
    made: {
      'a deduction: disputed and won, taken off its invoice, accepted, and settled by the clock': async (
        stage: Stage,
      ) => {
        const { scene, admin } = stage;
        const reviewer = await scene.as('fuhe');
        const disputed = await addDeduction(scene, admin);
        await stage.make(admin, DEDUCTION, disputed, 'reclassify', { newType: 'shortage' });
        await stage.make(admin, DEDUCTION, disputed, 'addEvidence', { evidence: await pictureOf(scene, admin) });
        await stage.make(admin, DEDUCTION, disputed, 'dispute', { reason: '已签收' });
        await stage.make(admin, DEDUCTION, disputed, 'resolve', { recovered: '12', way: 'cash' });
        expect(await stage.stateOf(DEDUCTION, disputed)).toBe('won');
        await stage.make(reviewer, DEDUCTION, disputed, 'reopen', REASON);
        await stage.make(admin, DEDUCTION, disputed, 'resolve', { recovered: '0', way: 'cash' });
        expect(await stage.stateOf(DEDUCTION, disputed)).toBe('lost');

        const invoice = await newInvoice(scene, 5_000n);
        const short = await addDeduction(scene, admin, { poNo: invoice.poNo });
        await stage.make(admin, DEDUCTION, short, 'offset');
        await stage.make(reviewer, DEDUCTION, short, 'undoOffset', REASON);
        await stage.make(admin, DEDUCTION, short, 'confirm');
        const remittance = await typedRemittance(scene, admin, [
          { kind: 'deduction', poNo: invoice.poNo, description: 'damage', stated: '-12' },
        ]);
        await stage.make(admin, REMITTANCE, remittance, 'submit');
        await stage.make(admin, REMITTANCE, remittance, 'post');
        expect(await stage.stateOf(DEDUCTION, short)).toBe('settled');

        const silent = await addDeduction(scene, admin, { postedAt: '2026-11-01 10:00:00' });
        await settleDueDeductions(scene.app.db, scene.now());
        expect(await stage.stateOf(DEDUCTION, silent)).toBe('settled');
      },
    },
  },
];
