import { Button } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import { Chart, PartTable } from '#kit/web/index.ts';
import { figureText } from '../model/figure-text.ts';
import { FIGURES, type FigureName } from '../model/figures.ts';
import type { History } from '../model/routes.ts';
import { dayOption } from './chart-option.ts';
import './monitor.css';

const HEIGHT = 220;
/** Of a day so many moments are read off as a table. */
const MOST_ROWS = 48;

/** Figures of one unit over a day. */
export interface ChartSpec {
  title: string;
  figures: readonly [FigureName, ...FigureName[]];
}

/** A day of figures as lines, or read off in a table. */
export function DayChart({ title, figures, history }: ChartSpec & { history: History | undefined }): ReactNode {
  const [isTable, setTable] = useState(false);
  const { unit } = FIGURES[figures[0]];
  const lines = useMemo(
    () => figures.map((name) => ({ title: FIGURES[name].title, values: history?.lines[name] ?? [] })),
    [figures, history],
  );
  const option = useMemo(() => dayOption(history?.at ?? [], lines, unit), [history, lines, unit]);
  const isEmpty = !lines.some(({ values }) => values.some((value) => value !== null));
  return (
    <section className="mo-chart" aria-label={title}>
      <div className="mo-chart-head">
        <h2>{title}</h2>
        <Button type="link" size="small" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          {isTable ? '看图' : '看表'}
        </Button>
      </div>
      {isEmpty ? (
        <div className="mo-none" style={{ height: HEIGHT }}>
          {history ? '还没有记录，每分钟记录一次' : ''}
        </div>
      ) : isTable ? (
        <div className="mo-table" style={{ maxHeight: HEIGHT }}>
          <PartTable
            label={`${title}的数值`}
            head={[{ title: '时间' }, ...lines.map((line) => ({ title: line.title, isFigure: true }))]}
            rows={rowsOf(history?.at ?? []).map(({ at, place }) => ({
              key: at,
              cells: [at, ...lines.map(({ values }) => figureText(values[place], unit))],
            }))}
          />
        </div>
      ) : (
        <div style={{ minHeight: HEIGHT }}>
          <Chart height={HEIGHT} option={option} label={`${title}，最近一天`} />
        </div>
      )}
    </section>
  );
}

/** The latest first, evenly thinned. */
function rowsOf(at: readonly string[]): { at: string; place: number }[] {
  const step = Math.max(1, Math.ceil(at.length / MOST_ROWS));
  return at
    .map((moment, place) => ({ at: moment, place }))
    .toReversed()
    .filter((_, turn) => turn % step === 0);
}
