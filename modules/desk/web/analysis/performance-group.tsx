import type { ReactNode } from 'react';
import { fetchRoute, grouped, shareText } from '#kit/web/index.ts';
import { METRIC_RULES, performanceMetric } from '#modules/channels/model/performance.ts';
import { performanceAnalysisRoute, type PerformanceAnalysis, type ShopMetric } from '../../model/analysis.ts';
import { BarRows, type BarRow } from './bar-rows.tsx';
import { Group } from './group.tsx';
import { useAnalysis, type Asked } from './use-analysis.ts';

const RESOURCES = ['orders:salesOrder', 'fulfilment:shipment', 'aftersales:returnOrder', 'aftersales:partOrder'];

const MOST_SHOPS = 6;

/** 渠道绩效: the metrics of each shop with the line of the target, and where the period will end. */
export function PerformanceGroup({ asked, isHeld }: { asked: Asked; isHeld: boolean }): ReactNode {
  const handle = useAnalysis<PerformanceAnalysis>('performance', asked, {
    isHeld,
    resources: RESOURCES,
    read: (query, signal) => fetchRoute(performanceAnalysisRoute, { query: { ...query }, signal }),
  });
  return (
    <Group
      title="渠道绩效"
      handle={handle}
      coming={3}
      note="竖线是目标，红色是未达标；预测 = 未到期的都按时完成。点开是扣分的单据，全部指标在“绩效”。"
    >
      {({ metrics }) => <Shops metrics={metrics} />}
    </Group>
  );
}

function Shops({ metrics }: { metrics: readonly ShopMetric[] }): ReactNode {
  const known = metrics.filter(({ value }) => value !== null);
  if (known.length === 0) return <p className="dk-none">这段时间没有要考核的订单和售后。</p>;
  const missed = (of: readonly ShopMetric[]): number => of.filter(({ state }) => state === 'missed').length;
  const shops = [...Map.groupBy(known, ({ accountId }) => accountId).values()].sort((a, b) => missed(b) - missed(a));
  return (
    <div className="dk-charts">
      {shops.slice(0, MOST_SHOPS).map((of) => (
        <BarRows key={of[0]?.accountId} title={of[0]?.account ?? ''} rows={of.map(rowOf)} />
      ))}
    </div>
  );
}

/** A share of which little is good is drawn against what it may be at most. */
function rowOf({ metric, value, target, forecast, state, missed, leads }: ShopMetric): BarRow {
  const { better } = METRIC_RULES[metric];
  const top = better === 'more' ? 1 : Math.max(Number(value), Number(target ?? 0) * 2, Number.EPSILON);
  return {
    key: metric,
    name: `${performanceMetric.items[metric]}${target === null ? '' : ` ${better === 'more' ? '≥' : '≤'} ${shareText(target, 2)}`}`,
    text: shareText(value, 2) ?? '—',
    more: [
      state === 'missed' ? '未达标' : state === 'met' ? '达标' : null,
      forecast === null || forecast === value ? null : `预测 ${shareText(forecast, 2)}`,
      missed > 0 ? `扣分 ${grouped(missed)}` : null,
    ]
      .filter((one) => one !== null)
      .join(' · '),
    share: Number(value) / top,
    target: target === null ? undefined : Number(target) / top,
    tone: state === 'missed' ? 'bad' : undefined,
    leads,
  };
}
