import type { ReactNode } from 'react';
import './channels.css';

const WIDTH = 72;
const HEIGHT = 22;
const EDGE = 3;

/** Percentages of the stretches of a period, the newest last; null: nothing counted there. */
export const trendValues = (text: string | null): (number | null)[] =>
  (text ?? '').split(' ').flatMap((part) => (part === '' ? [] : [Number.isNaN(Number(part)) ? null : Number(part)]));

/** How a figure went, as a small line; what it went through is its title, and read aloud. */
export function TrendLine({ text }: { text: string | null }): ReactNode {
  const values = trendValues(text);
  const known = values.flatMap((value, at) => (value === null ? [] : [{ value, at }]));
  const [first, last] = [known[0], known.at(-1)];
  if (!first || !last || known.length < 2) return <span className="ch-weak">—</span>;
  const least = Math.min(...known.map(({ value }) => value));
  const span = Math.max(...known.map(({ value }) => value)) - least;
  const x = (at: number): number => EDGE + (at * (WIDTH - 2 * EDGE)) / (values.length - 1);
  const y = (value: number): number =>
    span === 0 ? HEIGHT / 2 : HEIGHT - EDGE - ((value - least) * (HEIGHT - 2 * EDGE)) / span;
  const words = `趋势：${values.map((value) => (value === null ? '无' : `${value}%`)).join(' → ')}`;
  return (
    <svg className="ch-trend" role="img" aria-label={words} width={WIDTH} height={HEIGHT}>
      <title>{words}</title>
      <polyline points={known.map(({ value, at }) => `${x(at)},${y(value)}`).join(' ')} />
      <circle cx={x(last.at)} cy={y(last.value)} r={2.5} />
    </svg>
  );
}
