import { SwapOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { listingComparison } from '../model/listing-comparison.ts';
import type { Compared } from './comparison-acts.ts';
import './channels.css';

const { ours, theirs } = listingComparison.fields;
const TITLES = { ours: ours.title, theirs: theirs.title };

/** How a field compares: what differs stands out by a sign and its ground, for whoever sees no colours too. */
export function Gap({ row: { gap, gap_dictText: word } }: { row: Compared }): ReactNode {
  if (gap !== 'differs') return word;
  return (
    <span className="ch-differs">
      <SwapOutlined aria-hidden /> {word}
    </span>
  );
}

/** One of the two values; where no head of a column says whose it is, it does so itself. */
export function Side({ row, side }: { row: Compared; side: 'ours' | 'theirs' }): ReactNode {
  return (
    <>
      <small className="ch-side">{TITLES[side]} </small>
      {row[side] === null ? (
        <span className="wb-none">—</span>
      ) : (
        <span className={row.gap === 'differs' ? 'ch-differing' : undefined}>{row[side]}</span>
      )}
    </>
  );
}
