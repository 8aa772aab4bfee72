import type { ReactNode } from 'react';
import './detail.css';

export interface Fact {
  key: string;
  title: string;
  value: ReactNode;
  /** Takes a line of its own. */
  isWide?: boolean;
}

/** Pairs of title and value, in one to four columns as the room allows. */
export const FactList = ({
  facts,
  columns = 3,
  className = '',
}: {
  facts: readonly Fact[];
  columns?: 1 | 2 | 3 | 4;
  className?: string;
}): ReactNode => (
  <dl className={`wb-fields ${className}`} data-columns={columns}>
    {facts.map(({ key, title, value, isWide }) => (
      <div key={key} className={isWide ? 'wb-field-wide' : ''}>
        <dt>{title}</dt>
        <dd>{value || <span className="wb-none">—</span>}</dd>
      </div>
    ))}
  </dl>
);
