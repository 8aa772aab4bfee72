import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { grouped, useIsMobile } from '#kit/web/index.ts';
import type { DayFigures } from '../model/routes.ts';

/** Drawn as wide as it is shown, so that its words keep their size and today is in sight. */
const WIDTHS = { wide: 960, phone: 330 };
/** What a date, and what a count above its bar, needs at least. */
const DATE_WIDTH = 46;
const COUNT_WIDTH = 18;
const HEIGHT = 180;
const FOOT = 22;
const HEAD = 18;

/** Orders by day as bars, drawn in SVG; the same figures stand in a table for who cannot see them. */
export function DayChart({
  days,
  currency,
}: {
  days: readonly DayFigures[];
  currency: string;
}): ReactNode {
  const [isTable, setTable] = useState(false);
  return (
    <section className="dk-part">
      <div className="dk-head">
        <h3>每日订单</h3>
        <Button type="link" size="small" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          {isTable ? '看图' : '看表'}
        </Button>
      </div>
      {isTable ? <DayTable days={days} currency={currency} /> : <Bars days={days} />}
    </section>
  );
}

function Bars({ days }: { days: readonly DayFigures[] }): ReactNode {
  const fullWidth = WIDTHS[useIsMobile() ? 'phone' : 'wide'];
  const most = Math.max(1, ...days.map(({ orders }) => orders));
  const step = fullWidth / Math.max(1, days.length);
  const room = HEIGHT - FOOT - HEAD;
  // A month has no room for every date.
  const every = Math.ceil(DATE_WIDTH / step);
  return (
    <svg
      className="dk-chart"
      viewBox={`0 0 ${fullWidth} ${HEIGHT}`}
      role="img"
      aria-label={`每日订单：${days.map(({ day, orders }) => `${day.slice(5)} ${orders}单`).join('，')}`}
    >
      <line x1="0" x2={fullWidth} y1={HEIGHT - FOOT} y2={HEIGHT - FOOT} className="dk-axis" />
      {days.map(({ day, orders, units, amount }, index) => {
        const height = (orders / most) * room;
        const middle = index * step + step / 2;
        const width = Math.min(step * 0.6, 56);
        return (
          <g key={day}>
            <title>{`${day}　${orders} 单　${units} 件　${grouped(amount)}`}</title>
            <rect x={index * step} y="0" width={step} height={HEIGHT} fill="transparent" />
            <rect
              x={middle - width / 2}
              y={HEIGHT - FOOT - height}
              width={width}
              height={height}
              rx="2"
              className="dk-column"
            />
            {orders > 0 && step >= COUNT_WIDTH && (
              <text x={middle} y={HEIGHT - FOOT - height - 5} className="dk-tick">
                {orders}
              </text>
            )}
            {(days.length - 1 - index) % every === 0 && (
              <text
                x={Math.min(middle, fullWidth - DATE_WIDTH / 2)}
                y={HEIGHT - 6}
                className="dk-tick"
              >
                {day.slice(5)}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}

function DayTable({
  days,
  currency,
}: {
  days: readonly DayFigures[];
  currency: string;
}): ReactNode {
  return (
    <table className="dk-table">
      <thead>
        <tr>
          <th>日期</th>
          <th>订单</th>
          <th>件数</th>
          <th>销售额（{currency}）</th>
        </tr>
      </thead>
      <tbody>
        {[...days].reverse().map(({ day, orders, units, amount }) => (
          <tr key={day}>
            <td>{day}</td>
            <td>{orders}</td>
            <td>{units}</td>
            <td>{grouped(amount)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
