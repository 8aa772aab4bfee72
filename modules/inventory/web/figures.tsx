import type { ReactNode } from 'react';
import { grouped, type ColumnSpec, type Row } from '#kit/web/index.ts';

/** A number of a list, weak where it is nothing. */
export const Units = ({ of }: { of: number }): ReactNode =>
  of === 0 ? <span className="wb-none wb-number">0</span> : <span className="wb-number">{grouped(of)}</span>;

/**
 * Units with their value below, where every amount of the list is in one currency, said above it.
 * @param title above the lower line
 */
export const valuedUnits = <R extends Row>(
  key: keyof R & string,
  valueKey: keyof R & string,
  { width, title = '' }: { width: number; title?: string },
): ColumnSpec<R> => {
  const isNothing = (row: R): boolean => Number(row[key]) === 0;
  return {
    key,
    width,
    align: 'right',
    render: (row: R) => <Units of={Number(row[key])} />,
    figure: (row: R) => grouped(row[key]),
    isBlank: isNothing,
    under: [
      {
        key: valueKey,
        title,
        width,
        align: 'right',
        isBlank: isNothing,
        figure: (row: R) => grouped(row[valueKey]),
        render: (row: R) => <span className="wb-number">{grouped(row[valueKey])}</span>,
      },
    ],
  } as ColumnSpec<R>;
};
