import type { ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import { detailPath, sizeText, SourceLink, type ColumnSpec } from '#kit/web/index.ts';
import { picture, pictureVerdict } from '../model/picture.ts';
import { product } from '../model/product.ts';

/** A picture as its list answers it; `version` stands beside its fields. */
export type PictureRow = WireRow<typeof picture> & { version?: number };

/** What it measures, or that nobody knows yet. */
export const measureText = ({ width, height }: Pick<PictureRow, 'width' | 'height'>): string =>
  width && height ? `${width} × ${height}` : '—';

export const PICTURE_COLUMNS: readonly ColumnSpec<PictureRow>[] = [
  { key: 'fileName', under: ['altText'], picture: ['image'], width: 260 },
  { key: 'owner', title: '归属', width: 180, render: (row) => <Owner row={row} /> },
  { key: 'verdict', width: 260, render: (row) => <Verdict row={row} /> },
  {
    key: 'width',
    title: '尺寸(px)',
    width: 112,
    render: (row) => <span className="wb-number">{measureText(row)}</span>,
    under: ['format'],
  },
  {
    key: 'bytes',
    title: '大小',
    width: 88,
    render: ({ bytes }) => <span className="wb-number">{sizeText(bytes)}</span>,
  },
  { key: 'role', width: 88, under: ['ordinal'] },
  { key: 'createTime', width: 150 },
];

/** Which row holds it, as the way there. */
function Owner({ row }: { row: PictureRow }): ReactNode {
  if (row.owner === 'none' || !row.productId) return <span className="ct-picture-loose">未归属</span>;
  const name = row.owner === 'sku' ? row.skuId_dictText : row.productId_dictText;
  return (
    <SourceLink title="看产品" permission="catalog:product:list" path={detailPath(product, row.productId)}>
      {`${row.owner === 'sku' ? 'SKU ' : ''}${name ?? ''}`}
    </SourceLink>
  );
}

/** What came of it, and why. */
export function Verdict({ row: { verdict, faults } }: { row: Pick<PictureRow, 'verdict' | 'faults'> }): ReactNode {
  if (!verdict) return null;
  return (
    <span className={`ct-verdict ct-verdict-${verdict}`} title={faults ?? undefined}>
      {pictureVerdict.items[verdict]}
      {faults && <span className="ct-verdict-why">{faults.split('\n').join('；')}</span>}
    </span>
  );
}
