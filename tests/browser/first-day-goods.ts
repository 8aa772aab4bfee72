import { inchesToMm, poundsToGrams } from '#kit/model/unit.ts';
import {
  CATALOGUE,
  CATEGORY_NAMES,
  LEGACY_PART_NUMBERS,
  upcOf,
  WAREHOUSES,
  type CataloguePart,
} from '#simulator/catalogue.ts';
import { productPicture } from '../../db/seed/product-picture.ts';
import type { SheetRow } from './console-steps.ts';

export { CATEGORY_NAMES, LEGACY_PART_NUMBERS, upcOf, WAREHOUSES };

const bed = CATALOGUE.find((part) => part.partNumber === 'WB-BED-HALDEN-QN') as CataloguePart;

/**
 * The bed of S3, typed in by hand. Half an inch is lost on the way: the headboard's carton stays
 * a small parcel until the packer measures it.
 */
export const BED: CataloguePart = {
  ...bed,
  cartons: bed.cartons.map((one) => (one.label === '床头' ? { ...one, heightIn: 22 } : one)),
};

/** Everything else comes by sheet. */
const SHEET_PARTS = CATALOGUE.filter((part) => part !== bed);

export const SHOP = 'Wayfair 美国站';

/** 55 % of the price, to the cent. */
export const costOf = ({ price }: CataloguePart): string => (Number(price) * 0.55).toFixed(2);

export const warehouseRows: readonly SheetRow[] = WAREHOUSES.slice(1).map((one, index) => ({
  仓库编码: one.code,
  仓库名称: one.nameZh,
  联系人: one.name,
  联系电话: one.phone,
  地址: one.address1,
  城市: one.city,
  '州/省': one.state,
  邮编: one.postalCode,
  国家: one.country,
  时区: one.timeZone,
  优先级: (index + 2) * 10,
}));

/** 产品分类 of everything that is sold. */
export const categoryRows: readonly SheetRow[] = [
  ...new Set(CATALOGUE.map((part) => CATEGORY_NAMES[part.category])),
].map((name, at) => ({ 编码: `C${String(at + 1).padStart(2, '0')}`, 名称: name }));

export const productRows: readonly SheetRow[] = SHEET_PARTS.map((part) => ({
  SPU: part.partNumber,
  产品名称: part.nameZh,
  英文名称: part.name,
  品牌: 'Larkfield',
  分类: CATEGORY_NAMES[part.category],
}));

/** Photos as they come from the studio, the bed among them. */
export const productPictures = CATALOGUE.map((part, index) => ({
  name: `${part.partNumber}.png`,
  mimeType: 'image/png',
  buffer: productPicture(part, index),
}));

export const skuRows: readonly SheetRow[] = SHEET_PARTS.map((part) => ({
  SKU: part.partNumber,
  名称: part.nameZh,
  产品: part.partNumber,
  UPC: upcOf(part.partNumber),
  标准成本: costOf(part),
  安全库存: 2,
}));

export const cartonRows: readonly SheetRow[] = SHEET_PARTS.flatMap((part) =>
  part.cartons.map((carton, index) => ({
    SKU: part.partNumber,
    箱序: index + 1,
    箱名: carton.label,
    '长(mm)': inchesToMm(carton.lengthIn),
    '宽(mm)': inchesToMm(carton.widthIn),
    '高(mm)': inchesToMm(carton.heightIn),
    '毛重(g)': poundsToGrams(carton.weightLb),
  })),
);

export const shipMethodRows: readonly SheetRow[] = [
  { 渠道编码: 'FDX-GND', 渠道名称: 'FedEx 地面', 承运商: 'FedEx', 服务: 'Ground', 类型: '小包裹' },
  { 渠道编码: 'LTL-THR', 渠道名称: '零担送货上门', 承运商: 'LTL', 服务: 'Threshold', 类型: '零担' },
];

/** Ship speeds of the channel, each with the ship method that serves it. */
export const shipCodeRows: readonly SheetRow[] = [
  ...codes('FedEx 地面', 'GROUND FEDEX_HOME SECOND_DAY_AIR THREE_DAY NEXT_DAY TINY_PARCEL LARGE_PARCEL_COURIER'),
  ...codes(
    '零担送货上门',
    'CURBSIDE THRESHOLD_DELIVERY WHITE_GLOVE_ROOM_OF_CHOICE WHITE_GLOVE_GOLD TRUCK_LOAD ' +
      'INSIDE_DELIVERY_PACKAGING_REMOVAL WHITE_GLOVE_SILVER',
  ),
];

function codes(method: string, speeds: string): SheetRow[] {
  return speeds.split(' ').map((speed) => ({ 店铺: SHOP, 物流渠道: method, 渠道服务代码: speed, 渠道承运商代码: '*' }));
}

export const channelProductRows: readonly SheetRow[] = CATALOGUE.map((part) => ({
  店铺: SHOP,
  渠道SKU: part.partNumber,
  标题: part.name,
  本地SKU: part.partNumber,
  供货价: part.price,
}));

/** Stock lines of a warehouse. */
export const stockRows = (supplierId: string): readonly SheetRow[] =>
  SHEET_PARTS.filter((part) => (part.stock[supplierId] ?? 0) > 0).map((part) => ({
    SKU: part.partNumber,
    数量: part.stock[supplierId] ?? 0,
    单位成本: costOf(part),
  }));
