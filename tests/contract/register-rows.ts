import { expect } from 'vitest';
import { resourceKey, snake, type AnyResource } from '#kit/model/resource.ts';
import { tableOf } from '#kit/server/registry.ts';
import { column, sql } from '#kit/server/sql.ts';
import { look } from '#tests/channels/shop.ts';
import type { TestApp } from '#tests/harness/app.ts';
import { fieldsOf } from './resources.ts';

export type Body = Record<string, unknown>;

/** Fields that no two rows of a register share, and what is said to who adds a second one. */
export interface NaturalKey {
  fields: readonly string[];
  message(body: Body): string;
}

/** Keys of several fields, and rules that no index tells. */
const COMPOSITE: Record<string, NaturalKey> = {
  'base:channelWarehouse': {
    fields: ['accountId', 'channelCode', 'warehouseId'],
    message: ({ channelCode }) => `渠道仓 ${channelCode} 已对应该本地仓`,
  },
  'base:shipMethodCode': {
    fields: ['accountId', 'channelCode', 'carrierCode'],
    message: ({ channelCode, carrierCode }) => `${channelCode} / ${carrierCode} 已对应一个物流渠道`,
  },
  'base:exchangeRate': {
    fields: ['fromCode', 'toCode', 'effectiveDate'],
    message: ({ fromCode, toCode, effectiveDate }) => `${fromCode} → ${toCode} 在 ${effectiveDate} 已有汇率`,
  },
  'base:customerContact': {
    fields: ['customerId', 'name'],
    message: ({ name }) => `该客户已有联系人 ${name}`,
  },
  'base:supplierContact': {
    fields: ['supplierId', 'name'],
    message: ({ name }) => `该供应商已有联系人 ${name}`,
  },
  'base:warehouseZone': {
    fields: ['warehouseId', 'code'],
    message: ({ code }) => `该仓库已有库区 ${code}`,
  },
  'base:warehouseBin': {
    fields: ['warehouseId', 'code'],
    message: ({ code }) => `该仓库已有库位 ${code}`,
  },
  'base:tag': {
    fields: ['scope', 'name'],
    message: () => '该范围内已有同名标签',
  },
  'base:freightVersion': {
    fields: ['tableId', 'effectiveFrom', 'effectiveTo'],
    message: ({ effectiveFrom, effectiveTo }) => `和同一价表的版本 ${effectiveFrom} 至 ${effectiveTo} 日期重叠`,
  },
  'inventory:skuBin': {
    fields: ['skuId', 'binId'],
    // It names the bin, which the body has by its id.
    message: () => expect.stringContaining('该SKU已登记在库位') as string,
  },
  'channels:channelFeeTier': {
    fields: ['feeId', 'upTo'],
    message: () => '这条费用已有这一档',
  },
  'catalog:skuCarton': {
    fields: ['skuId', 'cartonNo'],
    message: ({ cartonNo }) => `该SKU已有第 ${cartonNo} 箱`,
  },
  'catalog:bundleItem': {
    fields: ['bundleSkuId', 'componentSkuId'],
    message: () => '该组合已有这个组件',
  },
  'catalog:skuPart': {
    fields: ['parentSkuId', 'partSkuId'],
    message: () => '该SKU已有这个配件',
  },
  'catalog:skuCost': {
    fields: ['skuId', 'effectiveFrom'],
    message: () => '该SKU在这一天已有标准成本',
  },
  'channels:channelProduct': {
    fields: ['accountId', 'channelSku'],
    message: ({ channelSku }) => `该店铺已有渠道SKU ${channelSku}`,
  },
  'channels:performanceTarget': {
    fields: ['accountId', 'metric', 'effectiveFrom'],
    message: () => '该店铺的这个指标已有同一天生效的目标，请编辑那一条',
  },
  'channels:publishedMetric': {
    fields: ['accountId', 'metric', 'publishedOn'],
    message: () => '该店铺的这个指标当天已有公布值，请编辑那一条',
  },
  'channels:inventorySyncRule': {
    fields: ['accountId', 'skuId', 'priority'],
    message: () => '同一范围已有相同优先级的启用规则',
  },
  'channels:priceSetting': {
    fields: ['accountId', 'channelProductId'],
    message: () => '同一范围已有定价参数，请编辑原来的一行',
  },
  'purchasing:supplierPrice': {
    fields: ['supplierId', 'skuId', 'currency', 'minQty', 'effectiveDate'],
    message: () => '该供应商的这个SKU、起订量和币种在这一天已有报价',
  },
  'purchasing:supplyFeed': {
    fields: ['supplierId'],
    message: () => '这个供应商已有供货源',
  },
  'aftersales:claimTerm': {
    fields: ['party', 'carrierCode', 'supplierId'],
    message: () => '该对象的索赔时限已登记，请编辑已有的',
  },
  'aftersales:returnLabelRule': {
    fields: ['warehouseId'],
    message: () => '该仓库的规则已登记，请编辑已有的',
  },
  'market:seller': {
    fields: ['marketplace', 'channelSellerId'],
    message: ({ channelSellerId }) => `Wayfair 美国已有平台卖家ID“${String(channelSellerId)}”`,
  },
  'market:marketListing': {
    fields: ['marketplace', 'itemId'],
    message: ({ itemId }) => `Wayfair 美国的商品“${String(itemId)}”已经登记过`,
  },
  'market:marketReport': {
    fields: ['sellerId', 'type', 'periodFrom', 'periodTo'],
    // It names the report, which is put together of its type and period.
    message: () => expect.stringContaining('已经登记过；新文件请在那一行上传') as string,
  },
  'ledger:periodLock': {
    fields: ['book', 'month'],
    message: ({ month }) => `${month} 已锁账`,
  },
};

