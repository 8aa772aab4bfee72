import { dict } from '#kit/model/dict.ts';
import {
  choice,
  files,
  flag,
  integer,
  json,
  length,
  link,
  pictures,
  price,
  quantity,
  text,
  textarea,
  weight,
} from '#kit/model/field.ts';
import { defineLifecycle } from '#kit/model/lifecycle.ts';
import { defineRegister } from '#kit/model/resource.ts';
import type { RowOf } from '#kit/model/row.ts';
import { pictureVerdict } from './picture.ts';
import { tagsOf } from '#modules/base/model/tag.ts';

export const productStatus = dict('product_status', {
  draft: '草稿',
  active: '在售',
  paused: '暂停',
  discontinued: '停产',
});

/** 产品: what is sold, over its variants (SKU). */
export const product = defineRegister({
  module: 'catalog',
  name: 'product',
  title: '产品',
  fields: {
    spuCode: text('SPU', { required: true, unique: true, max: 64, rule: 'code' }),
    name: text('产品名称', { required: true, max: 128 }),
    nameEn: text('英文名称', { max: 255 }),
    brand: text('品牌', { max: 64 }),
    categoryId: link('分类', 'catalog:productCategory', { hint: '上架销售前须选择' }),
    originCountry: text('原产国', { always: false, max: 3, default: 'CN' }),
    hsCode: text('HS编码', { max: 16 }),
    description: textarea('描述', { max: 5000 }),
    /** JSON by key of the field (attributes.ts). */
    attributes: textarea('分类属性', { max: 20_000, structured: true }),
    /** Versions of the forms by which they were filled in. */
    attributeForms: json('属性表单版本', { derived: true }),
    /** JSON of ProductOption[] (variants.ts); written with the SKUs that follow from it. */
    options: textarea('规格', { max: 5000, structured: true, derived: true }),
    images: pictures('图片', { max: 9, hint: '上架销售前至少一张' }),
    documents: files('附件', { max: 10, hint: '说明书、证书等' }),
    pictureVerdict: choice('图片校验', pictureVerdict, { derived: true }),
    status: choice('状态', productStatus, { always: true, derived: true }),
    tagIds: tagsOf('product'),
  },
  label: 'name',
  list: [
    { key: 'name', under: ['spuCode', 'nameEn'], picture: ['images'] },
    { key: 'categoryId', under: ['brand'] },
    'tagIds',
    'status',
    'createTime',
  ],
  search: ['spuCode', 'name', 'categoryId', 'brand', 'status', 'tagIds', 'pictureVerdict'],
  form: [
    ['spuCode', 'name'],
    ['nameEn', 'brand'],
    ['categoryId', 'originCountry'],
    ['hsCode', 'tagIds'],
    ['attributes'],
    ['description'],
    ['images'],
    ['documents'],
  ],
  lines: { 'catalog:sku': 'productId' },
});
export type ProductRow = RowOf<typeof product>;

export const productLifecycle = defineLifecycle(product, {
  initial: 'draft',
  births: { add: '新增' },
  states: {
    draft: ['草稿', 'idle'],
    active: ['在售', 'done'],
    paused: ['暂停', 'warn'],
    discontinued: ['停产', 'bad'],
  },
  tabs: {
    active: { title: '在售', states: ['active'] },
    draft: { title: '草稿', states: ['draft'] },
    off: { title: '已停', states: ['paused', 'discontinued'] },
  },
  moves: {
    activate: { title: '上架销售', from: ['draft', 'paused'], to: 'active' },
    pause: { title: '暂停销售', from: ['active'], to: 'paused' },
    discontinue: {
      title: '停产',
      from: ['active', 'paused'],
      to: 'discontinued',
      warn: '停产后渠道库存推送为 0 并标记停产，已有预占保留；只有租户管理员能恢复销售。',
    },
    // The channels were notified that it is gone: whoever brings it back answers for that.
    revive: { title: '恢复销售', from: ['discontinued'], to: 'active' },
  },
});

