import type { ChartProps, ChartTones } from '#kit/web/index.ts';

type Option = ChartProps['option'];

const FONT = 12;
const axisText = ({ weak }: ChartTones) => ({ color: weak, fontSize: FONT });
const tooltip = ({ text, line, surface }: ChartTones) => ({
  confine: true,
  borderColor: line,
  backgroundColor: surface,
  textStyle: { color: text, fontSize: FONT },
});

/** A value a day as a line over its ground, that of the period before as a broken one. */
export const linesOption =
  (days: readonly string[], now: Series, before: Series): Option =>
  (tones) => ({
    grid: { left: 8, right: 16, top: 36, bottom: 4, containLabel: true },
    tooltip: { trigger: 'axis', ...tooltip(tones) },
    legend: { top: 0, right: 8, icon: 'roundRect', itemHeight: 4, textStyle: axisText(tones) },
    xAxis: {
      type: 'category',
      boundaryGap: false,
      data: days.map((day) => day.slice(5)),
      axisLine: { lineStyle: { color: tones.line } },
      axisTick: { show: false },
      axisLabel: { ...axisText(tones), hideOverlap: true },
    },
    yAxis: {
      type: 'value',
      minInterval: 1,
      splitLine: { lineStyle: { color: tones.line } },
      axisLabel: axisText(tones),
    },
    series: [
      {
        name: now.title,
        type: 'line',
        data: now.values,
        symbolSize: 6,
        color: tones.accent,
        lineStyle: { width: 2 },
        areaStyle: { color: tones.tint, opacity: 0.8 },
      },
      {
        name: before.title,
        type: 'line',
        data: before.values,
        showSymbol: false,
        color: tones.weak,
        lineStyle: { width: 1.5, type: 'dashed' },
      },
    ],
  });

export interface Series {
  title: string;
  values: readonly number[];
}

/** Names and their values as bars that lie, the largest on top. */
export const barsOption =
  (names: readonly string[], { title, values }: Series, labelWidth = 120): Option =>
  (tones) => ({
    grid: { left: 8, right: 40, top: 4, bottom: 4, containLabel: true },
    tooltip: { trigger: 'item', ...tooltip(tones) },
    xAxis: { type: 'value', minInterval: 1, show: false },
    yAxis: {
      type: 'category',
      inverse: true,
      data: names,
      axisLine: { show: false },
      axisTick: { show: false },
      axisLabel: { ...axisText(tones), width: labelWidth, overflow: 'truncate' },
    },
    series: [
      {
        name: title,
        type: 'bar',
        data: values,
        color: tones.accent,
        barMaxWidth: 18,
        itemStyle: { borderRadius: 2 },
        label: { show: true, position: 'right', color: tones.text, fontSize: FONT },
        cursor: 'pointer',
      },
    ],
  });
