import type { ReactNode } from 'react';
import type { Row } from '#ui/cells/faces.ts';
import type { OwnColumn } from '../list/list-column.ts';
import { Drill, type DrillTo } from './drill.tsx';
import type { Period } from './period.ts';
import { useReport } from './report-context.ts';
import './report.css';

type Better = 'more' | 'less';

export interface FigureSpec<R extends Row> {
  key: keyof R & string;
  /** px, 108 by default. */
  width?: number;
  /** The figure in words; null: there is none. */
  text: (row: R) => string | null;
  /** What is drawn in its place, where there is one. */
  face?: (row: R) => ReactNode;
  /** The way to what it counts. */
  drill?: (row: R, period: Period) => DrillTo;
  /** What explains it, on the lower line. */
  below?: { key: string; title?: string; text: (row: R) => string | null };
  /**
   * How it is measured against the period before, and what is the better, of all rows or row by row: said in place
   * of `below` while two periods are compared. Not compared where absent.
   */
  against?: { value: (row: R) => number | null; better: Better | ((row: R) => Better) };
}

/**
 * A column of figures: at the right, never cut, each the way to what it counts. While two periods are
 * compared, the figure of the one before stands on its lower line.
 */
export function figureColumn<R extends Row>(spec: FigureSpec<R>): OwnColumn<R> {
  const { key, width = 108, text, face, drill, below } = spec;
  const drawn = (row: R): ReactNode => {
    const words = text(row);
    return words === null ? '—' : (face?.(row) ?? words);
  };
  return {
    key,
    width,
    align: 'right',
    figure: (row) => text(row) ?? '—',
    render: (row) => (drill ? <Drill to={(period) => drill(row, period)}>{drawn(row)}</Drill> : drawn(row)),
    ...(below && {
      under: [
        {
          key: below.key,
          ...(below.title !== undefined && { title: below.title }),
          render: (row: R) => <Below spec={spec} row={row} />,
        },
      ],
    }),
  };
}

function Below<R extends Row>({ spec: { text, below, against }, row }: { spec: FigureSpec<R>; row: R }): ReactNode {
  const { before } = useReport();
  if (!before || !against) return below?.text(row) ?? null;
  const earlier = before(row) as R | undefined;
  const [now, then] = [against.value(row), earlier ? against.value(earlier) : null];
  if (!earlier || then === null) return '上期没有';
  if (now === null || now === then) return `上期 ${text(earlier) ?? '—'}`;
  const better = typeof against.better === 'function' ? against.better(row) : against.better;
  const isBetter = now > then === (better === 'more');
  return (
    <span className={isBetter ? 'wb-report-better' : 'wb-report-worse'}>
      <span role="img" aria-label={now > then ? '上升' : '下降'}>
        {now > then ? '↑' : '↓'}
      </span>{' '}
      上期 {text(earlier) ?? '—'}
    </span>
  );
}
