import { newId } from '#kit/server/database.ts';
import type { Client, TestApp } from '#tests/harness/app.ts';
import { addBill, comeIn, moveBill, newSupplier, orderedGoods } from '#tests/journeys/bill-scene.ts';
import type { LifecycleFacts } from '../lifecycle-facts.ts';
import { must, NEW_JERSEY, STOOL } from '../one-of-each.ts';
import { REASON } from '../stage.ts';

/** The day that tests of days ask for. */
const DAY = '2026-11-23';

/** A bill over two stools that came for 3.37 each. */
async function billOfTwo(scene: TestApp, who: Client, unitPrice: string, head: object = {}): Promise<string> {
  const skuId = scene.seller.skus[STOOL] as string;
  const warehouseId = scene.seller.warehouses[NEW_JERSEY] as string;
  const supplierId = await newSupplier(who);
  const ordered = [{ skuId, qty: 2, unitPrice: '3.37' }];
  // Far from what stools are known to cost: somebody else looks at it.
  const checker = await scene.as('fuhe');
  const poId = await orderedGoods(who, supplierId, warehouseId, ordered, { checker });
  const receiptId = await comeIn(scene, who, poId, [2]);
  const lines = [{ receiptId, skuId, qty: 2, unitPrice }];
  return (await must(addBill(who, supplierId, lines, head))).id;
}

const PAYMENT = 'purchasing:billPayment';

/** Payments of a bill, the latest first. */
async function paymentsOf(who: Client, billId: string): Promise<string[]> {
  type Listed = { records: { id: string }[] };
  const { records } = await must(who.get<Listed>('/purchasing/billPayment/list', { billId }));
  return records.map(({ id }) => id);
}

/** One that was paid, with everything that a bill has, and a draft. */
async function oneBill(scene: TestApp, who: Client): Promise<string> {
  const { id: paymentTermId } = await must(
    who.post<{ id: string }>('/base/paymentTerm/add', {
      code: `BILL-${newId().slice(-12)}`,
      name: '货到 3%',
      baseDate: 'invoiceDate',
      netDays: 0,
      discountDays: 0,
      discountRate: '0.03',
      status: 'enabled',
    }),
  );
  const head = { billDate: DAY, paymentTermId, taxAmount: '0.37' };
  const paid = await billOfTwo(scene, who, '3.4', head);
  for (const move of ['match', 'post']) await must(moveBill(who, paid, move));
  await must(moveBill(who, paid, 'pay', { paidOn: DAY }));
  await must(moveBill(who, await billOfTwo(scene, who, '3000'), 'match'));
  return billOfTwo(scene, who, '3.37');
}

export const billFacts: readonly LifecycleFacts[] = [
  {
    of: 'purchasing:supplierBill',
    begins: 'draft: add',
    one: oneBill,
    law: {
      draft: 'match→matched|differing cancel→cancelled',
      matched: 'reopen→draft post→posted cancel→cancelled',
      differing: 'approve→approved reopen→draft cancel→cancelled',
      approved: 'reopen→draft post→posted cancel→cancelled',
      posted: 'pay→part_paid|paid',
      part_paid: 'pay→part_paid|paid *unpay→posted|part_paid',
      paid: '*unpay→posted|part_paid',
      cancelled: '',
    },
    ends: ['cancelled'],
    keyed: ['post', 'pay'],
    made: {
      'a bill: matched and paid, approved by another, or given up': async (stage) => {
        const key = 'purchasing:supplierBill';
        const { scene, admin } = stage;
        const reviewer = await scene.as('fuhe');
        const paid = await billOfTwo(scene, admin, '3.37');
        for (const move of ['match', 'post']) await stage.make(admin, key, paid, move);
        await stage.make(admin, key, paid, 'pay', { amount: '1' });
        await stage.make(admin, key, paid, 'pay');
        for (const id of await paymentsOf(admin, paid)) await stage.make(reviewer, PAYMENT, id, 'reverse', REASON);
        const dear = await billOfTwo(scene, admin, '5');
        await stage.make(admin, key, dear, 'match');
        await stage.make(reviewer, key, dear, 'approve');
        await stage.make(admin, key, dear, 'reopen');
        await stage.make(admin, key, dear, 'cancel', REASON);
      },
    },
  },
  {
    of: PAYMENT,
    begins: 'paid: pay',
    async one(scene, who) {
      const bill = await billOfTwo(scene, who, '3.37');
      for (const move of ['match', 'post', 'pay']) await must(moveBill(who, bill, move));
      return (await paymentsOf(who, bill))[0] ?? '';
    },
    law: { paid: 'reverse→reversed', reversed: '' },
    ends: ['reversed'],
    keyed: ['reverse'],
  },
];
