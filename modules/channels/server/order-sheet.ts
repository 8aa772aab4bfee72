import { invalid, type FieldError } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import { pick } from '#kit/server/stored-rows.ts';
import type {
  DocumentLine,
  DocumentOutcome,
  DocumentRun,
  DocumentSheet,
} from '#kit/server/import-export/document-sheet.ts';
import { warehouse } from '#modules/base/model/warehouse.ts';
import { accountPolicy, channelCodesOf, channelWarehousesOf } from '#modules/base/server/index.ts';
import { sku } from '#modules/catalog/model/product.ts';
import { salesOrder } from '#modules/orders/model/order.ts';
import { isOrderSeen, knownOrder, receiveOrder, wouldChange, type Received } from '#modules/orders/server/index.ts';
import { orderOutOfReach } from '../model/errors.ts';
import { orderHead, linesOfRows, orderOfRows, type SheetHead, type SheetLine } from './order-of-rows.ts';
import { MOST_ORDER_LINES } from '#modules/orders/model/order-sheet-limit.ts';
import { HEAD_KEYS, ORDER_SHEET } from '../model/order-sheet.ts';
import type { IncomingOrder } from '../model/port.ts';
import { pricesOfOthers } from './agreed-prices.ts';
import { prepareListings, type Listing } from './listings.ts';
import { storeMessage } from './order-messages.ts';
import { resolveQuarantine } from './quarantine.ts';
import { mapOrder } from './receive-orders.ts';
import type { ChannelServices } from './services.ts';

type Line = Omit<DocumentLine, 'values'> & SheetLine;

const ADDRESS_KEYS = HEAD_KEYS.filter((key) => key.startsWith('shipTo'));

const OUTCOMES: Readonly<Record<Received['outcome'], DocumentOutcome>> = {
  created: 'added',
  changed: 'edited',
  repeated: 'same',
};

/**
 * 订单 by a sheet: rows of one PO become the order that its channel would report, and go the way of
 * every pulled order (`receiveOrder`): whichever comes first, by file or by interface, there is one.
 */
export const orderSheet = (services: ChannelServices) => ({
  of: salesOrder,
  sheet: {
    fields: ORDER_SHEET,
    most: MOST_ORDER_LINES,
    // A row without its number is on its own: it belongs to no order that is known.
    documentOf: ({ accountId, channelOrderNo }) => ({
      key: JSON.stringify([accountId ?? null, channelOrderNo ?? null]),
      name: `PO号 ${String(channelOrderNo ?? '')}`,
    }),
    take: (run, lines) => takeOrder(services, run, lines as readonly Line[]),
  } satisfies DocumentSheet,
});

async function takeOrder(services: ChannelServices, run: DocumentRun, rows: readonly Line[]): Promise<DocumentOutcome> {
  const { db, actor } = run;
  const found = await db.tx(actor, (tx) => readOrder(tx, rows));
  if (run.isTrial)
    return db.tx(actor, async (tx) => {
      if (!found.knownId) return 'added';
      return (await wouldChange(tx, found.knownId, found.order)) ? 'edited' : 'same';
    });
  const { policy, order, warehouses } = found;
  const listings = await db.tx(actor, (tx) => prepareListings(tx, policy.accountId, [order]));
  const agreed = await db.tx(actor, (tx) => agreedListings(tx, order.currency === policy.currency, listings));
  const mapped = { ...mapOrder(order, agreed, warehouses), source: 'import' as const };
  const { outcome } = await receiveOrder(services, actor, policy, mapped, async (tx, received) => {
    if (!(await isOrderSeen(tx, received.orderId))) throw orderOutOfReach(rows[0]?.row ?? 0);
    await resolveQuarantine(tx, policy.accountId, [order.channelOrderNo]);
    if (received.outcome !== 'repeated')
      await storeMessage(tx, {
        orderId: received.orderId,
        accountId: policy.accountId,
        source: 'sheet',
        raw: rows.map(({ cells }) => cells),
      });
    await run.settle(tx, OUTCOMES[received.outcome]);
  });
  return OUTCOMES[outcome];
}

/** Whoever imports a sheet says its prices: of listings counts what somebody else agreed, in the shop's own currency. */
async function agreedListings(
  tx: Tx,
  isOwnCurrency: boolean,
  listings: ReadonlyMap<string, Listing>,
): Promise<ReadonlyMap<string, Listing>> {
  const mapped = [...listings.values()].filter(({ mapStatus }) => mapStatus === 'mapped');
  const prices = isOwnCurrency ? await pricesOfOthers(tx, mapped) : new Map<string, string>();
  return new Map([...listings].map(([code, one]) => [code, { ...one, basePrice: prices.get(one.id) ?? null }]));
}

