import type { ReactNode } from 'react';
import type { Row } from '#ui/cells/faces.ts';
import { ColumnEdge } from './column-edge.tsx';
import type { ListColumn } from './list-column.ts';
import { headOf } from './stack.tsx';
import type { Slots } from './table-slots.ts';
import type { ListHandle } from './use-list.ts';

interface TableHeadProps<R extends Row> {
  list: ListHandle<R>;
  slots: Slots<R>;
  /** Of the rows in sight: all ticked, none, or some. */
  ticked: 'all' | 'none' | 'some';
  onTickAll: () => void;
  onWidth: ((key: string, width: number) => void) | undefined;
}

/** The head of a list: ticks all rows in sight, sorts, and gives columns their width. */
export function TableHead<R extends Row>(props: TableHeadProps<R>): ReactNode {
  const { list, slots, ticked, onTickAll, onWidth } = props;
  const { mark, columns, rest, operations } = slots;
  const heads = columns.map((slot) => <HeadCell key={slot.column.key} list={list} slot={slot} onWidth={onWidth} />);
  if (rest !== null) heads.splice(rest, 0, <th key="rest" aria-hidden />);
  return (
    <thead>
      <tr>
        {mark && (
          <th className={mark.className} style={mark.style} scope="col">
            <label className="wb-tick-room">
              <input
                type="checkbox"
                className="wb-tick"
                aria-label="全选本页"
                checked={ticked === 'all'}
                disabled={list.rows.length === 0}
                ref={(box) => {
                  if (box) box.indeterminate = ticked === 'some';
                }}
                onChange={onTickAll}
              />
            </label>
          </th>
        )}
        {heads}
        {operations && (
          <th className={operations.className} style={operations.style} scope="col">
            操作
          </th>
        )}
      </tr>
    </thead>
  );
}

const SORTED = { asc: 'ascending', desc: 'descending' } as const;

function HeadCell<R extends Row>({
  list,
  slot: { column, className, style },
  onWidth,
}: {
  list: ListHandle<R>;
  slot: Slots<R>['columns'][number];
  onWidth: TableHeadProps<R>['onWidth'];
}): ReactNode {
  const { key, sortable } = column;
  const order = list.params.column === key ? list.params.order : undefined;
  return (
    <th
      className={order ? `${className} wb-sorted` : className}
      style={style}
      scope="col"
      aria-sort={order ? SORTED[order] : undefined}
      title={column.title}
    >
      {sortable ? (
        <button type="button" className="wb-sorter" onClick={() => sortBy(list, column)}>
          {headOf(column)}
          <span className={`wb-sort-mark${order ? ` wb-sort-${order}` : ''}`} aria-hidden />
        </button>
      ) : (
        headOf(column)
      )}
      {onWidth && <ColumnEdge onWidth={(width) => onWidth(key, width)} />}
    </th>
  );
}

/** Upwards, downwards, then as the list comes. */
function sortBy<R extends Row>({ params, setSort }: ListHandle<R>, { key }: ListColumn<R>): void {
  const order = params.column === key ? params.order : undefined;
  if (order === 'desc') setSort(undefined, undefined);
  else setSort(key, order === 'asc' ? 'desc' : 'asc');
}
