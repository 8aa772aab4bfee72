import { BarChart, LineChart, PieChart } from 'echarts/charts';
import { AriaComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';
import { init, use as register, type ECharts, type EChartsCoreOption } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { useEffect, useRef, type ReactNode } from 'react';
import { toneNow, useColorScheme } from '../color-scheme.ts';
import './chart.css';

register([
  AriaComponent,
  BarChart,
  CanvasRenderer,
  GridComponent,
  LegendComponent,
  LineChart,
  PieChart,
  TooltipComponent,
]);

/** Tones of the page, which the person's settings decide. */
export interface ChartTones {
  accent: string;
  tint: string;
  text: string;
  weak: string;
  line: string;
  surface: string;
}

export interface ChartProps {
  /** What it shows, for who cannot see it; the figures themselves stand in a table beside it. */
  label: string;
  height: number;
  option: (tones: ChartTones) => EChartsCoreOption;
  /** The index of the value that was clicked. */
  onPick?: ((index: number) => void) | undefined;
}

/** A chart on a canvas, as wide as its place. */
export function Chart({ label, height, option, onPick }: ChartProps): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<ECharts | null>(null);
  const pick = useRef(onPick);
  const scheme = useColorScheme((now) => now.scheme);
  useEffect(() => {
    pick.current = onPick;
  });
  useEffect(() => {
    if (!place.current) return undefined;
    const drawn = init(place.current, null, { renderer: 'canvas' });
    chart.current = drawn;
    drawn.on('click', ({ dataIndex }) => pick.current?.(dataIndex));
    const resized = new ResizeObserver(() => drawn.resize());
    resized.observe(place.current);
    return () => {
      resized.disconnect();
      chart.current = null;
      drawn.dispose();
    };
  }, []);
  useEffect(() => {
    if (!place.current) return;
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    chart.current?.setOption(
      { animation: !isStill, animationDuration: 300, ...option(tonesNow()) },
      { notMerge: true },
    );
  }, [option, scheme]);
  return <div ref={place} className="wb-chart" style={{ height }} role="img" aria-label={label} />;
}

const tonesNow = (): ChartTones => ({
  accent: toneNow('solid'),
  tint: toneNow('tint'),
  text: toneNow('text'),
  weak: toneNow('text-weak'),
  line: toneNow('line'),
  surface: toneNow('surface'),
});
