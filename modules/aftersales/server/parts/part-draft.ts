import { addressValues, readAddress, type Address } from '#kit/model/address.ts';
import { invalid, type FieldError } from '#kit/model/refusal.ts';
import type { FieldRow } from '#kit/model/row.ts';
import type { Tx } from '#kit/server/database.ts';
import { draftSlots } from '#kit/server/draft/draft-slots.ts';
import { noteMakers } from '#kit/server/makers.ts';
import { pick } from '#kit/server/stored-rows.ts';
import { accountPolicy, baseCurrency } from '#modules/base/server/index.ts';
import { bundleParts, skuFaces } from '#modules/catalog/server/index.ts';
import { addressKey } from '#modules/orders/model/address-check.ts';
import { readOrder, type OrderForShipment } from '#modules/orders/server/index.ts';
import { partDeadlines } from '../../model/part-clock.ts';
import {
  addressMissing,
  lineUnnamed,
  noWarehouse,
  orderOfOtherShop,
  parentIsBundle,
  partIsParent,
  partIsWhole,
  partNoTaken,
  receivedFixed,
  receivedInFuture,
} from '../../model/part-errors.ts';
import { partLine, partOrder, partOrderHead, partOrderLine, type PartOrderRow } from '../../model/part-order.ts';
import { holdOrders } from '../returns/order-facts.ts';
import { refreshPartFacts } from './part-facts.ts';
import { strayParts } from './stray-parts.ts';
import { placeOfWarehouse, usualWarehouse } from './part-place.ts';

type Head = FieldRow<typeof partOrderHead>;
type Line = FieldRow<typeof partOrderLine>;

const LONGEST_SUMMARY = 255;

/**
 * A request for parts while it is typed: the address of its order where it names none, its number at the
 * channel, and its clock on the calendar of the warehouse.
 */
export const partDraft = draftSlots(
  { of: partOrder, lines: partLine, head: partOrderHead, line: partOrderLine },
  {
    judge: (tx, { receivedAt }, before) => [
      ...(receivedAt && receivedAt > tx.now ? [receivedInFuture()] : []),
      ...(receivedAt && before && isClockMoved(before, receivedAt) ? [receivedFixed()] : []),
    ],
    async derive(tx, { head, lines, number, before }) {
      await leaveOrder(tx, before, head.orderId);
      const order = head.orderId ? await readOrder(tx, head.orderId, { lock: true }) : null;
      if (order && order.accountId !== head.accountId) throw invalid([orderOfOtherShop()]);
      const policy = await accountPolicy(tx, head.accountId);
      const warehouseId = head.warehouseId ?? order?.warehouseId ?? (await usualWarehouse(tx, head.accountId));
      if (!warehouseId) throw noWarehouse();
      const receivedAt = head.receivedAt ?? before?.receivedAt ?? tx.now;
      const place = await placeOfWarehouse(tx, warehouseId);
      const { confirmBy, shipBy } = partDeadlines(receivedAt, policy, place);
      const shipTo = addressOf(head, order);
      const named = await namedLines(tx, lines, order);
      const channelPartNo = head.channelPartNo ?? before?.channelPartNo ?? (await nextPartNo(tx, order, number));
      const currency = await baseCurrency(tx);
      return {
        head: {
          channelPartNo,
          receivedAt,
          warehouseId,
          confirmBy,
          shipBy,
          dueAt: confirmBy,
          ...(before ? {} : ({ origin: 'manual' } as const)),
          environment: await environmentOf(tx, head.accountId),
          ...addressValues('shipTo', shipTo),
          itemSummary: summaryOf(named, lines),
          lineCount: lines.length,
          unitCount: lines.reduce((sum, { qty }) => sum + qty, 0),
          currency,
        },
        columns: { addressHash: tx.vault.digest(addressKey(shipTo)) },
        lines: named.map(({ orderLineId }) => ({ orderLineId, currency })),
      };
    },
    taken: ({ channelPartNo }) => partNoTaken({ channelPartNo: channelPartNo as string }),
    async written(tx, id) {
      await noteMakers(tx, partOrder, id);
      const [row] = await pick(tx, partOrder, ['id', 'orderId', 'status'])`id = ${id}::uuid`;
      if (row && row.status !== 'draft') await refreshPartFacts(tx, [row], row.status);
    },
  },
);

const SECOND_MS = 1000;

