import type { ReactNode } from 'react';
import type { GoodsAtHand } from '../model/order-goods.ts';
import { EnvironmentTag } from './environment-tag.tsx';
import type { OrderRow } from './order-row.ts';

/** As the channel calls them, where a row came without more (from somebody else's browser). */
const goodsOf = ({ goods, itemSummary }: OrderRow): GoodsAtHand[] =>
  goods ??
  (itemSummary ?? '')
    .split(' ')
    .filter(Boolean)
    .slice(0, 2)
    .map((part) => {
      const at = part.lastIndexOf('×');
      const code = part.slice(0, at);
      return { name: code, code, qty: Number(part.slice(at + 1)), picture: null };
    });

const kindsOf = ({ kinds, itemSummary }: OrderRow): number =>
  kinds ?? (itemSummary ?? '').split(' ').filter(Boolean).length;

export const goodsNames = (row: OrderRow): string =>
  goodsOf(row)
    .map(({ name }) => name)
    .join('、');

export const goodsCodes = (row: OrderRow): string =>
  goodsOf(row)
    .map(({ code, qty }) => `${code} ×${qty}`)
    .join('  ');

/** Our own names of what is ordered, and whether it is only tried out. */
export function GoodsNames({ row }: { row: OrderRow }): ReactNode {
  const names = goodsNames(row);
  return (
    <>
      <EnvironmentTag environment={row.environment} />
      {names === '' ? <span className="wb-none">—</span> : names}
    </>
  );
}

/** Our own codes, two kinds at most: a code may be cut off, its quantity never; `×1…` would be another. */
export function GoodsCodes({ row }: { row: OrderRow }): ReactNode {
  const kinds = kindsOf(row);
  return (
    <span className="or-goods">
      {goodsOf(row).map(({ code, qty }, at) => (
        <span key={at} className="or-part">
          <span>{code}</span>
          <span>×{qty}</span>
        </span>
      ))}
      {kinds > 2 && <span className="or-weak">等{kinds}种</span>}
    </span>
  );
}
