import { Segmented } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import { grouped, useIsMobile, usePage } from '#kit/web/index.ts';
import { orderStatus } from '#modules/orders/model/order.ts';
import type { Analysis, CurrencySales, Leads } from '../model/home.ts';
import type { BusinessProps } from './business-figures.tsx';
import { barsOption, linesOption } from './chart-options.ts';
import { ChartPanel } from './chart-panel.tsx';
import { addressOf } from './todo.ts';

const [TALL, BAR, MOST_BARS] = [240, 30, 8];

/** What sold by day against the days before, by shop and SKU, and where the open orders stand. */
export function BusinessCharts(props: BusinessProps): ReactNode {
  const { data, sales } = props;
  const currency = sales?.currency;
  const shops = data.byShop.filter((one) => one.currency === currency);
  const skus = data.topSkus.filter((one) => one.currency === currency);
  return (
    <div className="dk-charts">
      <Days {...props} />
      <Bars
        title="未完成订单"
        unit="单"
        rows={openOrders(data).map(({ status, orders, leads }) => ({
          name: STATES[status] ?? status,
          value: orders,
          leads,
        }))}
      />
      <Bars
        title="店铺订单量"
        unit="单"
        rows={shops.map(({ name, orders, leads }) => ({ name, value: orders, leads }))}
      />
      <Bars
        title="热销 SKU"
        unit="件"
        wide
        rows={skus.map(({ skuCode, name, units }) => ({
          name: `${skuCode} ${name}`,
          value: units,
        }))}
      />
    </div>
  );
}

const STATES = orderStatus.items as Readonly<Record<string, string>>;
const ORDER = Object.keys(STATES);

const openOrders = ({ byStatus }: Analysis): Analysis['byStatus'] =>
  byStatus.toSorted((a, b) => ORDER.indexOf(a.status) - ORDER.indexOf(b.status));

interface Measure {
  title: string;
  now: readonly number[];
  before: readonly number[];
}

/** What may be drawn by day, the person's own business first. */
function measuresOf({ data, sales, seesMoney }: BusinessProps): Measure[] {
  const { shipped } = data;
  const of = (title: string, read: (day: CurrencySales['days'][number]) => number): Measure[] =>
    sales ? [{ title, now: sales.days.map(read), before: sales.before.map(read) }] : [];
  const orders = of('订单量', (day) => day.orders);
  if (seesMoney) return [...orders, ...of('销售额', (day) => Number(day.amount))];
  const left = shipped && {
    title: '出库',
    now: shipped.days.map(({ shipments }) => shipments),
    before: shipped.before.map(({ shipments }) => shipments),
  };
  return [...(left ? [left] : []), ...orders];
}

function Days(props: BusinessProps): ReactNode {
  const { data, beforeTitle } = props;
  const [chosen, setChosen] = useState('');
  const measures = measuresOf(props);
  const measure = measures.find(({ title }) => title === chosen) ?? measures[0];
  const { days } = data;
  const option = useMemo(
    () =>
      measure &&
      linesOption(days, { title: measure.title, values: measure.now }, { title: beforeTitle, values: measure.before }),
    // What is drawn follows from the answer and the choice.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [data, measure?.title, beforeTitle],
  );
  if (!measure || !option || days.length < 2) return null;
  return (
    <ChartPanel
      wide
      title={`每日${measure.title}`}
      height={TALL}
      option={option}
      choice={
        measures.length > 1 && (
          <Segmented
            size="small"
            aria-label="每日指标"
            value={measure.title}
            onChange={setChosen}
            options={measures.map(({ title }) => title)}
          />
        )
      }
      table={{
        head: ['日期', measure.title, beforeTitle],
        rows: days.map((day, at) => ({
          cells: [day, grouped(measure.now[at] ?? 0), grouped(measure.before[at] ?? 0)],
        })),
      }}
    />
  );
}

interface BarRow {
  name: string;
  value: number;
  leads?: Leads;
}

function Bars({
  title,
  unit,
  wide = false,
  rows,
}: {
  title: string;
  unit: string;
  wide?: boolean;
  rows: readonly BarRow[];
}): ReactNode {
  const page = usePage();
  const isPhone = useIsMobile();
  const shown = rows.slice(0, MOST_BARS);
  const option = useMemo(
    () =>
      barsOption(
        shown.map(({ name }) => name),
        { title, values: shown.map(({ value }) => value) },
        wide && !isPhone ? 280 : 120,
      ),
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [JSON.stringify(shown), title, isPhone],
  );
  if (rows.length === 0) return null;
  return (
    <ChartPanel
      title={title}
      wide={wide}
      height={shown.length * BAR + 8}
      option={option}
      onPick={(at) => {
        const leads = shown[at]?.leads;
        if (leads) page.open(addressOf(leads));
      }}
      table={{
        head: ['名称', unit],
        rows: rows.map(({ name, value, leads }) => ({
          cells: [name, grouped(value)],
          address: leads && addressOf(leads),
        })),
      }}
    />
  );
}