const skuType = dict('sku_type', { simple: '单品', bundle: '组合', part: '配件' });

/** SKU: the unit that is stocked, ordered and shipped. */
export const sku = defineRegister({
  module: 'catalog',
  name: 'sku',
  title: 'SKU',
  fields: {
    skuCode: text('SKU', { required: true, unique: true, max: 64, rule: 'code' }),
    productId: link('产品', 'catalog:product', { required: true }),
    name: text('名称', { required: true, max: 128 }),
    /** Its value of each option of its product, `白 / 大`. */
    variant: text('规格', { max: 255, derived: true }),
    type: choice('类型', skuType, { required: true, default: 'simple' }),
    images: pictures('图片', { max: 9 }),
    drawing: pictures('爆炸图', { max: 1, hint: '配件清单按图号标在图上' }),
    upc: text('UPC', { unique: true, max: 13, rule: 'upc' }),
    netWeightG: weight('净重'),
    pieceCount: integer('件数', { required: true, default: 1, min: 1, max: 99 }),
    standardCost: price('标准成本', { min: 0 }),
    msrp: price('建议零售价', { min: 0 }),
    mapPrice: price('最低广告价', { min: 0 }),
    safetyStock: quantity('安全库存', { default: 0 }),
    allowOversell: flag('允许超卖', { default: false }),
    oversellLimit: quantity('超卖上限', { default: 0 }),
  },
  label: 'skuCode',
  list: [
    { key: 'skuCode', under: ['name'], picture: ['images', 'productId'] },
    { key: 'productId', under: ['variant'] },
    { key: 'upc', under: ['type'] },
    'pieceCount',
    'standardCost',
    'safetyStock',
    'createTime',
  ],
  search: ['skuCode', 'name', 'productId', 'upc'],
  form: [
    ['skuCode', 'name'],
    ['productId', 'type'],
    ['upc', 'netWeightG'],
    ['pieceCount', 'standardCost'],
    ['msrp', 'mapPrice'],
    ['safetyStock'],
    ['allowOversell', 'oversellLimit'],
    ['images'],
    ['drawing'],
  ],
  masks: { cost: ['standardCost'] },
  lines: {
    'catalog:skuCarton': 'skuId',
    'catalog:bundleItem': 'bundleSkuId',
    'catalog:skuPart': 'parentSkuId',
    'catalog:skuAlias': 'skuId',
    'catalog:skuCost': 'skuId',
  },
});

/**
 * 箱规: the cartons one unit ships in. Several cartons of one unit each make a box per unit;
 * one carton that takes several units packs them together.
 */
export const skuCarton = defineRegister({
  module: 'catalog',
  name: 'skuCarton',
  title: '箱规',
  fields: {
    skuId: link('SKU', 'catalog:sku', { required: true }),
    cartonNo: integer('箱序', { required: true, min: 1, max: 50, ordinal: true }),
    label: text('箱名', { required: true, max: 64 }),
    lengthMm: length('长', { required: true, min: 1, max: 20_000 }),
    widthMm: length('宽', { required: true, min: 1, max: 20_000 }),
    heightMm: length('高', { required: true, min: 1, max: 20_000 }),
    grossWeightG: weight('毛重', { required: true, min: 1, max: 2_000_000 }),
    unitsPerCarton: integer('每箱件数', { required: true, default: 1, min: 1, max: 1000 }),
  },
  label: 'label',
  list: ['skuId', 'cartonNo', 'label', 'lengthMm', 'widthMm', 'heightMm', 'grossWeightG', 'unitsPerCarton'],
  search: ['skuId', 'label'],
  form: [
    ['skuId', 'cartonNo'],
    ['label', 'unitsPerCarton'],
    ['lengthMm', 'widthMm'],
    ['heightMm', 'grossWeightG'],
  ],
  sort: { field: 'cartonNo', order: 'asc' },
});
