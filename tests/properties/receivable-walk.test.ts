import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#kit/server/new-id.ts';
import { billingOf } from '#modules/base/server/index.ts';
import { issueInvoice } from '#modules/finance/server/invoices/issue.ts';
import { look, openShop } from '#tests/channels/shop.ts';
import { startTestApp, type Answer, type Client, type TestApp } from '#tests/harness/app.ts';
import { IS_LONG } from '#tests/harness/long.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { PlainReceivables, type PlainDocument, type PlainInvoice } from './plain-receivables.ts';
import { numbersOf } from './seeded-numbers.ts';
import { covers } from '#tests/spec/covers.ts';

/* Invoices, remittances, payments and deductions in any order, against a plain count (issue 37; M-01, M-08 to M-11). */

/** Amounts that move. */
const OPERATIONS = IS_LONG ? 100_000 : 1_000;
const LOOKS = IS_LONG ? 20 : 2;
const DAY = '2026-11-20';
const ISSUED_AT_ONCE = 20;
/** A line that differs more than this from what is owed is matched by nobody. */
const BEYOND_TOLERANCE = 2_000;

let scene: TestApp;
let finance: Client;
let reviewer: Client;
let admin: Client;
let customerId: string;
const plain = new PlainReceivables();
const draw = numbersOf(20_261_130);
let made = 0;
const done: Record<string, number> = {};

beforeAll(async () => {
  scene = await startTestApp();
  await openShop(scene, await scene.as('yunying'));
  [finance, reviewer] = await Promise.all([scene.as('caiwu'), scene.as('fuhe')]);
  admin = await scene.as('admin');
  const customer = { code: 'WALK', name: '平台', type: 'marketplace', currency: 'USD' };
  ({ id: customerId } = await must(admin.post<{ id: string }>('/base/customer/add', customer)));
  const { accountId } = scene.seller;
  const { version } = await must(admin.get<{ version: number }>('/base/channelAccount/queryById', { id: accountId }));
  await must(admin.put('/base/channelAccount/edit', { id: accountId, version, customerId }));
});
afterAll(() => scene?.stop());

const text = (cents: number): string => (cents / 100).toFixed(2);
const keyed = (): Record<string, string> => ({ 'idempotency-key': newId() });
const move = (who: Client, of: string, id: string, name: string, answers: object = {}): Promise<Answer> =>
  who.post(`/finance/${of}/${id}/${name}`, answers, keyed());
const between = (least: number, most: number): number => least + draw(most - least + 1);
const oneOf = <T>(list: readonly T[]): T | undefined => list[draw(Math.max(1, list.length))];

/** So many invoices of which something is owed, each once. */
function someOpen(most: number): PlainInvoice[] {
  const open = plain.invoices.filter(({ left }) => left > 0);
  const found = new Set<PlainInvoice>();
  for (let at = 0; at < most && open.length > 0; at++) found.add(open[draw(open.length)] as PlainInvoice);
  return [...found];
}

async function issue(): Promise<void> {
  const wanted = Array.from({ length: ISSUED_AT_ONCE }, () => ({ po: `WK${++made}`, total: between(3_000, 60_000) }));
  const issued = await look(scene, async (tx) => {
    const billing = await billingOf(tx, scene.seller.accountId);
    const ids: string[] = [];
    for (const { po, total } of wanted)
      ids.push(
        await issueInvoice(tx, {
          billing,
          accountId: scene.seller.accountId,
          orderId: null,
          shipmentId: null,
          warehouseId: null,
          poNo: po,
          issueDate: DAY,
          currency: 'USD',
          fxRate: '1',
          lines: [
            {
              orderLineId: null,
              skuId: null,
              channelSku: 'WALK',
              name: '货品',
              qty: 1,
              unitPrice: '1',
              amount: BigInt(total),
            },
          ],
        }),
      );
    return tx.rows<{ id: string; invoiceNo: string; poNo: string; total: bigint }>`
      select id, invoice_no, po_no, total from invoice where tenant_id = ${tx.tenant} and id = any(${ids}::uuid[])`;
  });
  for (const { id, invoiceNo, poNo, total } of issued)
    plain.issue({ id, no: invoiceNo, po: poNo, total: Number(total) });
}

/** What happens to the plain count once a line of a remittance is posted. */
type Effect = (document: PlainDocument, lineNo: number) => void;
interface Line {
  cents: number;
  line: Record<string, unknown>;
  effect: Effect;
}

const payLine = (invoice: PlainInvoice): Line => ({
  cents: invoice.left,
  line: { kind: 'invoicePay', ...(draw(2) === 0 ? { invoiceNo: invoice.no } : { poNo: invoice.po.toLowerCase() }) },
  effect: (document) => plain.settle(document, invoice, invoice.left, 'cash'),
});

