import type { ReportColumns, ReportRow } from '#kit/model/report.ts';
import type { ChartProps, ChartTones } from '#kit/web/index.ts';
import { cellText } from '../../model/reports/cell-text.ts';

type Option = ChartProps['option'];

/** Bars that fit beside each other with their names. */
const MOST_BARS = 30;
const FONT = 12;

const axisText = ({ weak }: ChartTones) => ({ color: weak, fontSize: FONT });
const tooltip = ({ text, line, surface }: ChartTones) => ({
  confine: true,
  borderColor: line,
  backgroundColor: surface,
  textStyle: { color: text, fontSize: FONT },
});

export interface ChartData {
  type: string;
  names: string[];
  series: { title: string; values: number[] }[];
}

/**
 * What the chart of a report shows: rows of one name are added, but amounts of several currencies are not, each of
 * which is a series of its own. Of many, those that come first in the report.
 */
export function chartData(
  { columns, dictOptions, chart }: ReportColumns,
  rows: readonly ReportRow[],
): ChartData | null {
  const x = columns.find(({ dataIndex }) => dataIndex === chart?.x);
  if (!chart || !x || rows.length === 0) return null;
  const name = (row: ReportRow): string => cellText(x, row, dictOptions);
  const all = [...new Set(rows.map(name))];
  const names = (x.kind === 'date' ? all.toSorted() : all).slice(0, MOST_BARS);
  const series = chart.y.flatMap((key) => {
    const column = columns.find(({ dataIndex }) => dataIndex === key);
    if (!column) return [];
    const currencyOf = (row: ReportRow): string => (column.currency ? String(row[column.currency] ?? '') : '');
    return [...Map.groupBy(rows, currencyOf)].map(([currency, own]) => ({
      title: currency ? `${column.title} ${currency}` : column.title,
      values: names.map((one) =>
        own.filter((row) => name(row) === one).reduce((sum, row) => sum + Number(row[key] ?? 0), 0),
      ),
    }));
  });
  return series.length === 0 ? null : { type: chart.type, names, series };
}

/** The chart of a report in the tones of the page. */
export const chartOption =
  ({ type, names, series }: ChartData): Option =>
  (tones) =>
    type === 'pie' ? pie(names, series, tones) : axes(type, names, series, tones);

function pie(names: readonly string[], [first]: ChartData['series'], tones: ChartTones) {
  return {
    tooltip: { trigger: 'item', ...tooltip(tones) },
    series: [
      {
        name: first?.title ?? '',
        type: 'pie',
        radius: ['45%', '72%'],
        label: { color: tones.text, fontSize: FONT },
        data: names.map((name, at) => ({ name, value: first?.values[at] ?? 0 })),
      },
    ],
  };
}

function axes(type: string, names: readonly string[], series: ChartData['series'], tones: ChartTones) {
  return {
    grid: { left: 8, right: 16, top: series.length > 1 ? 36 : 16, bottom: 4, containLabel: true },
    tooltip: { trigger: 'axis', ...tooltip(tones) },
    ...(series.length > 1
      ? { legend: { top: 0, right: 8, icon: 'roundRect', itemHeight: 4, textStyle: axisText(tones) } }
      : {}),
    xAxis: {
      type: 'category',
      data: names,
      axisLine: { lineStyle: { color: tones.line } },
      axisTick: { show: false },
      axisLabel: { ...axisText(tones), hideOverlap: true, overflow: 'truncate', width: 96 },
    },
    yAxis: { type: 'value', splitLine: { lineStyle: { color: tones.line } }, axisLabel: axisText(tones) },
    series: series.map(({ title, values }, at) => ({
      name: title,
      type: type === 'line' ? 'line' : 'bar',
      data: values,
      barMaxWidth: 36,
      ...(at === 0 ? { color: tones.accent } : {}),
    })),
  };
}