/** What the rows of one PO say, judged whole. @throws Refusal with what is wrong at which row */
async function readOrder(tx: Tx, rows: readonly Line[]) {
  const [first] = rows as [Line, ...Line[]];
  const policy = await accountPolicy(tx, first.values.accountId);
  const { head, errors: differing } = orderHead(rows);
  const { lines, errors: repeated } = linesOfRows(rows);
  const { skus, errors: unknown } = await partsOf(tx, policy.accountId, lines);
  const errors = [...differing, ...repeated, ...unknown];
  if (errors.length > 0) throw invalid(errors);
  const known = await knownOrder(tx, policy.accountId, first.values.channelOrderNo);
  if (known && !known.isSeen) throw orderOutOfReach(first.row);
  // Same or another would tell who the buyer is.
  const buyer = known && tx.actor.masks.has('pii') ? ADDRESS_KEYS.filter((key) => head[key]) : [];
  if (buyer.length > 0)
    throw invalid(
      buyer.map((field) => ({
        field,
        row: first.row,
        code: 'masked',
        message: '没有查看买家信息的权限，已有订单的收货信息请留空',
      })),
    );
  const links = await channelWarehousesOf(tx, policy.accountId);
  const warehouses = new Map(links.toReversed().map((link) => [link.channelCode, link.warehouseId] as const));
  const order: IncomingOrder = orderOfRows(
    lines,
    await withChannelCode(tx, policy.accountId, head),
    (line) => skus.get(line.row) as PartOfRow,
    { known, now: tx.now, currency: policy.currency },
  );
  return { policy, order, warehouses, knownId: known?.id ?? null };
}

interface PartOfRow {
  channelSku: string;
  name: string;
}

/** The part number of each row: its own, or that under which the shop sells our SKU. */
async function partsOf(
  tx: Tx,
  accountId: string,
  lines: readonly SheetLine[],
): Promise<{ skus: Map<number, PartOfRow>; errors: FieldError[] }> {
  const codes = lines.flatMap(({ values }) => values.skuCode ?? []);
  const parts = lines.flatMap(({ values }) => values.channelSku ?? []);
  const known = new Map(
    (
      await pick(tx, sku, ['id', 'skuCode', 'name'])`
      sku_code = any(${codes}::text[]) and deleted_at is null`
    ).map((one) => [one.skuCode, one]),
  );
  const ids = [...known.values()].map(({ id }) => id);
  const listings = await tx.rows<{
    channelSku: string;
    title: string | null;
    skuId: string | null;
    isMapped: boolean;
  }>`
    select channel_sku, title, sku_id, map_status = 'mapped' as is_mapped from channel_product
    where tenant_id = ${tx.tenant} and account_id = ${accountId}::uuid and deleted_at is null
      and (channel_sku = any(${parts}::text[]) or (map_status = 'mapped' and sku_id = any(${ids}::uuid[])))
    order by channel_sku`;
  const skus = new Map<number, PartOfRow>();
  const errors: FieldError[] = [];
  for (const { row, values } of lines) {
    const { channelSku = null, skuCode = null, name = null } = values;
    const ours = skuCode === null ? undefined : known.get(skuCode);
    const refuse = (field: 'channelSku' | 'skuCode', code: string, message: string): void =>
      void errors.push({ field, row, code, message });
    if (skuCode !== null && !ours) refuse('skuCode', 'missing', `SKU ${skuCode} 不存在`);
    else if (channelSku !== null) {
      const listing = listings.find((one) => one.channelSku === channelSku);
      if (ours && listing?.isMapped && listing.skuId !== ours.id)
        refuse('skuCode', 'differs', '与渠道SKU已配对的SKU不同，请核对或留空');
      skus.set(row, { channelSku, name: name ?? listing?.title ?? channelSku });
    } else if (ours) {
      const sold = listings.filter(({ isMapped, skuId }) => isMapped && skuId === ours.id);
      if (sold.length > 1) refuse('skuCode', 'ambiguous', '该店铺有多个渠道SKU配对到此SKU，请填写渠道SKU');
      // Unknown there, it is known by our own code, which maps by itself.
      const [listing] = sold;
      skus.set(row, {
        channelSku: listing?.channelSku ?? ours.skuCode,
        name: name ?? listing?.title ?? ours.name,
      });
    } else refuse('channelSku', 'required', '请填写渠道SKU或SKU');
  }
  return { skus, errors };
}

/** A warehouse may be named by our code; the channel knows it by its own. */
async function withChannelCode(tx: Tx, accountId: string, head: SheetHead): Promise<SheetHead> {
  const { warehouseCode } = head;
  if (!warehouseCode) return head;
  const [own] = await pick(tx, warehouse, ['id'])`code = ${warehouseCode} and deleted_at is null`;
  const [code] = own ? await channelCodesOf(tx, accountId, own.id) : [];
  return code ? { ...head, warehouseCode: code } : head;
}