const parkedLine = (cents: number, line: Record<string, unknown>): Line => ({
  cents,
  line: { kind: 'invoicePay', ...line },
  effect(document, lineNo) {
    plain.transfer(document, 'suspense:remit', 'cash', cents);
    document.waiting.set(lineNo, cents);
  },
});

const costLine = (cents: number, line: Record<string, unknown>, account: string): Line => ({
  cents: -cents,
  line,
  effect: (document) => plain.transfer(document, 'cash', account, cents),
});

async function remit(): Promise<void> {
  const open = someOpen(between(2, 18));
  if (open.length === 0) return;
  const short = open.length > 3 ? open.pop() : undefined;
  const lines = open.map(payLine);
  // Far less than what is owed: nobody knows what it is for.
  if (short && short.left > 2 * BEYOND_TOLERANCE)
    lines.push(parkedLine(short.left - between(BEYOND_TOLERANCE, short.left - 1), { poNo: short.po }));
  if (draw(3) === 0) lines.push(parkedLine(between(100, 9_000), { poNo: `NONE${++made}` }));
  for (let at = draw(3); at > 0; at--)
    lines.push(
      costLine(
        between(1, 900),
        { kind: 'deduction', poNo: oneOf(open)?.po, description: draw(2) === 0 ? 'Damage' : 'Late' },
        'expense:deduction',
      ),
    );
  if (draw(2) === 0) lines.push(costLine(between(1, 700), { kind: 'fee', description: 'fee' }, 'expense:channelFee'));
  const { id } = await must(
    finance.post<{ id: string }>('/finance/remittance/add', {
      accountId: scene.seller.accountId,
      channelRemitNo: `WALK-${++made}`,
      payDate: DAY,
      currency: 'USD',
      netAmount: text(lines.reduce((sum, { cents }) => sum + cents, 0)),
      lines: lines.map(({ cents, line }) => ({ ...line, stated: text(cents) })),
    }),
  );
  await must(move(finance, 'remittance', id, 'submit'));
  // What one person typed of charges comes to so much in a day; somebody else posts the rest.
  const alone = await move(finance, 'remittance', id, 'post');
  if (!alone.success) {
    expect(alone.message).toContain('单人确认扣款上限');
    await must(move(admin, 'remittance', id, 'post'));
  }
  const document = plain.newDocument(id);
  for (const [at, { effect }] of lines.entries()) effect(document, at + 1);
  plain.remittances.push(document);
}

/** What was parked pays an invoice after all; more than is left of it is refused. */
async function apply(): Promise<void> {
  const document = oneOf(plain.remittances.filter(({ waiting }) => waiting.size > 0));
  const [invoice] = someOpen(1);
  const [lineNo, left] = [...(document?.waiting ?? [])][0] ?? [];
  if (!document || !invoice || lineNo === undefined || left === undefined) return;
  const ask = (cents: number) =>
    move(finance, 'remittance', document.id, 'applyParked', { lineNo, invoices: `${invoice.no} ${text(cents)}` });
  const most = Math.min(left, invoice.left);
  if (draw(4) === 0) return expect((await ask(most + 1)).success).toBe(false);
  const cents = between(1, most);
  await must(ask(cents));
  plain.settle(document, invoice, cents, 'suspense:remit');
  if (cents === left) document.waiting.delete(lineNo);
  else document.waiting.set(lineNo, left - cents);
}

async function pay(): Promise<void> {
  const parts = someOpen(between(1, 4)).map((invoice) => ({
    invoice,
    // Some leave a little that is not worth asking for.
    cents: draw(3) === 0 && invoice.left > 1_200 ? invoice.left - between(1, 900) : between(1, invoice.left),
  }));
  const rest = draw(2) === 0 ? between(1, 20_000) : 0;
  const amount = parts.reduce((sum, { cents }) => sum + cents, rest);
  if (amount === 0) return;
  const { id } = await must(
    finance.post<{ id: string }>('/finance/payment/add', {
      customerId,
      amount: text(amount),
      currency: 'USD',
      paidOn: DAY,
      lines: parts.map(({ invoice, cents }) => ({ invoiceId: invoice.id, portion: text(cents) })),
    }),
  );
  await must(move(finance, 'payment', id, 'post'));
  const document = plain.newDocument(id);
  for (const { invoice, cents } of parts) plain.settle(document, invoice, cents, 'cash');
  if (rest > 0) {
    plain.transfer(document, 'advance:customer', 'cash', rest);
    document.waiting.set(0, rest);
  }
  plain.payments.push(document);
}

async function allocate(): Promise<void> {
  const document = oneOf(plain.payments.filter(({ waiting }) => waiting.size > 0));
  const [invoice] = someOpen(1);
  const left = document?.waiting.get(0);
  if (!document || !invoice || left === undefined) return;
  const cents = between(1, Math.min(left, invoice.left));
  await must(move(finance, 'payment', document.id, 'allocate', { invoiceId: invoice.id, amount: text(cents) }));
  plain.settle(document, invoice, cents, 'advance:customer');
  if (cents === left) document.waiting.delete(0);
  else document.waiting.set(0, left - cents);
}

