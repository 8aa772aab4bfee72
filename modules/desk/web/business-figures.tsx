import type { ReactElement, ReactNode } from 'react';
import { grouped } from '#kit/web/index.ts';
import type { Analysis, CurrencySales, DayFigures } from '../model/home.ts';
import { CardGrid } from './card-grid.tsx';
import { FigureCard } from './figure-card.tsx';
import { addressOf } from './todo.ts';
import { shareOf, sumAmounts } from './trend.ts';

export interface BusinessProps {
  data: Analysis;
  /** Of the currency that is looked at; none where nothing was sold. */
  sales: CurrencySales | undefined;
  seesMoney: boolean;
  /** `前 7 天` */
  beforeTitle: string;
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
const amountOf = (days: readonly DayFigures[]): string => sumAmounts(days.map(({ amount }) => amount));

/** The figures of a period; a card leads to the rows they are made of. */
export function BusinessFigures({ data, sales, ...of }: BusinessProps): ReactNode {
  const cards = figuresOf(data, sales, of);
  return (
    <CardGrid label="经营指标" count={cards.length}>
      {cards.map((card) => (
        <li key={card.key}>{card}</li>
      ))}
    </CardGrid>
  );
}

/** The cards that there are, the person's own business first. */
export function figuresOf(
  data: Analysis,
  sales: CurrencySales | undefined,
  { seesMoney, beforeTitle }: Pick<BusinessProps, 'seesMoney' | 'beforeTitle'>,
): ReactElement[] {
  const { shipped } = data;
  const left = shipped && (
    <FigureCard
      key="shipped"
      address={addressOf(shipped.leads)}
      icon="shipped"
      title="出库发货单"
      {...counted(shipped.days.map(({ shipments }) => shipments))}
      before={sum(shipped.before.map(({ shipments }) => shipments))}
      beforeTitle={beforeTitle}
    />
  );
  const cards = [...(sales ? sold(sales, seesMoney, beforeTitle) : []), ...(left ? [left] : [])];
  return seesMoney ? cards : cards.toReversed();
}

/** What sold; amounts for who has to do with them. */
function sold({ currency, days, before, leads }: CurrencySales, seesMoney: boolean, beforeTitle: string) {
  const of = { address: addressOf(leads), beforeTitle };
  const orders = days.map((day) => day.orders);
  const [amount, earlier] = [amountOf(days), amountOf(before)];
  const share = (one: DayFigures): number => (one.orders > 0 ? Number(one.amount) / one.orders : 0);
  const ordersBefore = sum(before.map((day) => day.orders));
  const money = [
    <FigureCard
      key="amount"
      icon="amount"
      title={`销售额（${currency}）`}
      figure={grouped(amount)}
      now={Number(amount)}
      before={Number(earlier)}
      days={days.map((day) => Number(day.amount))}
      {...of}
    />,
    <FigureCard
      key="average"
      icon="average"
      title={`客单价（${currency}）`}
      figure={grouped(shareOf(amount, sum(orders)))}
      now={Number(amount) / Math.max(1, sum(orders))}
      before={Number(earlier) / Math.max(1, ordersBefore)}
      days={days.map(share)}
      {...of}
    />,
  ];
  const counts = [
    <FigureCard key="orders" icon="orders" title="订单量" {...counted(orders)} before={ordersBefore} {...of} />,
    <FigureCard
      key="units"
      icon="units"
      title="销售件数"
      {...counted(days.map((day) => day.units))}
      before={sum(before.map((day) => day.units))}
      {...of}
    />,
  ];
  return seesMoney ? [money[0], ...counts, money[1]].filter((card) => card !== undefined) : counts.toReversed();
}

const counted = (values: readonly number[]) => ({
  figure: grouped(sum(values)),
  now: sum(values),
  days: values,
});
