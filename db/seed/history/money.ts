import type { IssueAnswer } from '#modules/finance/model/invoice-routes.ts';
import { dayOf } from './day.ts';
import { poOf, type SoldName } from './known.ts';
import type { Person } from './people.ts';

const REMITTANCE = 'finance/remittance';
const DEDUCTION = 'finance/deduction';

/** The PO whose deduction is argued about, and those that stand at other ends. */
const ARGUED: SoldName = 'chairB';
const LATE: SoldName = 'chairC';

interface Line {
  kind: string;
  stated: string;
  po?: SoldName;
  description?: string;
}

/** What somebody at a desk reads of the clock of the history. */
interface Day {
  accountId: string;
  now: Date;
}

/** The invoices of all that has left. */
export async function invoiceAll(finance: Person): Promise<void> {
  let after: string | undefined;
  do {
    const answer: IssueAnswer & { after: string | null } = await finance.post('/finance/invoice/openings', { after });
    after = answer.after ?? undefined;
  } while (after !== undefined);
}

/** A week's payment: four orders, two of them cut, and what the channel asks for its programme. */
export async function firstPayment(finance: Person, { accountId, now }: Day, photo: Buffer): Promise<void> {
  const id = await remit(finance, {
    head: { accountId, channelRemitNo: 'R-20873114', payDate: dayOf(now), netAmount: '813.64', bankRef: 'FT8831207' },
    lines: [
      { kind: 'invoicePay', po: 'chairA', stated: '158.00' },
      { kind: 'invoicePay', po: ARGUED, stated: '316.00' },
      { kind: 'invoicePay', po: LATE, stated: '158.00' },
      { kind: 'invoicePay', po: 'velvet', stated: '236.00' },
      { kind: 'deduction', po: ARGUED, stated: '-25.00', description: 'Damage - carton crushed' },
      { kind: 'deduction', po: LATE, stated: '-12.00', description: 'Late shipment' },
      { kind: 'fee', stated: '-17.36', description: 'Co-op allowance' },
    ],
  });
  await finance.move(REMITTANCE, id, 'post');
  const argued = await finance.first(`/${DEDUCTION}/list?poNo=${poOf(ARGUED)}`);
  await finance.move(DEDUCTION, argued.id, 'dispute', {
    disputeNo: 'T-5521904',
    reason: '签收无异议，外箱完好',
    evidence: await finance.upload('出库外箱.png', photo),
  });
  const late = await finance.first(`/${DEDUCTION}/list?poNo=${poOf(LATE)}`);
  await finance.move(DEDUCTION, late.id, 'confirm');
}

/** Part of what was kept comes back; of three new ones two are still to be decided, one of them soon. */
export async function deductionsCame(finance: Person, { accountId, now }: Day, photo: Buffer): Promise<void> {
  const argued = await finance.first(`/${DEDUCTION}/list?poNo=${poOf(ARGUED)}`);
  await finance.move(DEDUCTION, argued.id, 'resolve', { recovered: '15.00', way: 'cash', reason: '退回一部分' });
  const keep = (name: SoldName, daysAgo: number, kept: object): Promise<string> =>
    finance.add(DEDUCTION, {
      accountId,
      currency: 'USD',
      poNo: poOf(name),
      postedAt: `${dayOf(now, -daysAgo)} 00:00:00`,
      ...kept,
    });
  await keep('lamp', 9, { channelDeductionNo: 'D-771204', type: 'shortage', amount: '18.40', reason: 'Short 1 bulb' });
  await keep('sofas', 1, { channelDeductionNo: 'D-771988', type: 'returnFreight', amount: '86.00' });
  const pricing = await keep('chairD', 4, { channelDeductionNo: 'D-771530', type: 'pricing', amount: '12.00' });
  await finance.move(DEDUCTION, pricing, 'dispute', {
    disputeNo: 'T-5522377',
    reason: '价格以PO为准',
    evidence: await finance.upload('PO价格.png', photo),
  });
}

/** What was paid today is matched but for two lines: one is short of its invoice, one names a PO of nobody. */
export async function secondPayment(finance: Person, { accountId, now }: Day): Promise<void> {
  await remit(finance, {
    head: { accountId, channelRemitNo: 'R-20879302', payDate: dayOf(now), netAmount: '1755.40', bankRef: 'FT8840016' },
    lines: [
      { kind: 'invoicePay', po: 'sofas', stated: '1024.00' },
      { kind: 'invoicePay', po: 'lamp', stated: '96.40' },
      { kind: 'invoicePay', po: 'chairD', stated: '620.00' },
      { kind: 'invoicePay', stated: '45.00', description: 'PO CS415999020' },
      { kind: 'ad', stated: '-30.00', description: 'Sponsored products' },
    ],
  });
}

async function remit(finance: Person, { head, lines }: { head: object; lines: readonly Line[] }): Promise<string> {
  const id = await finance.add(REMITTANCE, {
    ...head,
    currency: 'USD',
    lines: lines.map(({ po, ...line }) => ({ ...line, ...(po ? { poNo: poOf(po) } : {}) })),
  });
  await finance.move(REMITTANCE, id, 'submit');
  return id;
}
