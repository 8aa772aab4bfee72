import type { ReactNode } from 'react';
import type { Fields } from '#kit/model/field.ts';
import type { Row } from '#ui/cells/faces.ts';
import { FieldList } from './field-list.tsx';
import './detail.css';

/**
 * Some facts of a row as a part of its own, one below the other: amounts, an address. Blank ones are left out,
 * and so is what is hidden from the reader.
 */
export const FactPart = <F extends Fields>({
  of,
  row,
  title,
  keys,
  children,
}: {
  of: { fields: F };
  row: Row;
  title: string;
  keys: readonly Extract<keyof F, string>[];
  /** Below the facts. */
  children?: ReactNode;
}): ReactNode => (
  <section className="wb-detail-part">
    <h2>{title}</h2>
    <FieldList fields={of.fields} keys={keys} row={row} columns={1} withBlanks={false} />
    {children}
  </section>
);
