import { TimeLeft, TimeThere, type ColumnSpec, type OwnColumn } from '#kit/web/index.ts';
import { nextDeadline } from '../model/next-deadline.ts';
import { numbersShown } from '../model/numbers-shown.ts';
import { goodsCodeShown } from '../model/order-goods.ts';
import { GoodsCodes, goodsCodes, GoodsNames, goodsNames } from './goods-cells.tsx';
import { foldedText, HoldTags } from './hold-tags.tsx';
import type { OrderRow } from './order-row.ts';
import { StockCell, stockTextAtMost } from './stock-cell.tsx';

/** Columns of the order list, of which each tab takes what its work asks for. */
export type Columns = readonly ColumnSpec<OrderRow>[];

export const goods: ColumnSpec<OrderRow> = {
  key: 'itemSummary',
  title: '商品',
  width: 220,
  text: goodsNames,
  render: (row) => <GoodsNames row={row} />,
  pictureOf: (row) => row.goods?.[0]?.picture ?? null,
  under: [
    {
      key: 'goodsCodes',
      title: 'SKU × 数量',
      width: 200,
      isWhole: true,
      text: (row) => goodsCodeShown(row.goods ?? [], row.kinds ?? 0) || goodsCodes(row),
      render: (row) => <GoodsCodes row={row} />,
    },
  ],
};
/** Orders of one number are distinguished by their turn. */
const split: ColumnSpec<OrderRow> = {
  key: 'splitSeq',
  width: 72,
  text: (row) => splitText(row),
  isBlank: (row) => row.splitSeq <= 0,
  render: (row) => splitText(row),
};
const splitText = ({ splitSeq }: OrderRow): string => (splitSeq > 0 ? `拆分${splitSeq}` : '');
export const number: ColumnSpec<OrderRow> = {
  key: 'channelOrderNo',
  width: 190,
  under: [split, { key: 'accountId', width: 140 }],
};
/** Where it goes, and to whom; who may not see buyers sees the place. */
export const recipient: ColumnSpec<OrderRow> = {
  key: 'shipToState',
  title: '收货地',
  width: 150,
  isWhole: true,
  text: (row) => placeOf(row),
  isBlank: (row) => placeOf(row) === '',
  render: (row) => placeOf(row) || '—',
  under: [{ key: 'shipToName', isWhole: true }],
};
export const tracking = (...under: Columns): ColumnSpec<OrderRow> => ({
  key: 'trackingNo',
  width: 170,
  isWhole: true,
  text: (row) => numbersShown(row.trackingNo),
  isBlank: (row) => !row.trackingNo,
  render: (row) => <span title={row.trackingNo ?? ''}>{numbersShown(row.trackingNo) || '—'}</span>,
  under,
});
export const holds: ColumnSpec<OrderRow> = {
  key: 'holds',
  width: 150,
  isWhole: true,
  text: ({ holds }) => foldedText(holds ?? []),
  render: (row) => <HoldTags id={row.id} holds={row.holds} />,
  isBlank: (row) => (row.holds ?? []).length === 0,
};
export const stock: ColumnSpec<OrderRow> = {
  key: 'stock',
  title: '预占/待发',
  width: 96,
  text: stockTextAtMost,
  render: (row) => <StockCell row={row} />,
};
/**
 * A clock that runs to what waits for us next, and below it which it is and when it ends where the goods stand.
 * @param key what the column is sorted by: the next deadline, or the last day to ship where nothing else is waited for
 */
