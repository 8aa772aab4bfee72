import { useMemo, type ReactNode } from 'react';
import { grouped } from '#kit/web/index.ts';
import { linesOption, type Series } from '../chart-options.ts';
import { ChartPanel } from '../chart-panel.tsx';

const TALL = 240;

/** A figure by day beside that of the period before. */
export function DayLines({
  title,
  days,
  now,
  before,
  choice,
}: {
  title: string;
  days: readonly string[];
  now: Series;
  before: Series;
  /** Beside the title: what is drawn. */
  choice?: ReactNode;
}): ReactNode {
  const drawn = JSON.stringify([days, now, before]);
  const option = useMemo(
    () => linesOption(days, now, before),
    // What is drawn follows from these alone.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [drawn],
  );
  if (days.length < 2) return null;
  return (
    <ChartPanel
      wide
      title={title}
      height={TALL}
      option={option}
      choice={choice}
      table={{
        head: ['日期', now.title, before.title],
        rows: days.map((day, at) => ({
          cells: [day, grouped(now.values[at] ?? 0), grouped(before.values[at] ?? 0)],
        })),
      }}
    />
  );
}
