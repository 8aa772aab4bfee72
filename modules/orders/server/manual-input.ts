import { invalid, type FieldError } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import { MESSAGES } from '#kit/server/messages.ts';
import { readFields } from '#kit/server/parse.ts';
import { shipByTooEarly, tooManyLines, warehouseNeeded } from '../model/errors.ts';
import type { Address } from '../model/incoming-order.ts';
import { manualOrderHeader, manualOrderLine, MOST_ORDER_LINES } from '../model/manual-order.ts';

/** What a draft says as a whole, judged. */
export interface ManualHeader {
  accountId: string;
  /** null = the order's own number. */
  channelOrderNo: string | null;
  currency: string;
  /** null = now, or as it was. */
  orderedAt: Date | null;
  shipBy: Date | null;
  pinnedWarehouseId: string | null;
  shipMethodId: string | null;
  note: string | null;
  shipTo: Address;
}

/** A line of a draft, judged, with what is not said taken from its SKU. */
export interface ManualLine {
  skuId: string;
  channelSku: string;
  name: string;
  qty: number;
  /** Text of numeric(18,4). */
  unitPrice: string;
  /** YYYY-MM-DD. */
  estShipDate: string | null;
}

/**
 * Reads the head of a draft.
 * @param before where the stored draft goes: it stays for who may not see buyers
 * @throws Refusal 422 naming every field that is wrong
 */
export async function readManualHeader(
  tx: Tx,
  body: Record<string, unknown>,
  before: { shipTo: Address; orderedAt?: unknown } | null,
): Promise<ManualHeader> {
  const { values, errors } = readFields(manualOrderHeader, body, { zone: tx.actor.zone });
  if (errors.length > 0) throw invalid(errors);
  const { shipTo, ...header } = readHeader(values);
  const orderedAt = header.orderedAt ?? (before?.orderedAt as Date | undefined) ?? tx.now;
  if (header.shipBy && header.shipBy.getTime() < orderedAt.getTime()) errors.push(shipByTooEarly());
  if (tx.actor.limits.warehouses && !header.pinnedWarehouseId) errors.push(warehouseNeeded());
  errors.push(...(await missingLinks(tx, header)));
  if (errors.length > 0) throw invalid(errors);
  const isKept = before !== null && tx.actor.masks.has('pii');
  const region = { state: shipTo.state, country: shipTo.country };
  return { ...header, shipTo: isKept ? { ...before.shipTo, ...region } : shipTo };
}

function readHeader(values: Record<string, unknown>): ManualHeader {
  const text = (key: string): string => (values[key] as string | null) ?? '';
  const maybe = <T>(key: string): T | null => (values[key] as T | null) ?? null;
  return {
    accountId: text('accountId'),
    channelOrderNo: maybe<string>('channelOrderNo'),
    currency: text('currency').toUpperCase(),
    orderedAt: maybe<Date>('orderedAt'),
    shipBy: maybe<Date>('shipBy'),
    pinnedWarehouseId: maybe<string>('pinnedWarehouseId'),
    shipMethodId: maybe<string>('shipMethodId'),
    note: maybe<string>('note'),
    shipTo: {
      name: text('shipToName'),
      address1: text('shipToAddress1'),
      address2: text('shipToAddress2'),
      city: text('shipToCity'),
      state: text('shipToState'),
      postalCode: text('shipToPostalCode'),
      country: text('shipToCountry'),
      phone: text('shipToPhone'),
    },
  };
}

/** Links that lead nowhere, or out of what the actor may see. */
async function missingLinks(tx: Tx, header: Omit<ManualHeader, 'shipTo'>): Promise<FieldError[]> {
  const { accountId, pinnedWarehouseId, shipMethodId } = header;
  const { shops = null, warehouses = null } = tx.actor.limits;
  const found = await tx.one<{ shop: boolean; warehouse: boolean; method: boolean }>`
    select exists (select 1 from channel_account where tenant_id = ${tx.tenant} and deleted_at is null
        and id = ${accountId}::uuid and (${shops}::uuid[] is null or id = any(${shops}::uuid[]))) as shop,
      exists (select 1 from warehouse where tenant_id = ${tx.tenant} and deleted_at is null
        and id = ${pinnedWarehouseId}::uuid
        and (${warehouses}::uuid[] is null or id = any(${warehouses}::uuid[]))) as warehouse,
      exists (select 1 from ship_method where tenant_id = ${tx.tenant} and deleted_at is null
        and id = ${shipMethodId}::uuid) as method`;
  const links: [field: keyof typeof manualOrderHeader, isMissing: boolean][] = [
    ['accountId', !found.shop],
    ['pinnedWarehouseId', pinnedWarehouseId !== null && !found.warehouse],
    ['shipMethodId', shipMethodId !== null && !found.method],
  ];
  return links.flatMap(([field, isMissing]): FieldError[] =>
    isMissing
      ? [{ field, code: 'missing', message: MESSAGES.linkMissing(manualOrderHeader[field].title) }]
      : [],
  );
}

/** Lines as sent; none are fine for a draft. @throws Refusal 422 naming each row that is wrong */
export async function readManualLines(tx: Tx, raw: unknown): Promise<ManualLine[]> {
  if (raw !== undefined && raw !== null && !Array.isArray(raw))
    throw invalid([{ field: 'lines', code: 'invalid', message: '商品明细格式不正确' }]);
  const sent: readonly unknown[] = raw ?? [];
  if (sent.length > MOST_ORDER_LINES) throw tooManyLines({ max: MOST_ORDER_LINES });
  const errors: FieldError[] = [];
  const lines = sent.map((item, index) => {
    const body = typeof item === 'object' && item !== null ? (item as Record<string, unknown>) : {};
    const read = readFields(manualOrderLine, body, { zone: tx.actor.zone });
    errors.push(...read.errors.map((error) => ({ ...error, row: index + 1 })));
    return read.values as unknown as Omit<ManualLine, 'name' | 'channelSku'> & {
      channelSku: string | null;
    };
  });
  if (errors.length > 0) throw invalid(errors);
  const skus = await readSkus(tx, lines);
  const missing = lines.flatMap(({ skuId }, index): FieldError[] =>
    skus.has(skuId)
      ? []
      : [{ field: 'skuId', row: index + 1, code: 'missing', message: MESSAGES.linkMissing('SKU') }],
  );
  if (missing.length > 0) throw invalid(missing);
  return lines.map((line): ManualLine => {
    const { code, name } = skus.get(line.skuId) as { code: string; name: string };
    return { ...line, name, channelSku: line.channelSku ?? code };
  });
}

async function readSkus(
  tx: Tx,
  lines: readonly { skuId: string }[],
): Promise<Map<string, { code: string; name: string }>> {
  const rows = await tx.rows<{ id: string; code: string; name: string }>`
    select id, sku_code as code, name from sku where tenant_id = ${tx.tenant} and deleted_at is null
      and id = any(${[...new Set(lines.map((line) => line.skuId))]}::uuid[])`;
  return new Map(rows.map(({ id, ...sku }) => [id, sku]));
}
