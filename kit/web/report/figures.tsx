import type { ReactNode } from 'react';
import './report.css';

export interface Figure {
  title: string;
  /** Words, or the way to what it counts ({@link DrillLink}). */
  value: ReactNode;
  /** It is what the others explain: drawn larger. */
  isMain?: boolean;
  tone?: 'good' | 'bad' | undefined;
}

/** Some figures beside each other, each below its title. */
export const Figures = ({ of }: { of: readonly Figure[] }): ReactNode => (
  <dl className="wb-figures">
    {of.map(({ title, value, isMain = false, tone }) => (
      <div key={title}>
        <dt>{title}</dt>
        <dd className={[isMain && 'wb-figure-main', tone && `wb-figure-${tone}`].filter(Boolean).join(' ')}>{value}</dd>
      </div>
    ))}
  </dl>
);
