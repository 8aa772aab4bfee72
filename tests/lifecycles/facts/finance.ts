import { shortDueInvoices } from '#modules/finance/server/invoices/short-invoices.ts';
import type { Client, TestApp } from '#tests/harness/app.ts';
import { invoicesOf, keyed, sendIt, soldByHand } from '#tests/journeys/receivable-scene.ts';
import type { LifecycleFacts } from '../lifecycle-facts.ts';
import { firstOf, must } from '../one-of-each.ts';
import { REASON } from '../stage.ts';

const INVOICE = 'finance:invoice';
const PAYMENT = 'finance:payment';
const YEAR_MS = 366 * 86_400_000;

/** The invoice of an order of one stool that has left. @returns its id, and what it left with */
async function invoiced(scene: TestApp, who: Client): Promise<{ id: string; shipment: string; customerId: string }> {
  const order = await soldByHand(scene, who, [{ qty: 1, unitPrice: '50' }]);
  const [shipment = ''] = await sendIt(scene, who, who, order.id);
  const [invoice] = await invoicesOf(who, order.id);
  return { id: invoice?.id ?? '', shipment, customerId: invoice?.customerId ?? '' };
}

async function draftPayment(who: Client, customerId: string, lines: readonly object[] = []): Promise<string> {
  const body = { customerId, amount: '50.00', currency: 'USD', paidOn: '2026-01-05', lines };
  return (await must(who.post<{ id: string }>('/finance/payment/add', body))).id;
}

export const financeFacts: readonly LifecycleFacts[] = [
  {
    of: INVOICE,
    begins: 'issued: issue',
    one: async (scene, who) => (await invoiced(scene, who)).id,
    // §3.5.
    law: {
      issued:
        'send→sent writeOff→closed askWriteOff→= dispute→disputed void→voided *runShort→short_paid *withdraw→voided *settle→part_paid|short_paid|disputed|paid|closed',
      sent: 'writeOff→closed askWriteOff→= dispute→disputed void→voided *runShort→short_paid *withdraw→voided *settle→part_paid|short_paid|disputed|paid|closed',
      part_paid:
        'writeOff→closed askWriteOff→= dispute→disputed *runShort→short_paid *settle→part_paid|short_paid|disputed|paid|closed *unsettle→issued|sent|part_paid|short_paid|disputed',
      short_paid:
        'writeOff→closed askWriteOff→= dispute→disputed *settle→part_paid|short_paid|disputed|paid|closed *unsettle→issued|sent|part_paid|short_paid|disputed',
      disputed:
        'writeOff→closed askWriteOff→= endDispute→issued|sent|part_paid *settle→part_paid|short_paid|disputed|paid|closed *unsettle→issued|sent|part_paid|short_paid|disputed',
      paid: '*unsettle→issued|sent|part_paid|short_paid|disputed',
      closed: '*unsettle→issued|sent|part_paid|short_paid|disputed',
      voided: '',
    },
    ends: ['voided'],
    keyed: ['writeOff', 'void'],
    made: {
      'an invoice: sent, argued about, taken back, or here again with its goods': async (stage) => {
        const { scene, admin } = stage;
        const reviewer = await scene.as('fuhe');
        const one = await invoiced(scene, admin);
        await stage.make(admin, INVOICE, one.id, 'send');
        await stage.make(admin, INVOICE, one.id, 'dispute', REASON);
        await stage.make(admin, INVOICE, one.id, 'endDispute');
        await stage.make(reviewer, INVOICE, one.id, 'void', REASON);
        const back = await invoiced(scene, admin);
        await must(admin.post(`/fulfilment/shipment/${back.shipment}/unship`, REASON, keyed()));
        await scene.settled();
      },
      'an invoice: runs short, and is given up by another': async (stage) => {
        const { scene, admin } = stage;
        const one = await invoiced(scene, admin);
        await shortDueInvoices(scene.app.db, new Date(scene.now().getTime() + YEAR_MS));
        await stage.make(admin, INVOICE, one.id, 'askWriteOff', REASON);
        await stage.make(await scene.as('fuhe'), INVOICE, one.id, 'writeOff', REASON);
      },
    },
  },
  {
    of: PAYMENT,
    begins: 'draft: add credit remit',
    async one(_scene, who) {
      const { id, customerId } = await firstOf<{ id: string; customerId: string }>(who, '/finance/invoice/list');
      return draftPayment(who, customerId, [{ invoiceId: id, portion: '1' }]);
    },
    law: { draft: 'post→posted cancel→cancelled', posted: 'allocate→= reverse→reversed', reversed: '', cancelled: '' },
    ends: ['cancelled', 'reversed'],
    keyed: ['post', 'allocate', 'reverse'],
    made: {
      'a payment: booked, settles an invoice later, and is taken back': async (stage) => {
        const { scene, admin } = stage;
        const { id: invoiceId, customerId } = await invoiced(scene, admin);
        const id = await draftPayment(admin, customerId);
        await stage.make(admin, PAYMENT, id, 'post');
        await stage.make(admin, PAYMENT, id, 'allocate', { invoiceId });
        await stage.make(await scene.as('fuhe'), PAYMENT, id, 'reverse', REASON);
        await stage.make(admin, PAYMENT, await draftPayment(admin, customerId), 'cancel', REASON);
      },
    },
  },
];
