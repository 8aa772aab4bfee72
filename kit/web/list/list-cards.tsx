import { Checkbox, Select } from 'antd';
import type { ReactNode } from 'react';
import { labelOf } from '../audit-fields.ts';
import { isOnlyRead } from '#kit/model/resource.ts';
import type { Row } from '#ui/cells/faces.ts';
import type { RowMarks } from '../live/use-held-rows.ts';
import type { ListColumn } from './list-column.ts';
import type { RowAction } from '../lifecycle/row-action.ts';
import { RowActions } from './row-actions.tsx';
import { RowCards } from './row-cards.tsx';
import { StackCards } from './stack-cards.tsx';
import { markLook } from './row-mark.ts';
import { areStacked } from './stack.tsx';
import { tickedIds } from './selection.ts';
import type { ListHandle } from './use-list.ts';

export interface ListCardsProps<R extends Row> {
  list: ListHandle<R>;
  columns: readonly ListColumn<R>[];
  /** Operations of a row; absent = rows have none. */
  actions?: ((row: R) => readonly RowAction[]) | undefined;
  /** Whether rows can be chosen. */
  isSelectable?: boolean | undefined;
  /** What others did to rows. */
  marks?: RowMarks | undefined;
}

/** A list on a phone: what its table shows and offers, as cards. */
export function ListCards<R extends Row>({
  list,
  columns,
  actions,
  isSelectable = true,
  marks,
}: ListCardsProps<R>): ReactNode {
  const ticked = new Set(tickedIds(list.selection, list.rows));
  const tick = (row: R, isTicked: boolean): void => {
    const others = [...ticked].filter((id) => id !== row.id);
    list.selectIds(isTicked ? [...others, row.id] : others);
  };
  const { resource } = list;
  const shared = {
    label: `${resource.title}列表`,
    rows: list.rows,
    columns,
    lead: isSelectable
      ? (row: R) => (
          <Checkbox
            aria-label={`选择 ${labelOf(resource, row)}`}
            checked={ticked.has(row.id)}
            disabled={marks?.get(row.id)?.isGone === true && !ticked.has(row.id)}
            onChange={({ target }) => tick(row, target.checked)}
          />
        )
      : undefined,
    classOf: ({ id }: R) => markLook(marks?.get(id)).trim(),
    operations:
      actions &&
      ((row: R) => {
        const mark = marks?.get(row.id);
        const note = mark && (mark.isGone || mark.isFresh) ? mark.words : undefined;
        return <RowActions actions={actions(row)} note={note} isCard />;
      }),
  };
  return (
    <>
      <div className="wb-cards-bar">
        {isSelectable ? <TickAll list={list} ticked={ticked} /> : <span />}
        <SortSelect list={list} columns={columns} />
      </div>
      {areStacked(columns) ? (
        <StackCards
          {...shared}
          // A row that is only read has no detail that would tell the rest.
          mostFigures={isOnlyRead(resource) ? columns.length : undefined}
        />
      ) : (
        <RowCards
          {...shared}
          // A state is no name: see the table.
          head={
            resource.label !== 'status' && columns.some(({ key }) => key === resource.label)
              ? String(resource.label)
              : undefined
          }
        />
      )}
    </>
  );
}

function TickAll<R extends Row>({ list, ticked }: { list: ListHandle<R>; ticked: ReadonlySet<string> }): ReactNode {
  const onPage = list.rows.map((row) => row.id);
  const count = onPage.filter((id) => ticked.has(id)).length;
  return (
    <Checkbox
      checked={count > 0 && count === onPage.length}
      indeterminate={count > 0 && count < onPage.length}
      onChange={({ target }) => {
        const others = [...ticked].filter((id) => !onPage.includes(id));
        list.selectIds(target.checked ? [...others, ...onPage] : others);
      }}
    >
      全选本页
    </Checkbox>
  );
}

const ORDERS = [
  ['asc', '升序'],
  ['desc', '降序'],
] as const;

/** The heads of the columns, which sort a table, are not there. */
function SortSelect<R extends Row>({ list, columns }: Pick<ListCardsProps<R>, 'list' | 'columns'>): ReactNode {
  const { column, order } = list.params;
  const sortable = columns.flatMap((one) => [one, ...(one.lower ?? [])]).filter((one) => one.sortable ?? false);
  const options = sortable.flatMap(({ key, title }) =>
    ORDERS.map(([way, word]) => ({ value: `${key} ${way}`, label: `${title} ${word}` })),
  );
  if (options.length === 0) return null;
  const current = `${column} ${order}`;
  return (
    <Select
      size="small"
      aria-label="排序"
      placeholder="默认排序"
      allowClear
      options={options}
      value={options.some(({ value }) => value === current) ? current : null}
      onChange={(next: string | null | undefined) => {
        const [key, way] = (next ?? '').split(' ');
        list.setSort(key || undefined, way === 'asc' || way === 'desc' ? way : undefined);
      }}
    />
  );
}
