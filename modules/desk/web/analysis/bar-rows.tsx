import { Button } from 'antd';
import type { CSSProperties, ReactNode } from 'react';
import { usePage } from '#kit/web/index.ts';
import type { Leads } from '../../model/analysis.ts';
import { addressOf } from '../todo.ts';

export interface BarRow {
  key: string;
  name: string;
  /** The figure, as it is read. */
  text: string;
  /** Behind the figure, weaker. */
  more?: string | undefined;
  /** Length of the bar, 0 to 1. */
  share: number;
  /** Where a line stands across the bar: what it should reach. */
  target?: number | undefined;
  tone?: 'bad' | undefined;
  leads: Leads;
}

/** Figures as bars below each other, each the way to its rows. */
export function BarRows({
  title,
  rows,
  wide = false,
}: {
  title: string;
  rows: readonly BarRow[];
  wide?: boolean;
}): ReactNode {
  const page = usePage();
  if (rows.length === 0) return null;
  return (
    <section className={`dk-part dk-panel${wide ? ' dk-wide' : ''}`} aria-label={title}>
      <h4 className="dk-bars-title">{title}</h4>
      <ul className="dk-bars">
        {rows.map(({ key, name, text, more, share, target, tone, leads }) => (
          <li key={key}>
            <Button type="text" className="dk-bar" href={addressOf(leads)} onClick={openIn(page.open, leads)}>
              <span className="dk-bar-name">{name}</span>
              <span className={`dk-bar-text${tone ? ' dk-bad' : ''}`}>
                {text}
                {more && <small> {more}</small>}
              </span>
              <span className="dk-bar-line" aria-hidden style={lengths(share, target)}>
                <span className={tone ? 'dk-bar-bad' : undefined} />
                {target !== undefined && <i />}
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

const percent = (share: number): string => `${(Math.min(1, Math.max(0, share)) * 100).toFixed(1)}%`;

const lengths = (share: number, target: number | undefined): CSSProperties =>
  ({
    '--dk-share': percent(share),
    ...(target === undefined ? {} : { '--dk-target': percent(target) }),
  }) as CSSProperties;

interface Click {
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  preventDefault: () => void;
}

/** A link of the page, unless another window was asked for. */
const openIn =
  (open: (path: string) => void, leads: Leads) =>
  (event: Click): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open(addressOf(leads));
  };
