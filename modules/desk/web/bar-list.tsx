import type { ReactNode } from 'react';

interface BarRow {
  key: string;
  label: string;
  value: number;
  note?: string | undefined;
}

/** Values as bars beside their numbers: the bar only repeats what the text says. */
export function BarList({ title, rows }: { title: string; rows: readonly BarRow[] }): ReactNode {
  if (rows.length === 0) return null;
  const most = Math.max(1, ...rows.map(({ value }) => value));
  return (
    <section className="dk-part">
      <h3>{title}</h3>
      <ul className="dk-bars">
        {rows.map(({ key, label, value, note }) => (
          <li key={key}>
            <div className="dk-bar-text">
              <span className="dk-bar-label" title={note ? `${label} ${note}` : label}>
                {label}
                {note && <span className="dk-weak">　{note}</span>}
              </span>
              <span className="dk-number">{value}</span>
            </div>
            <div className="dk-bar" aria-hidden style={{ width: `${(value / most) * 100}%` }} />
          </li>
        ))}
      </ul>
    </section>
  );
}
