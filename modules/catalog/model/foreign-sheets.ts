import { defineForeignSheet, foreignReading, type ForeignColumn } from '#kit/model/foreign-sheet.ts';
import { product, sku, skuCarton } from './product.ts';

/** How the export of products of another program calls what we read of it. */
interface ProductTitles {
  name: string;
  marks: readonly (readonly string[])[];
  /** Number of the model over several SKUs, and what that is called. */
  spu: readonly string[];
  spuName: readonly string[];
  sku: readonly string[];
  skuName: readonly string[];
  nameEn: readonly string[];
  category: readonly string[];
  hsCode: readonly string[];
  upc?: readonly string[];
  cost: ForeignColumn;
  netWeight: ForeignColumn;
  /** The carton it is shipped in; a program that has none leaves it out. */
  carton?: Readonly<Record<'lengthMm' | 'widthMm' | 'heightMm' | 'grossWeightG' | 'unitsPerCarton', ForeignColumn>>;
}

/** One file is read three times: as products, as their SKUs, and as cartons. A SKU without a model is a product of its own. */
const productSheet = (titles: ProductTitles) => {
  const { name, marks, spu, spuName, nameEn, category, hsCode, upc, cost, netWeight, carton } = titles;
  const spuCode = { titles: [...spu, ...titles.sku] };
  return defineForeignSheet({
    name,
    marks,
    place: `请依次在“产品”“SKU”${carton ? '“箱规”' : ''}中导入同一个文件`,
    reads: {
      ...foreignReading(product, product.fields, {
        once: 'spuCode',
        beside: '系统中没有同名分类的，分类留空',
        columns: {
          spuCode,
          name: { titles: [...spuName, ...titles.skuName] },
          nameEn: { titles: nameEn },
          brand: { titles: ['品牌'] },
          categoryId: { titles: category, isLoose: true },
          hsCode: { titles: hsCode },
        },
      }),
      ...foreignReading(sku, sku.fields, {
        columns: {
          skuCode: { titles: titles.sku },
          productId: spuCode,
          name: { titles: titles.skuName },
          ...(upc ? { upc: { titles: upc } } : {}),
          netWeightG: netWeight,
          standardCost: cost,
        },
      }),
      ...(carton
        ? foreignReading(skuCarton, skuCarton.fields, {
            some: 'lengthMm',
            columns: {
              skuId: { titles: titles.sku },
              cartonNo: { titles: [], fixed: '1' },
              label: { titles: [], fixed: '外箱' },
              ...carton,
            },
          })
        : {}),
    },
  });
};

const LINGXING_SIZE = { unit: 'cm', saidIn: ['外箱规格单位', '箱规单位'] } as const;

/** Titles of its file “产品导出”; figures have their unit in a column of their own, or in the title. */
export const lingxingProducts = productSheet({
  name: '领星产品导出',
  marks: [
    ['SKU'],
    ['品名'],
    ['单品毛重', '单品净重', '产品净重', '采购成本', '采购价', '采购单价', '采购交期', '款名'],
  ],
  spu: ['SPU'],
  spuName: ['款名'],
  sku: ['SKU'],
  skuName: ['品名'],
  nameEn: ['英文品名', '英文名称', '英文报关名', '报关名英文'],
  category: ['三级分类', '二级分类', '一级分类', '分类'],
  hsCode: ['HS编码', '海关编码', 'HS Code'],
  upc: ['UPC', '商品编码UPC'],
  cost: { titles: ['采购成本', '采购价', '采购单价', '单价'], currency: 'CNY', saidIn: ['币种', '采购币种'] },
  netWeight: { titles: ['单品净重', '产品净重', '净重'], unit: 'g', saidIn: ['单品净重单位'] },
  carton: {
    lengthMm: { titles: ['外箱规格长', '箱规长', '外箱长'], ...LINGXING_SIZE },
    widthMm: { titles: ['外箱规格宽', '箱规宽', '外箱宽'], ...LINGXING_SIZE },
    heightMm: { titles: ['外箱规格高', '箱规高', '外箱高'], ...LINGXING_SIZE },
    grossWeightG: { titles: ['单箱重量', '单箱毛重', '外箱重量', '箱重'], unit: 'kg', saidIn: ['单箱重量单位'] },
    unitsPerCarton: { titles: ['单箱数量(pcs)', '单箱数量', '每箱数量', '箱规数量'] },
  },
});

/** Titles of the product list of 易仓, where 产品代码 is the SKU. */
export const eccangProducts = productSheet({
  name: '易仓产品导出',
  marks: [
    ['产品代码', '产品SKU'],
    ['产品名称', '产品名称(中文)', '产品中文名称', '中文名称'],
    ['产品重量', '产品净重', '产品长', '长', '采购单价', '采购价', '产品状态'],
  ],
  spu: ['SPU', '款式代码', '产品款式代码'],
  spuName: ['款式名称', '产品款式名称'],
  sku: ['产品代码', '产品SKU'],
  skuName: ['产品名称(中文)', '产品中文名称', '产品名称', '中文名称'],
  nameEn: ['产品名称(英文)', '产品英文名称', '英文名称'],
  category: ['三级品类', '二级品类', '一级品类', '产品品类', '品类'],
  hsCode: ['海关编码', 'HS编码', '出口海关编码'],
  upc: ['UPC', 'UPC码'],
  cost: { titles: ['采购单价', '默认采购单价', '采购价', '采购参考价'], currency: 'CNY', saidIn: ['币种', '采购币种'] },
  netWeight: { titles: ['产品净重', '净重', '产品重量', '重量'], unit: 'kg' },
  carton: {
    lengthMm: { titles: ['箱长', '外箱长', '装箱长'], unit: 'cm' },
    widthMm: { titles: ['箱宽', '外箱宽', '装箱宽'], unit: 'cm' },
    heightMm: { titles: ['箱高', '外箱高', '装箱高'], unit: 'cm' },
    grossWeightG: { titles: ['箱毛重', '单箱重量', '装箱毛重', '箱重'], unit: 'kg' },
    unitsPerCarton: { titles: ['装箱数', '装箱数量', '每箱数量', '单箱数量'] },
  },
});

const MABANG_CARTON = { titles: ['装箱尺寸'], unit: 'cm' } as const;

/** Titles of the stock SKU list of 马帮, which has sizes as one text, `40*30*20`. */
export const mabangProducts = productSheet({
  name: '马帮商品导出',
  marks: [
    ['库存SKU', '库存SKU编号'],
    ['库存SKU中文名称'],
    ['统一成本价', '重量', '商品重量', '单品重量', '包装后重量', '采购价', '商品目录', '商品父目录'],
  ],
  spu: ['主SKU'],
  spuName: ['主SKU中文名称'],
  sku: ['库存SKU', '库存SKU编号'],
  skuName: ['库存SKU中文名称'],
  nameEn: ['主SKU英文名称', '库存SKU英文名称', '申报品名(英文)'],
  category: ['商品子目录', '商品目录', '商品父目录'],
  hsCode: ['海关编码', '申报编码', 'HS编码'],
  cost: { titles: ['统一成本价', '采购价'], currency: 'CNY' },
  netWeight: { titles: ['重量', '商品重量', '单品重量'], unit: 'g' },
  carton: {
    lengthMm: { ...MABANG_CARTON, part: 0 },
    widthMm: { ...MABANG_CARTON, part: 1 },
    heightMm: { ...MABANG_CARTON, part: 2 },
    grossWeightG: { titles: ['装箱毛重'], unit: 'kg' },
    unitsPerCarton: { titles: ['装箱数'] },
  },
});
