import type { ReactNode } from 'react';
import { grouped } from '#kit/web/index.ts';
import '#kit/web/list/list-sums.css';
import './stock-totals.css';

interface StockSum {
  title: string;
  units: number;
  /** Cost of them as a decimal text; null: hidden from the reader. */
  value?: string | null;
  /** Chooses what it is the sum of; absent: nothing to choose. */
  onClick?: () => void;
  isOn?: boolean;
}

/** What all found rows come to, above them: its room is there before the sums are. */
export function StockTotals({
  sums,
  count,
  currency = '',
  note,
}: {
  sums: readonly StockSum[] | undefined;
  /** How many sums there will be. */
  count: number;
  currency?: string | undefined;
  note?: ReactNode;
}): ReactNode {
  return (
    <section className="wb-sums" aria-label="合计">
      <ul>
        {(sums ?? Array.from({ length: count }, () => null)).map((sum, at) => (
          <li key={sum?.title ?? at}>{sum ? <Sum sum={sum} currency={currency} /> : null}</li>
        ))}
      </ul>
      {note && <p>{note}</p>}
    </section>
  );
}

function Sum({ sum, currency }: { sum: StockSum; currency: string }): ReactNode {
  const { title, units, value, onClick, isOn } = sum;
  const face = (
    <>
      <span className="wb-sum-title">{title}</span>
      <strong>{grouped(units)} 件</strong>
      {value !== null && value !== undefined && (
        <span className="wb-sum-value">
          {currency} {grouped(value)}
        </span>
      )}
    </>
  );
  if (!onClick) return <div className="wb-sum">{face}</div>;
  return (
    <button type="button" className="wb-sum" aria-pressed={isOn} onClick={onClick}>
      {face}
    </button>
  );
}