/** What two rows of a register must not share. */
export function naturalKeys(resource: AnyResource): NaturalKey[] {
  const composite = COMPOSITE[resourceKey(resource)];
  return [
    ...fieldsOf(resource)
      .filter(([, { unique }]) => unique)
      .map(([key, { title }]) => ({ fields: [key], message: () => `${title}已存在` })),
    ...(composite ? [composite] : []),
  ];
}

/** Columns of each unique index over the live rows of a table, beside the tenant; what nobody types is no such key. */
export const indexedKeys = (scene: TestApp, resource: AnyResource): Promise<string[][]> =>
  look(scene, async (tx) => {
    const rows = await tx.platform.rows<{ columns: string[] }>`
      select (select array_agg(a.attname::text order by a.attname::text) from pg_attribute a
        where a.attrelid = i.indrelid and a.attnum = any(i.indkey) and a.attname <> 'tenant_id') as columns
      from pg_index i
      where i.indrelid = ${tableOf(resource)}::regclass and i.indisunique and not i.indisprimary`;
    const derived = new Set(fieldsOf(resource).flatMap(([key, field]) => (field.derived ? [snake(key)] : [])));
    return rows.map(({ columns }) => columns).filter((columns) => !columns.every((name) => derived.has(name)));
  });

/** Some values of a body. */
export const pick = (body: Body, keys: readonly string[]): Body =>
  Object.fromEntries(keys.map((key) => [key, body[key]]));

/** A row as its table holds it, deleted or not. */
export const storedRow = (scene: TestApp, resource: AnyResource, id: string): Promise<Body> =>
  look(scene, async (tx) => {
    const [row] = await tx.query<Body>(sql`select t.* from ${column(tableOf(resource))} t
      where t.tenant_id = ${tx.tenant} and t.id = ${id}::uuid`);
    return row as Body;
  });

/** Everything a register has stored. */
export const storedRows = (scene: TestApp, resource: AnyResource): Promise<Body[]> =>
  look(scene, (tx) =>
    tx.query<Body>(sql`select t.* from ${column(tableOf(resource))} t
      where t.tenant_id = ${tx.tenant} order by t.id`),
  );

export interface AuditRow {
  action: string;
  actorName: string;
  resource: string;
  diff: Record<string, [unknown, unknown]> | null;
}

/** What the audit log says of a row, oldest first. */
export const auditOf = (scene: TestApp, id: string): Promise<AuditRow[]> =>
  look(
    scene,
    (tx) => tx.rows<AuditRow>`
      select action, actor_name, resource, diff from audit_log
      where tenant_id = ${tx.tenant} and row_id = ${id}::uuid order by at, id`,
  );

/** What a detail shows of a body that was taken: secrets are never read back. */
export const shown = (resource: AnyResource, body: Body): Body =>
  Object.fromEntries(
    Object.entries(body).map(([key, value]) => [
      key,
      fieldsOf(resource).find(([one]) => one === key)?.[1].kind === 'secret' ? '***' : value,
    ]),
  );

/** Columns of a stored row without those that any write changes. */
export const withoutAudit = (row: Body): Body =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !['version', 'updateBy', 'updateTime'].includes(name)));
