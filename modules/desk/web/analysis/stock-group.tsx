import type { ReactNode } from 'react';
import { fetchRoute, grouped, shareText } from '#kit/web/index.ts';
import { stockAnalysisRoute, type Counted, type StockAnalysis } from '../../model/analysis.ts';
import { CardGrid } from '../card-grid.tsx';
import { HomeCard } from '../home-card.tsx';
import { addressOf } from '../todo.ts';
import { BarRows } from './bar-rows.tsx';
import { Group } from './group.tsx';
import { useAnalysis, type Asked } from './use-analysis.ts';

const RESOURCES = ['inventory:stockLevel', 'inventory:stockMovement'];

/** 库存: what lies there and what is wrong with it now. */
export function StockGroup({ asked, isHeld }: { asked: Asked; isHeld: boolean }): ReactNode {
  const handle = useAnalysis<StockAnalysis>('stock', asked, {
    isHeld,
    resources: RESOURCES,
    read: (query, signal) => fetchRoute(stockAnalysisRoute, { query: { ...query }, signal }),
  });
  return (
    <Group
      title="库存"
      handle={handle}
      coming={6}
      note="现在的库存，按 SKU 和仓库计数；周转天数 = 货值 ÷ 这段时间日均销售出库成本；滞销是放了 90 天以上、90 天没有卖出的。"
    >
      {(data) => <Stock data={data} />}
    </Group>
  );
}

interface Card {
  key: string;
  title: string;
  figure: string;
  note: string;
  leads: Counted['leads'];
  isWrong?: boolean;
}

function cardsOf(data: StockAnalysis): Card[] {
  const { value, units, currency, turnoverDays, out, low, oversold, stale, bands } = data;
  const wrong = (key: string, title: string, note: string, { count, leads }: Counted): Card => ({
    key,
    title,
    figure: grouped(count),
    note,
    leads,
    isWrong: count > 0,
  });
  return [
    ...(value === null
      ? bands === null
        ? []
        : [{ key: 'units', title: '在库件数', figure: grouped(units), note: '各仓各品质合计', leads: data.stock }]
      : [
          {
            key: 'amount',
            title: `货值（${currency}）`,
            figure: grouped(value),
            note: `${grouped(units)} 件在库`,
            leads: data.stock,
          },
          {
            key: 'acceptSoon',
            title: '周转天数',
            figure: turnoverDays === null ? '—' : `${turnoverDays} 天`,
            note: turnoverDays === null ? '这段时间没有销售出库' : '按这段时间的销售出库成本',
            leads: data.movements,
          },
        ]),
    wrong('outOfStock', '缺货', `有货率 ${shareText(data.inStockRate) ?? '—'}`, out),
    wrong('units', '低于安全库存', '该补货了', low),
    wrong('unmapped', '超卖', '可用数量为负', oversold),
    ...(stale ? [wrong('drift', '滞销（90天以上）', '考虑促销或清仓', stale)] : []),
  ];
}

function Stock({ data }: { data: StockAnalysis }): ReactNode {
  const cards = cardsOf(data);
  const bands = data.bands ?? [];
  const most = Math.max(1, ...bands.map(({ units }) => units));
  return (
    <>
      {bands.length > 0 && data.units === 0 && (
        <p className="dk-none">还没有库存。从“调整单”录入期初库存，或收一张入库单。</p>
      )}
      <CardGrid label="库存指标" count={cards.length}>
        {cards.map(({ key, title, figure, note, leads, isWrong }) => (
          <li key={title}>
            <HomeCard
              address={addressOf(leads)}
              icon={key}
              title={title}
              figure={figure}
              tone={isWrong ? 'wrong' : undefined}
              note={note}
            />
          </li>
        ))}
      </CardGrid>
      <div className="dk-charts">
        <BarRows
          title="库龄"
          wide
          rows={bands.map(({ key, title, units, value, leads }) => ({
            key,
            name: title,
            text: `${grouped(units)} 件`,
            more: value === null ? undefined : `${data.currency} ${grouped(value)}`,
            share: units / most,
            leads,
          }))}
        />
      </div>
    </>
  );
}
