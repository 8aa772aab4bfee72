import { readAddress, type Address } from '#kit/model/address.ts';
import { exponentOf } from '#kit/model/currency.ts';
import { lineAmount, parseDecimal, PRICE_SCALE } from '#kit/model/money.ts';
import type { FieldError } from '#kit/model/refusal.ts';
import type { FieldRow } from '#kit/model/row.ts';
import type { Tx } from '#kit/server/database.ts';
import { draftSlots } from '#kit/server/draft/draft-slots.ts';
import { noteMakers } from '#kit/server/makers.ts';
import { addressKey } from '../model/address-check.ts';
import { poTaken, shipByTooEarly, warehouseNeeded } from '../model/errors.ts';
import { manualOrderHeader, manualOrderLine } from '../model/manual-order.ts';
import { orderLine, salesOrder, type OrderRow } from '../model/order.ts';
import { searchText, summaryOf } from './order-lines.ts';

type Head = FieldRow<typeof manualOrderHeader>;
type Line = FieldRow<typeof manualOrderLine>;

/** A manual order while it is a draft: what follows from its head and lines. */
export const manualDraft = draftSlots(
  { of: salesOrder, lines: orderLine, head: manualOrderHeader, line: manualOrderLine },
  {
    judge(tx, head, before): FieldError[] {
      const orderedAt = orderedAtOf(tx, head, before);
      const isEarly = head.shipBy !== null && head.shipBy.getTime() < orderedAt.getTime();
      const isLost = tx.actor.limits.warehouses && !head.pinnedWarehouseId;
      return [...(isEarly ? [shipByTooEarly()] : []), ...(isLost ? [warehouseNeeded()] : [])];
    },
    async derive(tx, { head, lines: typed, number, before }) {
      const { accountId, currency, pinnedWarehouseId: warehouseId } = head;
      const channelOrderNo = head.channelOrderNo ?? number;
      const lines = await derivedLines(tx, head, typed);
      const goods = lines.map((line, index) => ({ ...line, qty: typed[index]?.qty ?? 0 }));
      return {
        head: {
          ...(before ? {} : ({ orderType: 'manual', source: 'manual' } as const)),
          environment: await environmentOf(tx, accountId),
          channelOrderNo,
          orderedAt: orderedAtOf(tx, head, before),
          warehouseId,
          itemSummary: summaryOf(goods),
          lineCount: lines.length,
          unitCount: goods.reduce((sum, { qty }) => sum + qty, 0),
          total: lines.reduce((sum, { lineNet }) => sum + lineNet, 0n),
        },
        columns: {
          addressHash: tx.vault.digest(addressKey(addressOf(head))),
          searchText: searchText(number, channelOrderNo, goods, head.shipToName ?? ''),
        },
        lines: lines.map((line) => ({ ...line, currency, warehouseId })),
      };
    },
    taken: ({ channelOrderNo }) => poTaken({ channelOrderNo: channelOrderNo as string }),
    written: (tx, id) => noteMakers(tx, salesOrder, id),
  },
);

/** What nobody said: as it was, or now. */
const orderedAtOf = (tx: Tx, head: Head, before: OrderRow | null): Date =>
  head.orderedAt ?? before?.orderedAt ?? tx.now;

/** What lines are called and come to; what is not said of them is taken from their SKU. */
async function derivedLines(tx: Tx, { currency }: Head, lines: readonly Line[]) {
  const rows = await tx.rows<{ id: string; code: string; name: string }>`
    select id, sku_code as code, name from sku where tenant_id = ${tx.tenant}
      and id = any(${[...new Set(lines.map((line) => line.skuId))]}::uuid[])`;
  const skus = new Map(rows.map((sku) => [sku.id, sku]));
  const exponent = exponentOf(currency);
  return lines.map(({ skuId, channelSku, qty, unitPrice }, index) => {
    const { code = '', name = '' } = skus.get(skuId) ?? {};
    const price = parseDecimal(unitPrice, PRICE_SCALE) as bigint;
    return {
      lineNo: index + 1,
      channelSku: channelSku ?? code,
      name: name.slice(0, 255),
      lineNet: lineAmount(qty, price, exponent),
    };
  });
}

const environmentOf = async (tx: Tx, accountId: string): Promise<OrderRow['environment']> => {
  const shop = await tx.one<Pick<OrderRow, 'environment'>>`
    select environment from channel_account where tenant_id = ${tx.tenant} and id = ${accountId}::uuid`;
  return shop.environment;
};

const addressOf = (head: Head): Address => readAddress('shipTo', head);
