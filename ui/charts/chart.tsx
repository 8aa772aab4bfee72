import { BarChart, LineChart } from 'echarts/charts';
import {
  AriaComponent,
  GridComponent,
  LegendComponent,
  TooltipComponent,
} from 'echarts/components';
import { init, use, type ECharts, type EChartsCoreOption } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { useEffect, useRef, type ReactNode } from 'react';
import './chart.css';

use([
  AriaComponent,
  BarChart,
  CanvasRenderer,
  GridComponent,
  LegendComponent,
  LineChart,
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
      { animation: !isStill, animationDuration: 300, ...option(tonesOf(place.current)) },
      { notMerge: true },
    );
  }, [option]);
  return <div ref={place} className="wb-chart" style={{ height }} role="img" aria-label={label} />;
}

function tonesOf(element: Element): ChartTones {
  const styles = getComputedStyle(element);
  const tone = (name: string, otherwise: string): string =>
    styles.getPropertyValue(`--wb-${name}`).trim() || otherwise;
  return {
    accent: tone('solid', '#1270c8'),
    tint: tone('tint', '#e6f4ff'),
    text: tone('text', '#1f2329'),
    weak: tone('text-weak', '#5f6774'),
    line: tone('line', '#e7eaef'),
    surface: tone('surface', '#ffffff'),
  };
}
