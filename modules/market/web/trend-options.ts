import type { ChartProps } from '#kit/web/index.ts';
import type { Trend, TrendPoint } from '../model/routes.ts';

type Measure = 'price' | 'rank';

const FONT = 12;

/** Of a point, the figure of a measure; null: nobody saw it, and the line goes on to the next. */
const figureOf = (point: TrendPoint | undefined, measure: Measure): number | null => {
  const value = point?.[measure] ?? null;
  return value === null ? null : Number(value);
};

/** Price or rank over time, a line for each seller; the best rank stands on top. */
export function trendOption({ sellers }: Trend, measure: Measure): ChartProps['option'] {
  const shown = sellers.filter(({ points }) => points.some((one) => one[measure] !== null));
  const times = [...new Set(shown.flatMap(({ points }) => points.map(({ at }) => at)))].toSorted();
  return ({ accent, weak, text, line, surface }) => ({
    grid: { left: 8, right: 16, top: shown.length > 1 ? 32 : 12, bottom: 4, containLabel: true },
    tooltip: {
      trigger: 'axis',
      confine: true,
      borderColor: line,
      backgroundColor: surface,
      textStyle: { color: text, fontSize: FONT },
    },
    ...(shown.length > 1
      ? { legend: { top: 0, right: 8, itemHeight: 4, textStyle: { color: weak, fontSize: FONT } } }
      : {}),
    xAxis: {
      type: 'category',
      data: times,
      axisLine: { lineStyle: { color: line } },
      axisTick: { show: false },
      axisLabel: { color: weak, fontSize: FONT, hideOverlap: true, formatter: (at: string) => at.slice(5, 10) },
    },
    yAxis: {
      type: 'value',
      scale: true,
      inverse: measure === 'rank',
      splitLine: { lineStyle: { color: line } },
      axisLabel: { color: weak, fontSize: FONT },
    },
    series: shown.map(({ name, points }, at) => {
      const byTime = new Map(points.map((point) => [point.at, point]));
      return {
        name,
        type: 'line',
        connectNulls: true,
        showSymbol: times.length < 40,
        data: times.map((time) => figureOf(byTime.get(time), measure)),
        ...(at === 0 ? { color: accent } : {}),
      };
    }),
  });
}
