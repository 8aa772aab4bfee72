import type { HistoryChange } from '#kit/model/resource-routes.ts';
import { defineRoute, shape } from '#kit/model/route.ts';
import type { AttributeForm } from './attributes.ts';
import type { ProductOption } from './variants.ts';

export const categoryAttributesRoute = defineRoute({
  method: 'GET',
  path: '/catalog/productCategory/:id/attributes',
  access: { permission: 'catalog:product:list' },
  summary: '产品分类：产品须填写的属性（含上级）',
  result: shape<AttributeForm[]>(),
});

/** A SKU as the matrix of a product sends it; `id` and `version` where it is stored. */
export interface SentVariant {
  id?: string;
  version?: number;
  /** One of each option, in their order. */
  values: readonly string[];
  skuCode?: unknown;
  name?: unknown;
  upc?: unknown;
  standardCost?: unknown;
  msrp?: unknown;
  mapPrice?: unknown;
  netWeightG?: unknown;
}

export interface SentVariants {
  /** Of the product as it was seen. */
  version: number;
  options: readonly ProductOption[];
  skus: readonly SentVariant[];
  /** For SKUs that have none yet. */
  cartons?: readonly Readonly<Record<string, unknown>>[];
}

export const saveVariantsRoute = defineRoute({
  method: 'POST',
  path: '/catalog/product/:id/variants',
  access: { permission: 'catalog:product:edit' },
  summary: '产品：保存规格与SKU',
  body: shape<SentVariants>(),
  result: shape<{ id: string }>(),
});

export const copyProductRoute = defineRoute({
  method: 'POST',
  path: '/catalog/product/:id/copy',
  access: { permission: 'catalog:product:add' },
  summary: '产品：复制',
  body: shape<{ spuCode?: unknown; name?: unknown }>(),
  result: shape<{ id: string }>(),
});

/** A change of one of a product's SKUs. */
export interface SkuChange {
  skuCode: string;
  at: string;
  actor: string;
  action: string;
  changes: HistoryChange[];
}

export const skuChangesRoute = defineRoute({
  method: 'GET',
  path: '/catalog/product/:id/skuChanges',
  access: { permission: 'catalog:sku:list' },
  summary: '产品：SKU的修改记录',
  result: shape<SkuChange[]>(),
});
