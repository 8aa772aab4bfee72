import { exponentOf } from '#kit/model/currency.ts';
import { lineAmount, parseDecimal, PRICE_SCALE } from '#kit/model/money.ts';
import { invalid } from '#kit/model/refusal.ts';
import { dayIn } from '#kit/model/time.ts';
import { amountFaults } from '#kit/server/draft/amount-bounds.ts';
import { draftSlots } from '#kit/server/draft/draft-slots.ts';
import { noteMakers } from '#kit/server/makers.ts';
import { currencyFaults } from '#modules/base/server/index.ts';
import { refuseBundleLines } from '#modules/inventory/server/index.ts';
import { purchaseOrder, purchaseOrderLine } from '../model/purchase-order.ts';
import { taxOf } from '../model/tax.ts';
import { quotedPrices } from './supplier-prices.ts';

const RATE_SCALE = 6;
/** Most of what was ordered that may come beyond it, in millionths. */
const MOST_BEYOND = 100_000n;

/**
 * A purchase order while it is a draft: prices that nobody typed come from the supplier's list, and
 * each line's amount and tax, goods and total follow. What has no price yet may be saved, not submitted.
 */
export const purchaseDraft = draftSlots(
  {
    of: purchaseOrder,
    lines: purchaseOrderLine,
    head: purchaseOrder.fields,
    line: purchaseOrderLine.fields,
  },
  {
    judge: (_tx, { tolerance }) =>
      (parseDecimal(tolerance ?? '0', RATE_SCALE) ?? 0n) > MOST_BEYOND
        ? [{ field: 'tolerance', code: 'max', message: '超收容差不能大于 0.1（10%）' }]
        : [],
    async derive(tx, { head, lines: typed, before }) {
      const faults = await currencyFaults(tx, head, ['currency'], before ?? {});
      if (faults.length > 0) throw invalid(faults);
      await refuseBundleLines(tx, typed);
      const { supplierId, currency } = head;
      const quoted = await quotedPrices(
        tx,
        { supplierId, currency, day: dayIn(tx.now, tx.actor.zone) },
        typed.filter(({ unitPrice }) => unitPrice === null),
      );
      const exponent = exponentOf(currency);
      const lines = typed.map(({ skuId, qty, unitPrice, taxRate }) => {
        const price = unitPrice ?? quoted.get(`${skuId} ${qty}`) ?? null;
        const lineNet = lineAmount(qty, parseDecimal(price ?? '0', PRICE_SCALE) ?? 0n, exponent);
        const taxAmount = taxOf(lineNet, taxRate);
        return { unitPrice: price, lineNet, taxAmount, currency };
      });
      const beyond = amountFaults(
        lines.map(({ lineNet, taxAmount }) => lineNet + taxAmount),
        exponent,
        { field: 'unitPrice', title: '金额' },
      );
      if (beyond.length > 0) throw invalid(beyond);
      const goodsTotal = lines.reduce((sum, { lineNet }) => sum + lineNet, 0n);
      const taxTotal = lines.reduce((sum, { taxAmount }) => sum + taxAmount, 0n);
      return {
        head: {
          lineCount: lines.length,
          unitCount: typed.reduce((sum, { qty }) => sum + qty, 0),
          goodsTotal,
          taxTotal,
          total: goodsTotal + taxTotal + (head.freight ?? 0n) + (head.otherCost ?? 0n),
        },
        lines,
      };
    },
    written: (tx, id) => noteMakers(tx, purchaseOrder, id),
  },
);
