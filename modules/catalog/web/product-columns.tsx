import type { WireRow } from '#kit/model/row.ts';
import { grouped, shortPrice, type ColumnSpec } from '#kit/web/index.ts';
import type { product } from '../model/product.ts';

/** A product with what its list says of its SKUs; what the reader may not see is not there. */
export type ListedProduct = WireRow<typeof product> & {
  skuCount?: number;
  cartonsLeast?: number | null;
  cartonsMost?: number | null;
  costLeast?: string | null;
  costMost?: string | null;
  available?: number;
  shops?: string;
};

/** `2`, or `1–3` where SKUs differ. */
export function rangeText<T>(
  least: T | null | undefined,
  most: T | null | undefined,
  textOf: (value: T) => string,
): string {
  if (least === null || least === undefined || most === null || most === undefined) return '';
  const [low, high] = [textOf(least), textOf(most)];
  return low === high ? low : `${low}–${high}`;
}

const cartonsText = ({ cartonsLeast, cartonsMost }: ListedProduct): string =>
  rangeText(cartonsLeast, cartonsMost, String);
const costText = ({ costLeast, costMost }: ListedProduct): string => rangeText(costLeast, costMost, shortPrice);

const COST: ColumnSpec<ListedProduct> = {
  key: 'cost',
  title: '标准成本',
  width: 112,
  align: 'right',
  figure: costText,
  isBlank: (row) => costText(row) === '',
  render: (row) => <span className="wb-number">{costText(row)}</span>,
};

/** Columns of 产品 (domain.md §6); the cost for whoever may see it. */
export const productColumns = (seesCost: boolean): readonly ColumnSpec<ListedProduct>[] => [
  { key: 'name', under: ['spuCode', 'nameEn'], picture: ['images'], width: 260 },
  { key: 'categoryId', under: ['tagIds', 'brand'], width: 150 },
  {
    key: 'skuCount',
    title: 'SKU数',
    width: 76,
    align: 'right',
    figure: ({ skuCount }) => grouped(skuCount ?? 0),
    render: ({ skuCount }) => <span className="wb-number">{grouped(skuCount ?? 0)}</span>,
  },
  {
    key: 'cartons',
    title: '箱数',
    width: 64,
    align: 'right',
    figure: cartonsText,
    isBlank: (row) => cartonsText(row) === '',
    render: (row) => <span className="wb-number">{cartonsText(row)}</span>,
  },
  ...(seesCost ? [COST] : []),
  {
    key: 'available',
    title: '可用库存',
    width: 88,
    align: 'right',
    figure: ({ available }) => grouped(available ?? 0),
    isBlank: ({ available }) => available === undefined,
    render: ({ available }) => <span className="wb-number">{available === undefined ? '' : grouped(available)}</span>,
  },
  {
    key: 'shops',
    title: '在售渠道',
    width: 128,
    ellipsis: true,
    isBlank: ({ shops }) => !shops,
    render: ({ shops }) => shops ?? '',
    text: ({ shops }) => shops ?? '',
  },
  { key: 'status', under: ['pictureVerdict'] },
  'createTime',
];
