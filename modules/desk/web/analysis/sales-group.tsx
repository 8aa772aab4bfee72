import { useState, type ReactNode } from 'react';
import { Segmented } from 'antd';
import { DrillLink, fetchRoute, grouped, shareText } from '#kit/web/index.ts';
import { salesAnalysisRoute, type DayFigures, type NamedFigures, type SalesAnalysis } from '../../model/analysis.ts';
import { CardGrid } from '../card-grid.tsx';
import { FigureCard } from '../figure-card.tsx';
import { addressOf } from '../todo.ts';
import { BarRows, type BarRow } from './bar-rows.tsx';
import { DayLines } from './day-lines.tsx';
import { Group } from './group.tsx';
import { useAnalysis, type Asked } from './use-analysis.ts';

const RESOURCES = ['orders:salesOrder'];
const MOST_PARTS = 10;

/** 销售: what was sold, against the period before, and by what. */
export function SalesGroup({ asked, before, isHeld }: { asked: Asked; before: string; isHeld: boolean }): ReactNode {
  const handle = useAnalysis<SalesAnalysis>('sales', asked, {
    isHeld,
    resources: RESOURCES,
    read: (query, signal) => fetchRoute(salesAnalysisRoute, { query: { ...query }, signal }),
  });
  return (
    <Group
      title="销售"
      handle={handle}
      coming={5}
      note="按下单日，不含草稿、取消、拒单和沙箱订单；金额按下单日汇率折算为本位币。预估毛利 = 销售额 − 商品成本（已发货按实际，未发货按在库均价或标准成本），未扣运费和平台费。"
    >
      {(data) => <Sales data={data} before={before} />}
    </Group>
  );
}

function Sales({ data, before }: { data: SalesAnalysis; before: string }): ReactNode {
  const cards = cardsOf(data, before);
  return (
    <>
      {data.now.orders === 0 && data.before.orders === 0 && (
        <p className="dk-none">这段时间没有订单。连上店铺并拉单（渠道 → 店铺账号），或新增手工单，销售就在这里。</p>
      )}
      <CardGrid label="销售指标" count={cards.length}>
        {cards.map((card) => (
          <li key={card.key}>{card}</li>
        ))}
      </CardGrid>
      <Doubts data={data} />
      <div className="dk-charts">
        <SalesDays data={data} before={before} />
        <Parts title="按店铺" parts={data.byShop} data={data} />
        <Parts title="热销 SKU" parts={data.topSkus} data={data} wide />
        <Parts title="分类占比" parts={data.byCategory} data={data} none="未分类" />
        <Parts title="按州" parts={data.byState} data={data} none="未知" />
      </div>
    </>
  );
}

const numbers = (days: readonly DayFigures[], of: (day: DayFigures) => number): number[] => days.map(of);

function cardsOf(data: SalesAnalysis, beforeTitle: string) {
  const { now, before, days, currency } = data;
  const [lines, orders] = [addressOf(data.lines), addressOf(data.orders)];
  const counts = [
    <FigureCard
      key="orders"
      icon="orders"
      title="订单量"
      address={orders}
      figure={grouped(now.orders)}
      now={now.orders}
      before={before.orders}
      days={numbers(days, (day) => day.orders)}
      beforeTitle={beforeTitle}
    />,
    <FigureCard
      key="units"
      icon="units"
      title="销售件数"
      address={lines}
      figure={grouped(now.units)}
      now={now.units}
      before={before.units}
      days={numbers(days, (day) => day.units)}
      beforeTitle={beforeTitle}
    />,
  ];
  const money = (
    key: string,
    title: string,
    value: string | null,
    earlier: string | null,
    of: (day: DayFigures) => number,
    note?: string | null,
  ) =>
    value === null
      ? []
      : [
          <FigureCard
            key={key}
            icon={key}
            title={title}
            address={lines}
            figure={grouped(value)}
            now={Number(value)}
            before={Number(earlier ?? 0)}
            days={numbers(days, of)}
            beforeTitle={beforeTitle}
            more={note}
          />,
        ];
  const share = (day: DayFigures): number => (day.orders > 0 ? Number(day.amount) / day.orders : 0);
  return [
    ...money('amount', `销售额（${currency}）`, now.amount, before.amount, (day) => Number(day.amount)),
    ...counts,
    ...money('average', `客单价（${currency}）`, now.average, before.average, share),
    ...money(
      'profit',
      `预估毛利（${currency}）`,
      now.profit,
      before.profit,
      (day) => Number(day.profit),
      now.profitRate && `毛利率 ${shareText(now.profitRate)}`,
    ),
  ];
}

