import { newId } from '#kit/server/database.ts';
import { billingOf } from '#modules/base/server/index.ts';
import { issueInvoice } from '#modules/finance/server/invoices/issue.ts';
import { look } from '#tests/channels/shop.ts';
import type { Client, TestApp } from '#tests/harness/app.ts';
import { ADDRESS, firstOf, must, NEW_JERSEY, STOOL } from '#tests/lifecycles/one-of-each.ts';

export const keyed = (): Record<string, string> => ({ 'idempotency-key': newId() });

/** What a test reads of an invoice. */
export interface InvoiceSeen {
  id: string;
  invoiceNo: string;
  status: string;
  poNo: string | null;
  currency: string;
  customerId: string;
  shipmentId: string | null;
  issueDate: string;
  dueDate: string;
  discountDate: string | null;
  discountAmount: string;
  goods: string;
  freight: string;
  discount: string;
  total: string;
  baseTotal: string;
  paid: string;
  credited: string;
  discounted: string;
  writtenOff: string;
  balance: string;
  settledBase: string;
  lines: { invoiceLine: { qty: number; amount: string }[]; invoiceSettlement: { kind: string; amount: string }[] };
  entries: { memo: string; postings: { debit: string; credit: string; amount: string }[] }[];
}

export const readInvoice = (who: Client, id: string): Promise<InvoiceSeen> =>
  must(who.get<InvoiceSeen>('/finance/invoice/queryById', { id }));

export async function invoicesOf(who: Client, orderId: string, status?: string): Promise<InvoiceSeen[]> {
  const query = { orderId, column: 'createTime', order: 'asc', ...(status ? { status } : {}) };
  return (await must(who.get<{ records: InvoiceSeen[] }>('/finance/invoice/list', query))).records;
}

export const moveInvoice = (who: Client, id: string, move: string, answers: object = {}) =>
  who.post<{ state: string }>(`/finance/invoice/${id}/${move}`, answers, keyed());

/** A line of an order typed by hand. */
export interface Sold {
  qty: number;
  unitPrice: string;
  sku?: string;
}

let sold = 0;

/** An accepted order typed by hand, at prices of its own; from New Jersey. */
export async function soldByHand(
  scene: TestApp,
  clerk: Client,
  lines: readonly Sold[],
  more: object = {},
): Promise<{ id: string; po: string }> {
  const { id } = await must(
    clerk.post<{ id: string }>('/orders/salesOrder/add', {
      accountId: scene.seller.accountId,
      pinnedWarehouseId: scene.seller.warehouses[NEW_JERSEY],
      ...ADDRESS,
      // To a place of its own: nobody takes it for another order again.
      shipToAddress1: `${++sold} Receivable Ave`,
      lines: lines.map(({ sku = STOOL, ...line }, at) => ({
        ...line,
        skuId: scene.seller.skus[sku],
        channelSku: `DIRECT-${at}`,
      })),
      ...more,
    }),
  );
  const move = async (who: Client, name: string): Promise<void> => {
    await must(who.post(`/orders/salesOrder/${id}/${name}`, {}, keyed()));
    await scene.settled();
  };
  await move(clerk, 'submit');
  const { holds } = await must(clerk.get<{ holds: string[] }>('/orders/salesOrder/queryById', { id }));
  if (holds.includes('priceMismatch')) await move(await scene.as('caiwu'), 'acceptPrice');
  await move(clerk, 'accept');
  const { channelOrderNo } = await must(clerk.get<{ channelOrderNo: string }>('/orders/salesOrder/queryById', { id }));
  return { id, po: channelOrderNo };
}

/** Sends an order that is ready with a truck of our own; or the part of it that has a shipment. @returns its shipments */
export async function sendIt(scene: TestApp, clerk: Client, packer: Client, id: string): Promise<string[]> {
  const truck = await firstOf(clerk, '/base/shipMethod/list', { code: 'OWN-TRK' });
  await must(clerk.post(`/orders/salesOrder/${id}/start`, { shipMethodId: truck.id }, keyed()));
  const { records } = await must(
    packer.get<{ records: { id: string; status: string }[] }>('/fulfilment/shipment/list', { orderId: id }),
  );
  const sent: string[] = [];
  for (const { id: shipment, status } of records) {
    if (status === 'voided' || status === 'shipped') continue;
    const step = (name: string, answers: object = {}) =>
      must(packer.post(`/fulfilment/shipment/${shipment}/${name}`, answers, keyed()));
    await step('pack');
    await step('sealAll');
    await step('ownLabel', { carrierCode: 'OWN', trackingNo: `TRUCK-7${shipment.slice(-6)}` });
    await step('ship');
    sent.push(shipment);
  }
  await scene.settled();
  return sent;
}

/** Amounts of an invoice that no shipment stands behind, minor units. */
export interface Plain {
  goods: bigint;
  freight?: bigint;
  tax?: bigint;
  discount?: bigint;
  poNo?: string;
  currency?: string;
  fxRate?: string;
  day?: string;
}

/** An invoice of the seller's shop, issued as shipping does it, with amounts of its own. @returns its id */
export const plainInvoice = (
  scene: TestApp,
  { goods, poNo = 'S7', currency = 'USD', fxRate = '1', day, ...amounts }: Plain,
): Promise<string> =>
  look(scene, async (tx) =>
    issueInvoice(tx, {
      billing: await billingOf(tx, scene.seller.accountId),
      accountId: scene.seller.accountId,
      orderId: null,
      shipmentId: null,
      warehouseId: null,
      poNo,
      issueDate: day ?? scene.now().toISOString().slice(0, 10),
      currency,
      fxRate,
      lines: [{ orderLineId: null, skuId: null, channelSku: 'S7', name: 'S7', qty: 1, unitPrice: '1', amount: goods }],
      ...amounts,
    }),
  );

/** A payment that is posted. @returns its id */
export async function paidBy(
  who: Client,
  customerId: string,
  amount: string,
  lines: readonly object[] = [],
  more: object = {},
): Promise<string> {
  const { id } = await must(
    who.post<{ id: string }>('/finance/payment/add', {
      customerId,
      amount,
      currency: 'USD',
      paidOn: await today(who),
      lines,
      ...more,
    }),
  );
  await must(who.post(`/finance/payment/${id}/post`, {}, keyed()));
  return id;
}

/** The day of the tenant, as an entry of now would have it. */
const today = async (who: Client): Promise<string> => {
  const { records } = await must(
    who.get<{ records: { issueDate: string }[] }>('/finance/invoice/list', { column: 'issueDate', order: 'desc' }),
  );
  return records[0]?.issueDate ?? '';
};

/** The balance of an account in the books, minor units as a number; of one part where there are several. */
export const balance = (scene: TestApp, code: string, part = ''): Promise<number> =>
  look(scene, async (tx) => {
    const { n } = await tx.one<{ n: bigint | null }>`
      select sum(case when p.debit_account_id = a.id then p.amount else -p.amount end)::bigint as n
      from account a join posting p on p.tenant_id = a.tenant_id and a.id in (p.debit_account_id, p.credit_account_id)
      where a.tenant_id = ${tx.tenant} and a.code = ${code} and (${part} = '' or a.part = ${part})`;
    return Number(n ?? 0n);
  });
