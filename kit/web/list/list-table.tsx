import type { ReactNode } from 'react';
import type { Density } from '#kit/model/list-view.ts';
import type { Row } from '#ui/cells/faces.ts';
import { useIsMobile } from '#ui/use-is-mobile.ts';
import { useCellEditing } from './cell-editing.tsx';
import type { ListColumn } from './list-column.ts';
import { ListCards, type ListCardsProps } from './list-cards.tsx';
import { ListEmpty, ListError } from './list-states.tsx';
import { ListPagination } from './list-pagination.tsx';
import { readWhole } from './read-whole.ts';
import { areStacked } from './stack.tsx';
import { useCellRange } from './use-cell-range.tsx';
import { WideTable } from './wide-table.tsx';
import './list.css';

export interface ListTableProps<R extends Row> extends ListCardsProps<R> {
  /** Below "nothing there yet": how to get the first row. */
  empty?: ReactNode;
  density?: Density | undefined;
  /** Takes the width that somebody gave a column; absent: widths cannot be changed. */
  onWidth?: ((key: string, width: number) => void) | undefined;
  /** Whether cells of a row may be changed where they stand. */
  mayEdit?: ((row: R) => boolean) | undefined;
  /** As `emptyText` of the page. */
  emptyText?: string | undefined;
  /** As `emptyAtStart` of the page. */
  emptyAtStart?: ReactNode;
  /** Stands at the start of the last line, where there is room. */
  note?: ReactNode;
}

/**
 * The table of a list: sorting and paging by the server, a head that stays, the label on the left
 * and the operations on the right always in sight; narrow windows scroll sideways, phones show
 * cards instead.
 */
export function ListTable<R extends Row>(props: ListTableProps<R>): ReactNode {
  const { list, note, density, columns } = props;
  const isBusy = list.isFetching && !list.isLoading;
  const isMobile = useIsMobile();
  const range = useCellRange(list.rows, columns);
  const cell = useCellEditing(list, isMobile ? undefined : props.mayEdit);
  return (
    <>
      <div
        className={`wb-table${isBusy ? ' wb-table-busy' : ''}${lookOf(density, columns)}`}
        aria-busy={list.isFetching}
        onMouseOver={readWhole}
        onPointerDown={isMobile ? undefined : range.onPointerDown}
        onClick={cell.onClick}
        onDoubleClick={cell.onDoubleClick}
        onKeyDown={cell.onKeyDown}
      >
        {list.error ? (
          <ListError error={list.error} onRetry={list.refresh} />
        ) : isMobile ? (
          <Cards {...props} />
        ) : (
          <Wide {...props} />
        )}
        {cell.editor}
      </div>
      {!list.error && <ListPagination list={list} isMobile={isMobile} note={range.bar ?? note} />}
    </>
  );
}

/** px of the lowest rows (stack.css, wide-table.css). */
const TWO_LINES = 56;
const ONE_LINE = 32;

const lookOf = <R extends Row>(density: Density | undefined, columns: readonly ListColumn<R>[]): string => {
  if (density === 'compact') return ' wb-table-compact';
  return areStacked(columns) ? ' wb-table-two' : '';
};

function Cards<R extends Row>(props: ListTableProps<R>): ReactNode {
  if (props.list.rows.length > 0) return <ListCards {...props} />;
  return (
    <div className="wb-table-bare">
      <Bare {...props} />
    </div>
  );
}

const Wide = <R extends Row>({ isSelectable = true, ...props }: ListTableProps<R>): ReactNode => (
  <WideTable
    list={props.list}
    columns={props.columns}
    actions={props.actions}
    isSelectable={isSelectable}
    marks={props.marks}
    onWidth={props.onWidth}
    rowHeight={props.density !== 'compact' && areStacked(props.columns) ? TWO_LINES : ONE_LINE}
  >
    <Bare {...props} />
  </WideTable>
);

/** In place of rows: they are on their way, or there are none. */
function Bare<R extends Row>({
  list,
  empty,
  emptyText,
  emptyAtStart,
}: Pick<ListTableProps<R>, 'list' | 'empty' | 'emptyText' | 'emptyAtStart'>): ReactNode {
  if (list.isLoading) return <TableSkeleton />;
  return (
    <ListEmpty list={list} text={emptyText} atStart={emptyAtStart}>
      {empty}
    </ListEmpty>
  );
}

/** Grey lines in place of the first rows. */
function TableSkeleton(): ReactNode {
  return (
    <div className="wb-table-skeleton" role="status" aria-label="加载中…">
      {Array.from({ length: 8 }, (_, index) => (
        <span key={index} />
      ))}
    </div>
  );
}
