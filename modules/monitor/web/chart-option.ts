import type { ChartProps } from '#kit/web/index.ts';
import { figureText } from '../model/figure-text.ts';
import type { FigureUnit } from '../model/figures.ts';

export interface Line {
  title: string;
  values: readonly (number | null)[];
}

const FONT = 12;
/** Shown without places: two marks of an axis would read alike below one. */
const WHOLE: ReadonlySet<FigureUnit> = new Set(['count', 'seconds']);
const DASHES = ['solid', 'dashed', 'dotted'] as const;

/** Values by the minute, the first line over its ground; lines differ in their dashes too, not in colour alone. */
export const dayOption =
  (at: readonly string[], lines: readonly Line[], unit: FigureUnit): ChartProps['option'] =>
  (tones) => {
    const text = { color: tones.weak, fontSize: FONT };
    const [scale, word] = scaleOf(lines, unit);
    const colours = [tones.accent, tones.text, tones.weak];
    return {
      animation: false,
      grid: { left: 8, right: 16, top: 32, bottom: 4, containLabel: true },
      tooltip: {
        trigger: 'axis',
        confine: true,
        borderColor: tones.line,
        backgroundColor: tones.surface,
        textStyle: { color: tones.text, fontSize: FONT },
        valueFormatter: (value: unknown) => figureText(typeof value === 'number' ? value * scale : null, unit),
      },
      // One row on a phone too: a second one would lie over the drawing.
      legend: { type: 'scroll', top: 0, left: 0, right: 0, icon: 'roundRect', itemHeight: 4, textStyle: text },
      xAxis: {
        type: 'category',
        boundaryGap: false,
        data: at.map((moment) => moment.slice(5, 16)),
        axisLine: { lineStyle: { color: tones.line } },
        axisTick: { show: false },
        axisLabel: { ...text, hideOverlap: true, formatter: (moment: string) => moment.slice(6) },
      },
      yAxis: {
        type: 'value',
        min: 0,
        ...(unit === 'percent' ? { max: 100, interval: 25 } : { splitNumber: 4 }),
        ...(WHOLE.has(unit) ? { minInterval: 1 } : {}),
        splitLine: { lineStyle: { color: tones.line } },
        axisLabel: { ...text, formatter: (value: number) => (word ? `${value} ${word}` : figureText(value, unit)) },
      },
      series: lines.map(({ title, values }, place) => ({
        name: title,
        type: 'line',
        data: scale === 1 ? values : values.map((value) => value && value / scale),
        // One value alone has no line: it is a dot.
        showSymbol: values.length < 2,
        connectNulls: false,
        color: colours[place % colours.length],
        lineStyle: { width: 1.5, type: DASHES[place % DASHES.length] },
        ...(place === 0 && lines.length === 1 ? { areaStyle: { color: tones.tint, opacity: 0.8 } } : {}),
      })),
    };
  };

const MB = 1024 ** 2;
const GB = 1024 ** 3;
const FEW_GB = 4;

/** Bytes are drawn in MB or GB, so that the axis has round figures. */
function scaleOf(lines: readonly Line[], unit: FigureUnit): readonly [scale: number, word: string | null] {
  if (unit !== 'bytes') return [1, null];
  const most = Math.max(0, ...lines.flatMap(({ values }) => values.map((value) => value ?? 0)));
  return most >= FEW_GB * GB ? [GB, 'GB'] : [MB, 'MB'];
}