export const countdown = (key: 'nextDeadline' | 'shipBy'): ColumnSpec<OrderRow> => ({
  key,
  title: '倒计时',
  width: 148,
  isBlank: (row) => nextDeadline(row) === null,
  render: (row) => {
    const next = nextDeadline(row);
    return <TimeLeft until={next?.at} nearHours={next?.nearHours} />;
  },
  under: [
    {
      key: `${key}There`,
      title: '仓库时间',
      width: 150,
      isBlank: (row) => nextDeadline(row) === null,
      render: (row) => {
        const next = nextDeadline(row);
        return (
          next && (
            <>
              {next.what} <TimeThere at={next.at} zone={row.warehouseZone} />
            </>
          )
        );
      },
    },
  ],
});
/** How it travels, whole. */
export const SERVICE = { isWhole: true } as const;
/** What presses more than usual says so; what does not says nothing. */
const priority: ColumnSpec<OrderRow> = {
  key: 'priority',
  width: 72,
  isWhole: true,
  text: ({ priority, priority_dictText }) => (priority === 'normal' ? '' : `${priority_dictText ?? ''}　`),
  isBlank: (row) => row.priority === 'normal',
  render: (row) => (row.priority === 'normal' ? '—' : <span className="or-priority">{row.priority_dictText}</span>),
};
/** Units that were accepted for a later day. */
export const backorder: ColumnSpec<OrderRow> = {
  key: 'backorderDate',
  width: 132,
  isBlank: (row) => !row.backorderDate,
  text: (row) => (row.backorderDate ? `缺货待补 ${row.backorderDate.slice(5)}` : ''),
  render: (row) => (row.backorderDate ? <span className="or-hold">缺货待补 {row.backorderDate.slice(5)}</span> : '—'),
};
export const state = (...under: Columns): ColumnSpec<OrderRow> => ({
  key: 'status',
  width: 124,
  under: [priority, holds, 'tagIds', ...under],
});
export const warehouse = (...under: Columns): ColumnSpec<OrderRow> => ({
  key: 'warehouseId',
  width: 136,
  under,
});
export const sync = (
  key: 'acceptSync' | 'shipSync' | 'cancelSync',
  title: string,
  words?: (row: OrderRow) => string | null,
): OwnColumn<OrderRow> => {
  const text = (row: OrderRow): string =>
    row[key] === 'none' ? '' : (words?.(row) ?? `${title.slice(0, -2)}${row[`${key}_dictText`] ?? ''}`);
  return {
    key,
    title,
    width: 96,
    isBlank: (row) => row[key] === 'none',
    text,
    render: (row) => <span className={row[key] === 'failed' ? 'or-bad' : undefined}>{text(row) || '—'}</span>,
  };
};
/** An order that waits to be shipped was accepted: only an answer that the channel does not have yet is worth a word. */
export const acceptSync: ColumnSpec<OrderRow> = {
  ...sync('acceptSync', '接单同步'),
  isBlank: (row) => row.acceptSync === 'none' || row.acceptSync === 'ok',
};
export const boxes: ColumnSpec<OrderRow> = {
  key: 'boxCount',
  width: 64,
  isBlank: (row) => row.boxCount === null,
  render: (row) => (row.boxCount === null ? '—' : `${row.boxCount} 箱`),
};
export const amount: ColumnSpec<OrderRow> = { key: 'total', width: 116, under: ['orderType'] };
export const ordered: ColumnSpec<OrderRow> = {
  key: 'orderedAt',
  width: 150,
  text: (row) => `下单 ${row.orderedAt.slice(5, 16)}`,
  render: (row) => `下单 ${row.orderedAt.slice(5, 16)}`,
};
/** Until when it may come back; nothing to say before it was delivered. */
export const returnable: ColumnSpec<OrderRow> = {
  key: 'returnUntil',
  width: 150,
  isBlank: (row) => row.returnUntil === null,
  text: (row) => (row.returnUntil ? `可退至 ${row.returnUntil.slice(0, 10)}` : ''),
  render: (row) => (row.returnUntil ? `可退至 ${row.returnUntil.slice(0, 10)}` : '—'),
};
export const hiddenColumns = (...columns: Columns): ColumnSpec<OrderRow>[] =>
  columns.map((one) => ({ ...(typeof one === 'string' ? { key: one } : one), hiddenByDefault: true }));

const placeOf = ({ shipToCity, shipToState, shipToCountry }: OrderRow): string =>
  [shipToCity, shipToState, shipToCountry].filter(Boolean).join(', ');
export const cancelledWho = (row: OrderRow): string => row.cancelledBy ?? row.cancelledSide_dictText ?? '—';

/** What a clerk has to know of a cancellation that the channel does not have: where it is to be done. */
export const cancelWords = ({ cancelSync }: OrderRow): string | null =>
  cancelSync === 'failed' ? '平台未取消，请到平台处理' : cancelSync === 'pending' ? '平台取消中' : null;