/** By another than made it, once; who made it is refused. */
async function reverse(of: 'remittance' | 'payment'): Promise<void> {
  const list = of === 'remittance' ? plain.remittances : plain.payments;
  const document = oneOf(list);
  if (!document) return;
  const answers = { reason: '走查' };
  if (of === 'remittance' && draw(3) === 0)
    return expect((await move(finance, of, document.id, 'reverse', answers)).success).toBe(false);
  await must(move(reviewer, of, document.id, 'reverse', answers));
  plain.reverse(document);
  list.splice(list.indexOf(document), 1);
  expect((await move(reviewer, of, document.id, 'reverse', answers)).success).toBe(false);
}

/** A channel pays an invoice short by a deduction that it has announced. */
async function offset(): Promise<void> {
  const [invoice] = someOpen(1);
  if (!invoice) return;
  const cents = between(1, Math.min(invoice.left, 40_000));
  const { id } = await must(
    finance.post<{ id: string }>('/finance/deduction/add', {
      accountId: scene.seller.accountId,
      channelDeductionNo: `WALK-D${++made}`,
      type: 'pricing',
      currency: 'USD',
      amount: text(cents),
      postedAt: `${DAY} 00:00:00`,
    }),
  );
  await must(move(finance, 'deduction', id, 'offset', { invoiceId: invoice.id }));
  plain.settle(plain.newDocument(id), invoice, cents, 'expense:deduction');
}

async function giveUp(): Promise<void> {
  const invoice = oneOf(plain.invoices.filter(({ left }) => left > 0 && left <= 1_000));
  if (!invoice) return;
  // The small rests of a day are one great one: then another decides on what was asked for.
  const alone = await move(finance, 'invoice', invoice.id, 'writeOff', { reason: '尾差' });
  if (!alone.success) {
    expect(alone.message).toContain('单人核销上限');
    await must(move(finance, 'invoice', invoice.id, 'askWriteOff', { reason: '尾差' }));
    await must(move(reviewer, 'invoice', invoice.id, 'writeOff', { reason: '同意' }));
  }
  plain.settle(plain.newDocument(invoice.id), invoice, invoice.left, 'loss:writeOff');
}

const STEPS = {
  issue: [4, issue],
  remit: [6, remit],
  apply: [4, apply],
  pay: [5, pay],
  allocate: [4, allocate],
  reverseRemittance: [2, () => reverse('remittance')],
  reversePayment: [2, () => reverse('payment')],
  offset: [2, offset],
  giveUp: [2, giveUp],
} as const satisfies Record<string, readonly [often: number, step: () => Promise<void>]>;

const DECK = Object.entries(STEPS).flatMap(([name, [often, step]]) =>
  Array.from({ length: often }, () => ({ name, step })),
);

/** What the product says: debits less credits by account, goods on the shelf aside, and what is owed of each invoice. */
const said = () =>
  look(scene, async (tx) => {
    const accounts = await tx.rows<{ code: string; debit: string }>`
      select a.code, sum(case when p.debit_account_id = a.id then p.amount else -p.amount end)::text as debit
      from posting p join account a on a.tenant_id = p.tenant_id and a.id in (p.debit_account_id, p.credit_account_id)
      where p.tenant_id = ${tx.tenant} and a.book = 'tenant'
        and a.code not in ('inventory', 'equity:opening') group by a.code order by a.code`;
    const invoices = await tx.rows<{ id: string; balance: string }>`
      select id, balance::text as balance from invoice where tenant_id = ${tx.tenant}`;
    return {
      accounts: Object.fromEntries(
        accounts.flatMap(({ code, debit }) => (debit === '0' ? [] : [[code, Number(debit)]])),
      ),
      left: new Map(invoices.map(({ id, balance }) => [id, Number(balance)])),
    };
  });

test('whatever is paid, kept, parked, given up and taken back: the books and each invoice are as counted by hand', async () => {
  covers('ours: receivables as counted by hand');
  await issue();
  for (let seen = 1; seen <= LOOKS; seen++) {
    while (plain.operations < (OPERATIONS / LOOKS) * seen) {
      const { name, step } = DECK[draw(DECK.length)] as (typeof DECK)[number];
      const before = plain.operations;
      await step();
      if (plain.operations > before) done[name] = (done[name] ?? 0) + 1;
    }
    const { accounts, left } = await said();
    expect(accounts).toEqual(plain.balances());
    expect(plain.invoices.filter((invoice) => left.get(invoice.id) !== invoice.left)).toEqual([]);
    expect(left.size).toBe(plain.invoices.length);
    expect(await scene.violations()).toEqual([]);
  }
  // Each kind of step has happened: a walk that refuses everything proves nothing.
  expect(Object.keys(done).toSorted()).toEqual(Object.keys(STEPS).toSorted());
}, 3_600_000);