/** What was submitted runs since it was asked for, whatever else is added to it; a form knows no less than seconds. */
const isClockMoved = ({ status, receivedAt }: PartOrderRow, answers: Date): boolean =>
  status !== 'draft' && Math.floor(answers.getTime() / SECOND_MS) !== Math.floor(receivedAt.getTime() / SECOND_MS);

/** An order that a request turns out not to be about shows nothing of it any more. */
async function leaveOrder(tx: Tx, before: PartOrderRow | null, orderId: string | null): Promise<void> {
  if (!before || before.status === 'draft' || before.orderId === orderId) return;
  await holdOrders(tx, [before, { id: before.id, orderId }]);
  await refreshPartFacts(tx, [before], 'draft');
}

/** The address that was typed; where nothing of it was, that of the order. @throws Refusal 422 */
function addressOf(head: Head, order: OrderForShipment | null): Address {
  const isTyped = head.shipToName || head.shipToAddress1 || head.shipToPostalCode;
  const address: Address =
    order && !isTyped ? order.shipTo : { ...readAddress('shipTo', head), country: head.shipToCountry ?? 'US' };
  const missing = addressMissing(address);
  if (missing.length > 0) throw invalid(missing);
  return address;
}

interface NamedLine {
  name: string;
  orderLineId: string | null;
}

/** What lines are called, and which line of the order sold what they belong to. @throws Refusal 422 */
async function namedLines(tx: Tx, lines: readonly Line[], order: OrderForShipment | null): Promise<NamedLine[]> {
  const ids = lines.flatMap(({ parentSkuId, partSkuId }) => [parentSkuId, ...(partSkuId ? [partSkuId] : [])]);
  const faces = new Map((await skuFaces(tx, [...new Set(ids)])).map((face) => [face.id, face]));
  const sold = (order?.lines ?? []).flatMap(({ id, skuId }) => (skuId ? [{ id, skuId }] : []));
  const bundles = await bundleParts(tx, [...sold.map(({ skuId }) => skuId), ...ids]);
  const isStray = await strayParts(tx, lines);
  const errors = lines.flatMap((line, index): FieldError[] => {
    const row = index + 1;
    if (bundles.has(line.parentSkuId))
      return [parentIsBundle(row, { sku: faces.get(line.parentSkuId)?.skuCode ?? '' })];
    if (line.partSkuId === line.parentSkuId) return [partIsParent(row)];
    if (isStray(line)) return [partIsWhole(row, { sku: faces.get(line.partSkuId ?? '')?.skuCode ?? '' })];
    return line.partSkuId || line.description ? [] : [lineUnnamed(row)];
  });
  if (errors.length > 0) throw invalid(errors);
  return lines.map(({ parentSkuId, partSkuId, description }) => ({
    name: description ?? faces.get(partSkuId ?? '')?.name ?? '',
    orderLineId:
      sold.find(
        ({ skuId }) => skuId === parentSkuId || (bundles.get(skuId) ?? []).some((part) => part.skuId === parentSkuId),
      )?.id ?? null,
  }));
}

const summaryOf = (named: readonly NamedLine[], lines: readonly Line[]): string =>
  named
    .map(({ name }, at) => `${name} ×${lines[at]?.qty ?? 0}`)
    .join('；')
    .slice(0, LONGEST_SUMMARY);

/** The next number of the order's parts at its channel; the order is locked. Our own where there is none. */
async function nextPartNo(tx: Tx, order: OrderForShipment | null, number: string): Promise<string> {
  if (!order) return number;
  const stem = `${order.channelOrderNo}-R-`;
  const { last } = await tx.one<{ last: number }>`
    select coalesce(max(case when substr(channel_part_no, ${stem.length + 1}) ~ '^[0-9]{1,9}$'
      then substr(channel_part_no, ${stem.length + 1})::integer end), 0) as last
    from part_order where tenant_id = ${tx.tenant} and account_id = ${order.accountId}::uuid
      and starts_with(channel_part_no, ${stem})`;
  return `${stem}${last + 1}`;
}

const environmentOf = async (tx: Tx, accountId: string): Promise<PartOrderRow['environment']> => {
  const shop = await tx.one<Pick<PartOrderRow, 'environment'>>`
    select environment from channel_account where tenant_id = ${tx.tenant} and id = ${accountId}::uuid`;
  return shop.environment;
};
