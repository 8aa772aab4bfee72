import type { ReactNode } from 'react';
import type { Row } from '#ui/cells/faces.ts';
import type { ListColumn } from './list-column.ts';
import './row-cards.css';
import './stack-cards.css';

interface StackCardsProps<R extends Row> {
  label: string;
  rows: readonly R[];
  columns: readonly ListColumn<R>[];
  /** In front: the box to tick. */
  lead?: ((row: R) => ReactNode) | undefined;
  operations?: ((row: R) => ReactNode) | undefined;
  classOf: (row: R) => string;
  /** How many figures a card shows at most. */
  mostFigures?: number | undefined;
}

/** What a card has room for; the detail tells the rest. */
const MOST_FACTS = 2;
/** Below them: where it leaves from and how, to whom it goes. */
const MORE_FACTS = 2;
const MOST_FIGURES = 4;

interface CardLines<R extends Row> {
  /** With the picture. */
  head: ListColumn<R> | undefined;
  /** What the row is called, where the head does not say it. */
  name: ListColumn<R> | undefined;
  facts: ListColumn<R>[];
  figures: ListColumn<R>[];
}

/** Where the columns of a list stand on a card: in their order, figures last. */
export function cardLines<R extends Row>(columns: readonly ListColumn<R>[]): CardLines<R> {
  const head = columns.find(({ pictureOf }) => pictureOf) ?? columns[0];
  const name = columns.find((column) => column.isName && column !== head);
  const rest = columns.filter((column) => column !== head && column !== name);
  return {
    head,
    name,
    facts: rest.filter(({ figure }) => !figure),
    figures: rest.filter(({ figure }) => figure),
  };
}

/** Rows of two lines where a table has no room: five lines each, with one thing to do. */
export function StackCards<R extends Row>({
  label,
  rows,
  columns,
  lead,
  operations,
  classOf,
  mostFigures = MOST_FIGURES,
}: StackCardsProps<R>): ReactNode {
  const { head, name, facts, figures } = cardLines(columns);
  const filled = (some: readonly ListColumn<R>[], row: R, most: number): ListColumn<R>[] =>
    some.filter(({ isBlank }) => !isBlank?.(row)).slice(0, most);
  const line = (some: readonly ListColumn<R>[], row: R, look: string): ReactNode =>
    some.length > 0 && (
      <div className={`wb-card-line wb-card-facts${look}`}>
        {some.map((column) => (
          <span key={column.key} title={column.title}>
            {column.render(row)}
          </span>
        ))}
      </div>
    );
  return (
    <ul className="wb-cards wb-stack-cards" aria-label={label}>
      {rows.map((row) => {
        const stated = filled(facts, row, MOST_FACTS + MORE_FACTS);
        return (
          <li key={row.id} className={classOf(row)}>
            <div className="wb-card-top">
              {lead?.(row)}
              {head?.render(row)}
            </div>
            {name && <div className="wb-card-line">{name.render(row)}</div>}
            {line(stated.slice(0, MOST_FACTS), row, '')}
            {line(stated.slice(MOST_FACTS), row, ' wb-card-weak')}
            <div className="wb-card-line wb-card-last">
              <span className="wb-card-figures">
                {filled(figures, row, mostFigures).map((column) => (
                  <span key={column.key}>
                    <small>{column.title}</small> {column.render(row)}
                  </span>
                ))}
              </span>
              {operations?.(row)}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
