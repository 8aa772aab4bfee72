import type { ReactNode } from 'react';
import type { AnyResource } from '#kit/model/resource.ts';
import type { Row } from '#ui/cells/faces.ts';
import { grouped } from '#ui/cells/number-text.ts';
import { sumsOf, type Sum } from './row-sums.ts';

/** More of them would push the operations away; the others are read as a tooltip. */
const SHOWN = 3;

const textOf = ({ currency, value }: Sum): string => (currency ? `${currency} ${grouped(value)}` : grouped(value));

/** What the chosen rows come to: each amount by currency, each quantity. */
export function SelectionSums({
  of,
  keys,
  rows,
}: {
  of: AnyResource;
  keys: readonly string[];
  rows: readonly Row[];
}): ReactNode {
  const sums = sumsOf(of, keys, rows);
  if (sums.length === 0) return null;
  const all = sums.map((sum) => `${sum.title} ${textOf(sum)}`).join('\n');
  return (
    <span className="wb-sums" title={`合计\n${all}`}>
      {sums.slice(0, SHOWN).map((sum) => (
        <span key={`${sum.key} ${sum.currency ?? ''}`}>
          {sum.title} <strong>{textOf(sum)}</strong>
        </span>
      ))}
      {sums.length > SHOWN && <span>…</span>}
    </span>
  );
}
