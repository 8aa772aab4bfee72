import { invalid, type FieldError } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import { headOfRows } from '#kit/server/import-export/head-of-rows.ts';
import { bundleParts } from '#modules/catalog/server/index.ts';
import { isOrderSeen } from '#modules/orders/server/index.ts';
import { toWireTime } from '#kit/model/time.ts';
import { causeOf, PART_HEAD_KEYS, PART_SHEET, type PartSheetRow } from '../../model/part-sheet.ts';
import { ordersNumbered, skusByCode, type NewRequest } from './take-part.ts';

/** A row of a sheet, numbered as in the sheet. */
export interface PartSheetLine {
  row: number;
  values: PartSheetRow;
}

/** A request as its draft takes it. */
export interface SheetRequest extends NewRequest {
  head: Record<string, unknown> & {
    accountId: string;
    orderId: string | null;
    channelPartNo: string | null;
  };
  lines: {
    parentSkuId: string;
    partSkuId: string | null;
    description: string | null;
    qty: number;
    cause: string;
  }[];
}

/** What the rows of one request say, judged whole. @throws Refusal with what is wrong at which row */
export async function readRequest(tx: Tx, rows: readonly PartSheetLine[]): Promise<SheetRequest> {
  const [first] = rows as [PartSheetLine, ...PartSheetLine[]];
  const { accountId, orderId } = await orderOf(tx, first);
  const request = { keys: PART_HEAD_KEYS, fields: PART_SHEET, name: '同一请求' };
  const { head: said, errors } = headOfRows(rows, request);
  const { receivedAt, ...head } = said;
  const goods = await knownGoods(tx, rows, orderId);
  const lines = rows.map((line) => lineOf(line, goods, errors));
  if (errors.length > 0) throw invalid(errors);
  return {
    head: {
      ...head,
      accountId,
      orderId,
      channelPartNo: first.values.channelPartNo ?? null,
      ...(receivedAt instanceof Date ? { receivedAt: toWireTime(receivedAt, tx.actor.zone) } : {}),
    },
    lines: lines.flatMap((line) => line ?? []),
  };
}

const at = (row: number, field: keyof typeof PART_SHEET, code: string, message: string): FieldError => ({
  row,
  field,
  code: `aftersales.${code}`,
  message,
});

/** The shop that was asked, and the order that it is about where we have it. @throws Refusal 422 */
async function orderOf(tx: Tx, { row, values }: PartSheetLine): Promise<{ accountId: string; orderId: string | null }> {
  const { accountId = null, channelOrderNo = null } = values;
  const found = channelOrderNo ? await ordersNumbered(tx, channelOrderNo, accountId) : [];
  const seen = [];
  for (const order of found) if (await isOrderSeen(tx, order.id)) seen.push(order);
  const shops = [...new Set(seen.map((order) => order.accountId))];
  if (accountId === null && shops.length !== 1)
    throw invalid([
      at(
        row,
        'accountId',
        'shopUnknown',
        shops.length > 1
          ? `PO号 ${channelOrderNo ?? ''} 在 ${shops.length} 个店铺都有订单，请加一列“店铺”`
          : '没有这个PO号的订单，请加一列“店铺”写明是哪个店铺的请求',
      ),
    ]);
  return { accountId: accountId ?? (shops[0] as string), orderId: seen[0]?.id ?? null };
}

interface KnownGoods {
  /** SKUs by code, alias or UPC. */
  byCode: ReadonlyMap<string, string>;
  /** SKUs of the order, bundles as their components. */
  ordered: readonly string[];
  /** Goods that have a part. */
  parentsOf: ReadonlyMap<string, readonly string[]>;
}

async function knownGoods(tx: Tx, rows: readonly PartSheetLine[], orderId: string | null): Promise<KnownGoods> {
  const codes = [...new Set(rows.flatMap(({ values }) => [values.parentSku ?? [], values.partSku ?? []].flat()))];
  const byCode = await skusByCode(tx, codes);
  const ids = [...byCode.values()];
  const parents = await tx.rows<{ partSkuId: string; parentSkuId: string }>`
    select part_sku_id, parent_sku_id from sku_part
    where tenant_id = ${tx.tenant} and deleted_at is null and part_sku_id = any(${ids}::uuid[])`;
  const byPart = Map.groupBy(parents, ({ partSkuId }) => partSkuId);
  return {
    byCode,
    ordered: orderId ? await orderedSkus(tx, orderId) : [],
    parentsOf: new Map([...byPart].map(([id, some]) => [id, some.map(({ parentSkuId }) => parentSkuId)])),
  };
}

async function orderedSkus(tx: Tx, orderId: string): Promise<string[]> {
  const lines = await tx.rows<{ skuId: string }>`
    select distinct sku_id from order_line
    where tenant_id = ${tx.tenant} and order_id = ${orderId}::uuid and sku_id is not null`;
  const ids = lines.map(({ skuId }) => skuId);
  const bundles = await bundleParts(tx, ids);
  return [...new Set(ids.flatMap((id) => bundles.get(id)?.map(({ skuId }) => skuId) ?? [id]))];
}

function lineOf(
  { row, values }: PartSheetLine,
  goods: KnownGoods,
  errors: FieldError[],
): SheetRequest['lines'][number] | null {
  const { parentSku = null, partSku = null, description = null, qty, cause = null } = values;
  const partSkuId = partSku === null ? null : (goods.byCode.get(partSku) ?? null);
  if (partSku !== null && partSkuId === null) {
    const way = '可在SKU的“别名与条码”登记它，或留空并写“配件说明”';
    errors.push(at(row, 'partSku', 'partUnknown', `没有配件SKU ${partSku}，${way}`));
    return null;
  }
  if (partSkuId === null && description === null) {
    errors.push(at(row, 'partSku', 'partMissing', '请填写配件SKU，或在“配件说明”里写明是哪个配件'));
    return null;
  }
  const parentSkuId = parentSku === null ? parentOf(partSkuId, goods) : (goods.byCode.get(parentSku) ?? null);
  if (parentSkuId === null) {
    const why = parentSku === null ? '看不出是哪个商品的配件，请填写整件SKU' : `没有SKU ${parentSku}，请核对`;
    errors.push(at(row, 'parentSku', 'parentUnknown', why));
    return null;
  }
  // What is in no list of causes is said in the words of the file.
  const words = causeOf(cause) === 'other' ? cause : null;
  return {
    parentSkuId,
    partSkuId,
    qty,
    cause: causeOf(cause),
    description: [description, words].filter(Boolean).join('；').slice(0, 255) || null,
  };
}

/** The goods that a part belongs to, where only one comes into question. */
function parentOf(partSkuId: string | null, { ordered, parentsOf }: KnownGoods): string | null {
  const parents = partSkuId === null ? [] : (parentsOf.get(partSkuId) ?? []);
  const both = parents.filter((id) => ordered.includes(id));
  if (both.length === 1) return both[0] as string;
  if (ordered.length === 1) return ordered[0] as string;
  return ordered.length === 0 && parents.length === 1 ? (parents[0] as string) : null;
}
