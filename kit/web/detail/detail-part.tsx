import { Button, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useIsMobile } from '#ui/use-is-mobile.ts';
import '../list/row-cards.css';
import './detail.css';

/** What a part of a page was asked, as a query answers it. */
interface PartQuery<T> {
  data: T | undefined;
  error: Error | null;
  refetch: () => unknown;
}

/**
 * A part of a detail that comes by itself: it has its own room while it is awaited and its own fault
 * with a button to try again, whatever becomes of the others.
 */
export function DetailPart<T>({
  title,
  query,
  countOf,
  none,
  more,
  children,
}: {
  title: string;
  query: PartQuery<T>;
  /** How many there are, beside the title. */
  countOf?: (data: T) => number;
  /** Said where `countOf` finds none; absent: the part is left out then. */
  none?: string | undefined;
  /** At the end of the heading. */
  more?: ReactNode;
  children: (data: T) => ReactNode;
}): ReactNode {
  const { data, error, refetch } = query;
  const count = data === undefined ? undefined : countOf?.(data);
  if (count === 0 && none === undefined) return null;
  return (
    <section className="wb-detail-part">
      <h2>
        {title}
        {count !== undefined && count > 0 && <span className="wb-part-count">{count}</span>}
        {more}
      </h2>
      {error && data === undefined ? (
        <p role="alert">
          {error.message}{' '}
          <Button type="link" onClick={() => void refetch()}>
            重试
          </Button>
        </p>
      ) : data === undefined ? (
        <Skeleton active paragraph={{ rows: 2 }} title={false} />
      ) : count === 0 ? (
        <p className="wb-part-none">{none}</p>
      ) : (
        children(data)
      )}
    </section>
  );
}

/**
 * Rows of a part as a plain table: a heading a column, figures at the right, as wide as its place. On a phone
 * each row is a card with its first cell as its name.
 */
export function PartTable({
  label,
  head,
  rows,
}: {
  label: string;
  head: readonly { title: string; isFigure?: boolean }[];
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
}): ReactNode {
  if (useIsMobile()) return <PartCards label={label} head={head} rows={rows} />;
  return (
    <div className="wb-part-table" tabIndex={0} role="region" aria-label={label}>
      <table>
        <thead>
          <tr>
            {head.map(({ title, isFigure }) => (
              <th key={title} scope="col" className={isFigure ? 'wb-part-figure' : ''}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, at) => (
                <td key={at} className={head[at]?.isFigure ? 'wb-part-figure' : ''}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function PartCards({ label, head, rows }: Parameters<typeof PartTable>[0]): ReactNode {
  return (
    <ul className="wb-cards" aria-label={label}>
      {rows.map(({ key, cells: [name, ...cells] }) => (
        <li key={key}>
          <div className="wb-card-head">
            <span className="wb-card-name">{name}</span>
          </div>
          <dl>
            {cells.map((cell, at) =>
              isNothing(cell) ? null : (
                <div key={at}>
                  <dt>{head[at + 1]?.title}</dt>
                  <dd>{cell}</dd>
                </div>
              ),
            )}
          </dl>
        </li>
      ))}
    </ul>
  );
}

const isNothing = (cell: ReactNode): boolean => cell === null || cell === undefined || cell === '';
