import { ArrowDownOutlined, ArrowUpOutlined, MinusOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { HomeCard } from './home-card.tsx';
import { trendOf } from './trend.ts';

const ARROWS = { up: ArrowUpOutlined, down: ArrowDownOutlined, same: MinusOutlined };

/** A figure of a period against that of the period before, with the line of its days. */
export function FigureCard({
  address,
  icon,
  title,
  figure,
  now,
  before,
  beforeTitle,
  days,
  more,
}: {
  address: string | null;
  icon: string;
  title: string;
  figure: string;
  now: number;
  before: number;
  /** `前 7 天` */
  beforeTitle: string;
  days: readonly number[];
  /** Behind the comparison. */
  more?: string | null | undefined;
}): ReactNode {
  const { way, text } = trendOf(now, before);
  const Arrow = ARROWS[way];
  return (
    <HomeCard
      address={address}
      icon={icon}
      title={title}
      figure={figure}
      aside={<Line values={days} />}
      note={
        <>
          较{beforeTitle}{' '}
          <span className={`dk-trend dk-trend-${way}`}>
            <Arrow aria-hidden /> {text}
          </span>
          {more && <span className="dk-more">{more}</span>}
        </>
      }
    />
  );
}

const [WIDTH, HEIGHT] = [72, 24];

/** The days of a figure as one small line: it repeats what the chart says. */
function Line({ values }: { values: readonly number[] }): ReactNode {
  if (values.length < 2) return null;
  const most = Math.max(1, ...values);
  const points = values.map(
    (value, at) =>
      `${((at / (values.length - 1)) * (WIDTH - 2) + 1).toFixed(1)},${(HEIGHT - 2 - (value / most) * (HEIGHT - 4)).toFixed(1)}`,
  );
  return (
    <svg className="dk-spark" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
      <polyline points={points.join(' ')} />
    </svg>
  );
}
