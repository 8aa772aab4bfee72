import type { ReactNode } from 'react';
import type { Row } from '#ui/cells/faces.ts';
import type { ListColumn } from './list-column.ts';
import './row-cards.css';

interface RowCardsProps<R extends Row> {
  label: string;
  rows: readonly R[];
  columns: readonly ListColumn<R>[];
  /** Column that names a card; the first one by default. */
  head?: string | undefined;
  /** In front of the name: the box to tick. */
  lead?: ((row: R) => ReactNode) | undefined;
  operations?: ((row: R) => ReactNode) | undefined;
  classOf?: ((row: R) => string) | undefined;
}

/** Rows where a table has no room: one under the other, each value below its title, no blanks. */
export function RowCards<R extends Row>({
  label,
  rows,
  columns,
  head,
  lead,
  operations,
  classOf,
}: RowCardsProps<R>): ReactNode {
  const name = columns.find(({ key }) => key === head) ?? columns[0];
  const rest = columns.filter((column) => column !== name);
  return (
    <ul className="wb-cards" aria-label={label}>
      {rows.map((row) => (
        <li key={row.id} className={classOf?.(row) || undefined}>
          <div className="wb-card-head">
            {lead?.(row)}
            <span className="wb-card-name">{name?.render(row)}</span>
          </div>
          <dl>
            {rest
              .filter(({ isBlank }) => !isBlank?.(row))
              .map((column) => (
                <div key={column.key}>
                  <dt>{column.title}</dt>
                  <dd>{column.render(row)}</dd>
                </div>
              ))}
          </dl>
          {operations && <div className="wb-card-operations">{operations(row)}</div>}
        </li>
      ))}
    </ul>
  );
}
