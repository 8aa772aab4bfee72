import { exponentOf } from '#kit/model/currency.ts';
import { lineAmount, parseDecimal, PRICE_SCALE } from '#kit/model/money.ts';
import { invalid, type FieldError } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import { amountFaults } from '#kit/server/draft/amount-bounds.ts';
import { draftSlots } from '#kit/server/draft/draft-slots.ts';
import { pick } from '#kit/server/stored-rows.ts';
import { channelAccount } from '#modules/base/model/channel-account.ts';
import { baseCurrency } from '#modules/base/server/index.ts';
import { skuFaces } from '#modules/catalog/server/index.ts';
import { refuseBundleLines } from '#modules/inventory/server/index.ts';
import { readReturnable, type ReturnableOrder } from '#modules/orders/server/index.ts';
import { headFaults, lineFaults } from '../../model/return-errors.ts';
import { returnLine, returnOrder, type ReturnOutcome, type ReturnType } from '../../model/return-order.ts';
import { returnReason } from '../../model/return-reason.ts';
import { noteWriter } from './alone-check.ts';
import { noteStrayMaker } from './stray-check.ts';

/** What the buyer gets where nobody says otherwise. */
const USUAL_OUTCOME: Readonly<Record<ReturnType, ReturnOutcome>> = {
  return: 'refund',
  refundOnly: 'refund',
  exchange: 'replace',
  unordered: 'none',
};

const LONGEST_SUMMARY = 255;

/** A return while it is a draft: shop, prices and what the buyer gets follow from its order. */
export const returnDraft = draftSlots(
  { of: returnOrder, lines: returnLine, head: returnOrder.fields, line: returnLine.fields },
  {
    judge: (_tx, { type, orderId, warehouseId }) => {
      if (type !== 'unordered') return orderId ? [] : [headFaults.orderNeeded()];
      return [
        ...(orderId ? [headFaults.orderNotWanted()] : []),
        ...(warehouseId ? [] : [headFaults.warehouseNeeded()]),
      ];
    },
    async derive(tx, { head, lines: typed }) {
      const order = head.orderId ? (await readReturnable(tx, [head.orderId])).get(head.orderId) : undefined;
      if (!order) await refuseBundleLines(tx, typed);
      const errors: FieldError[] = order ? orderFaults(order, head.accountId) : [];
      const found = typed.map((line, index) => orderLineOf(order, line, index + 1, errors));
      if (errors.length > 0) throw invalid(errors);
      const currency = order?.currency ?? (await currencyOf(tx, head.accountId));
      const exponent = exponentOf(currency);
      const lines = typed.map(({ outcome, unitCredit }, index) => ({
        orderLineId: found[index]?.id ?? null,
        currency,
        outcome: outcome ?? USUAL_OUTCOME[head.type],
        unitCredit: unitCredit ?? found[index]?.unitPrice ?? null,
      }));
      const amounts = lines.map(({ outcome, unitCredit }, index) =>
        outcome === 'refund'
          ? lineAmount(typed[index]?.qtyRequested ?? 0, parseDecimal(unitCredit ?? '0', PRICE_SCALE) ?? 0n, exponent)
          : 0n,
      );
      const beyond = amountFaults(amounts, exponent, { field: 'unitCredit', title: '金额' });
      if (beyond.length > 0) throw invalid(beyond);
      return {
        head: {
          accountId: order?.accountId ?? head.accountId,
          currency,
          environment: order?.environment ?? 'live',
          baseCurrency: await baseCurrency(tx),
          fault: head.fault ?? (await faultOf(tx, head.reasonId)),
          itemSummary: await summaryOf(tx, typed),
          lineCount: lines.length,
          qtyRequested: typed.reduce((sum, { qtyRequested }) => sum + qtyRequested, 0),
          expectedCredit: amounts.reduce((sum, amount) => sum + amount, 0n),
        },
        lines,
      };
    },
    async written(tx, id) {
      await noteWriter(tx, id);
      await noteStrayMaker(tx, id);
    },
  },
);

const orderFaults = (order: ReturnableOrder, accountId: string | null): FieldError[] => [
  ...(order.lines.some(({ qtyShipped }) => qtyShipped > 0) ? [] : [headFaults.nothingSent()]),
  ...(accountId && accountId !== order.accountId ? [headFaults.otherShop()] : []),
];

/** The line of the order that a line of the return is about: the one it names, else the one of its SKU. */
function orderLineOf(
  order: ReturnableOrder | undefined,
  { orderLineId, skuId }: { orderLineId: string | null; skuId: string },
  row: number,
  errors: FieldError[],
): ReturnableOrder['lines'][number] | undefined {
  if (!order) return undefined;
  const own = order.lines.filter((line) => line.skuId === skuId);
  if (orderLineId) {
    const named = order.lines.find(({ id }) => id === orderLineId);
    if (named && named.skuId === skuId) return named;
    errors.push(named ? lineFaults.otherSku(row) : lineFaults.notOrdered(row));
    return undefined;
  }
  const sent = own.find(({ qtyShipped, qtyReturned }) => qtyShipped > qtyReturned) ?? own[0];
  if (!sent) errors.push(lineFaults.notOrdered(row));
  return sent;
}

async function currencyOf(tx: Tx, accountId: string | null): Promise<string> {
  const [shop] = accountId ? await pick(tx, channelAccount, ['currency'])`id = ${accountId}::uuid` : [];
  return shop?.currency ?? baseCurrency(tx);
}

async function faultOf(tx: Tx, reasonId: string): Promise<ReasonFault> {
  const [reason] = await pick(tx, returnReason, ['fault'])`id = ${reasonId}::uuid`;
  return reason?.fault ?? 'buyer';
}
type ReasonFault = 'buyer' | 'carrier' | 'seller' | 'channel';

/** What a return is about, in the one text that lists show. */
async function summaryOf(tx: Tx, lines: readonly { skuId: string; qtyRequested: number }[]): Promise<string> {
  const faces = await skuFaces(
    tx,
    lines.map(({ skuId }) => skuId),
  );
  const codes = new Map(faces.map(({ id, skuCode }) => [id, skuCode]));
  return lines
    .map(({ skuId, qtyRequested }) => `${codes.get(skuId) ?? ''}×${qtyRequested}`)
    .join(' ')
    .slice(0, LONGEST_SUMMARY);
}