/** What is in no amount, and the way to the lines. */
function Doubts({ data: { unrated, unknownCost } }: { data: SalesAnalysis }): ReactNode {
  if (unrated.length === 0 && !unknownCost?.count) return null;
  return (
    <p className="dk-doubts">
      {unrated.map(({ currency, count, leads }) => (
        <DrillLink
          key={currency}
          title="看没有汇率的行"
          permission="orders:salesLine:list"
          path={leads.path}
          filter={leads.query}
        >
          缺少汇率：{currency}，{count} 行未计入金额
        </DrillLink>
      ))}
      {unknownCost !== null && unknownCost.count > 0 && (
        <DrillLink
          title="看成本未知的行"
          permission="orders:salesLine:list"
          path={unknownCost.leads.path}
          filter={unknownCost.leads.query}
        >
          {unknownCost.count} 行成本未知，未计入毛利
        </DrillLink>
      )}
    </p>
  );
}

const MEASURES = ['orders', 'units', 'amount', 'profit'] as const;
type Measure = (typeof MEASURES)[number];
const TITLES: Readonly<Record<Measure, string>> = {
  orders: '订单量',
  units: '件数',
  amount: '销售额',
  profit: '预估毛利',
};

function SalesDays({ data, before }: { data: SalesAnalysis; before: string }): ReactNode {
  const [chosen, setChosen] = useState<Measure>('orders');
  const may = MEASURES.filter((one) => data.now[one] !== null);
  const measure = may.includes(chosen) ? chosen : 'orders';
  const read = (days: readonly DayFigures[]): number[] => days.map((day) => Number(day[measure] ?? 0));
  return (
    <DayLines
      title={`每日${TITLES[measure]}`}
      days={data.days.map(({ day }) => day)}
      now={{ title: TITLES[measure], values: read(data.days) }}
      before={{ title: before, values: read(data.daysBefore) }}
      choice={
        <Segmented
          size="small"
          aria-label="每日指标"
          value={measure}
          onChange={setChosen}
          options={may.map((value) => ({ value, label: TITLES[value] }))}
        />
      }
    />
  );
}

/** Of what somebody sees: money where they may, units else. */
function Parts({
  title,
  parts,
  data,
  none = '',
  wide = false,
}: {
  title: string;
  parts: readonly NamedFigures[];
  data: SalesAnalysis;
  none?: string;
  wide?: boolean;
}): ReactNode {
  const valueOf = ({ amount, units }: NamedFigures): number => (amount === null ? units : Number(amount));
  const all = data.now.amount === null ? data.now.units : Number(data.now.amount);
  const most = Math.max(1, ...parts.map(valueOf));
  const rows = parts.slice(0, MOST_PARTS).map((part): BarRow => {
    const { id, name, amount, units, leads } = part;
    return {
      key: id ?? '',
      name: id === null || id === '-' ? none : name,
      text: amount === null ? `${grouped(units)} 件` : grouped(amount),
      more: [amount === null ? null : `${grouped(units)} 件`, all > 0 ? shareText(String(valueOf(part) / all)) : null]
        .filter((one) => one !== null)
        .join(' · '),
      share: valueOf(part) / most,
      leads,
    };
  });
  return <BarRows title={title} rows={rows} wide={wide} />;
}
