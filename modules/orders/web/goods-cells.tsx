import type { ReactNode } from 'react';
import { HiddenRowTag } from '#kit/web/index.ts';
import { goodsCodeShown, goodsCodesOf, goodsNamesOf, type GoodsAtHand } from '../model/order-goods.ts';
import { salesOrder } from '../model/order.ts';
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

export const goodsNames = (row: OrderRow): string => goodsNamesOf(goodsOf(row));

export const goodsCodes = (row: OrderRow): string => goodsCodesOf(goodsOf(row), kindsOf(row));

/** Our own names of what is ordered, and whether it is only tried out. */
export function GoodsNames({ row }: { row: OrderRow }): ReactNode {
  const names = goodsNames(row);
  return (
    <>
      <HiddenRowTag of={salesOrder} row={row} />
      {names === '' ? <span className="wb-none">—</span> : names}
    </>
  );
}

/** Our own code of the first kind, whole; all of them to who points at it. */
export function GoodsCodes({ row }: { row: OrderRow }): ReactNode {
  return <span title={goodsCodes(row)}>{goodsCodeShown(goodsOf(row), kindsOf(row))}</span>;
}
