import type { ReactNode } from 'react';
import type { AnyResource } from '../model/resource.ts';
import './hidden-row-tag.css';

/** Marks a row that stands apart from the others of its resource; all others carry no mark. */
export function HiddenRowTag({
  of: { scope, fields },
  row,
}: {
  of: AnyResource;
  row: Readonly<Record<string, unknown>>;
}): ReactNode {
  const { field, value = '', hint } = scope?.hidden ?? {};
  if (field === undefined || row[field] !== value) return null;
  return (
    <span className="wb-apart" title={hint}>
      {fields[field]?.dict?.items[value] ?? value}
    </span>
  );
}
