import { useMemo, useRef, type ChangeEvent, type ReactNode, type RefObject, type UIEvent } from 'react';
import { ROW_MARK_WIDTH } from '#kit/model/limits.ts';
import type { Row } from '#ui/cells/faces.ts';
import { labelOf } from '../audit-fields.ts';
import type { RowAction } from '../lifecycle/row-action.ts';
import type { RowMarks } from '../live/use-held-rows.ts';
import { fitted, widthOf, withRoom } from './column-widths.ts';
import type { ListColumn } from './list-column.ts';
import { MOST_OPEN, operationsRoom } from './row-actions.tsx';
import { tickedIds } from './selection.ts';
import { TableHead } from './table-head.tsx';
import { TableRow } from './table-row.tsx';
import { slotsOf, type Slots } from './table-slots.ts';
import { useDrawnRows } from './use-drawn-rows.ts';
import { useStableList } from './use-stable-list.ts';
import { useRoom } from './use-room.ts';
import type { ListHandle } from './use-list.ts';
import './wide-table.css';

interface WideTableProps<R extends Row> {
  list: ListHandle<R>;
  columns: readonly ListColumn<R>[];
  actions: ((row: R) => readonly RowAction[]) | undefined;
  isSelectable: boolean;
  marks: RowMarks | undefined;
  onWidth: ((key: string, width: number) => void) | undefined;
  /** px of its rows at least. */
  rowHeight: number;
  /** In place of rows. */
  children: ReactNode;
}

/**
 * The rows of a list beside each other in columns: sorting and paging by the server, a head that
 * stays, the first column and the operations always in sight; what is wider than its place is
 * scrolled sideways. A table of our own, since that of the widget library makes a component with
 * several contexts of each cell, and draws all of them again with every tick.
 */
export function WideTable<R extends Row>(props: WideTableProps<R>): ReactNode {
  const { list, actions, isSelectable, marks: news, onWidth, rowHeight, children } = props;
  const { rows, resource } = list;
  const [place, room] = useRoom();
  const drawn = useDrawnRows(rows, rowHeight);
  const acts = useActs(rows, actions);
  const { slots, open } = useSlots(props, room, actions ? [...acts.values()] : null);
  const sideways = useSideways();
  const ticked = new Set(tickedIds(list.selection, rows));
  const marks = useTicks(list, ticked);
  const onPage = rows.filter(({ id }) => ticked.has(id)).length;
  const width = widthOfSlots(slots);
  const isWide = room !== null && width > room;
  // How wide columns are follows from their rows: until then the head has a ground and no words.
  const head = list.isLoading && rows.length === 0 ? ' wb-wide-coming' : '';
  // Rows bring something to focus; without them the keyboard could not scroll a wide table.
  const region =
    isWide && (rows.length === 0 || (!actions && !isSelectable))
      ? { tabIndex: 0, role: 'region', 'aria-label': `${resource.title}表格` }
      : {};
  const sized = { style: { width: isWide ? width : '100%' } };
  return (
    <div className={isWide ? 'wb-wide wb-wide-over' : 'wb-wide'} ref={place}>
      <div className={`wb-wide-head${head}`} ref={sideways.head}>
        <table {...sized}>
          <Columns slots={slots} />
          <TableHead
            list={list}
            slots={slots}
            ticked={onPage === 0 ? 'none' : onPage === rows.length ? 'all' : 'some'}
            onTickAll={marks.all}
            onWidth={onWidth}
          />
        </table>
      </div>
      <div className="wb-wide-body" ref={sideways.body} onScroll={sideways.follow} {...region}>
        {rows.length > 0 && (
          <table {...sized} aria-label={resource.title}>
            <Columns slots={slots} />
            <tbody onChange={marks.one}>
              {drawn.map((row) => (
                <TableRow<R>
                  key={row.id}
                  row={row}
                  slots={slots}
                  isTicked={ticked.has(row.id)}
                  markLabel={`选择 ${labelOf(resource, row)}`}
                  mark={news?.get(row.id)}
                  actions={acts.get(row.id)}
                  open={open}
                />
              ))}
            </tbody>
          </table>
        )}
      </div>
      {rows.length === 0 && <div className="wb-table-bare">{children}</div>}
      {isWide && (
        <div className="wb-sideways" ref={sideways.bar} onScroll={sideways.follow} aria-hidden>
          <div {...sized} />
        </div>
      )}
    </div>
  );
}

const Columns = <R extends Row>({ slots }: { slots: Slots<R> }): ReactNode => {
  const columns = slots.columns.map(({ column: { key, width } }) => <col key={key} style={{ width }} />);
  if (slots.rest !== null) columns.splice(slots.rest, 0, <col key="rest" />);
  return (
    <colgroup>
      {slots.mark && <col style={{ width: ROW_MARK_WIDTH }} />}
      {columns}
      {slots.operations && <col style={{ width: slots.operations.width }} />}
    </colgroup>
  );
};

const widthOfSlots = <R extends Row>({ mark, columns, operations }: Slots<R>): number =>
  Math.ceil((mark ? ROW_MARK_WIDTH : 0) + widthOf(columns.map(({ column }) => column)) + (operations?.width ?? 0));

/**
 * Columns in the room there is: the same ones while none is another, so that no row is drawn for
 * nothing. A second operation of each row stands open where that scrolls no column out of sight.
 * @param acts operations of each row; null: rows have none
 */
function useSlots<R extends Row>(
  { list: { rows }, columns, isSelectable }: WideTableProps<R>,
  room: number | null,
  acts: readonly (readonly RowAction[])[] | null,
): { slots: Slots<R>; open: number } {
  const mark = isSelectable ? ROW_MARK_WIDTH : 0;
  const forMost = acts ? operationsRoom(acts, MOST_OPEN) : 0;
  const forOne = acts ? operationsRoom(acts, 1) : 0;
  const { sized, isEasy } = useMemo(() => {
    const wished = withRoom(columns, rows);
    if (room === null) return { sized: wished, isEasy: true };
    const left = room - mark - forMost;
    const beside = fitted(wished, rows, left);
    if (widthOf(beside) <= left) return { sized: beside, isEasy: true };
    // What is scrolled all the same gains nothing by hiding an operation.
    const alone = fitted(wished, rows, room - mark - forOne);
    const isEasy = widthOf(alone) > room - mark - forOne;
    return { sized: isEasy ? beside : alone, isEasy };
  }, [columns, rows, room, mark, forMost, forOne]);
  const operationsWidth = isEasy ? forMost : forOne;
  const stored = useStableList(sized);
  const isWide = room !== null && widthOf(stored) + mark + operationsWidth > room;
  const slots = useMemo(
    () => slotsOf(stored, { isSelectable, operationsWidth, isWide }),
    [stored, isSelectable, operationsWidth, isWide],
  );
  return { slots, open: isEasy ? MOST_OPEN : 1 };
}

/**
 * Operations by row, whose buttons do what the latest drawing would: a row that looks the same is not
 * drawn again for what its operations have come to know.
 */
function useActs<R extends Row>(
  rows: readonly R[],
  actions: ((row: R) => readonly RowAction[]) | undefined,
): ReadonlyMap<string, readonly RowAction[]> {
  const acts = new Map(actions && rows.map((row) => [row.id, actions(row)]));
  const latest = useRef(acts);
  latest.current = acts;
  return new Map(
    [...acts].map(([id, all]) => [
      id,
      all.map((act) => ({
        ...act,
        onClick: () =>
          latest.current
            .get(id)
            ?.find(({ key }) => key === act.key)
            ?.onClick(),
      })),
    ]),
  );
}

/** Ticks rows: one, from the one before to this one with Shift, or all in sight. */
function useTicks<R extends Row>(
  list: ListHandle<R>,
  ticked: ReadonlySet<string>,
): { one: (event: ChangeEvent<HTMLElement>) => void; all: () => void } {
  const before = useRef<string | null>(null);
  const { rows, selectIds } = list;
  const tick = (ids: readonly string[], isOn: boolean): void => {
    const chosen = new Set(tickedIds(list.selection, rows));
    for (const id of ids) {
      if (isOn) chosen.add(id);
      else chosen.delete(id);
    }
    selectIds([...chosen]);
  };
  return {
    one({ target, nativeEvent }) {
      if (!(target instanceof HTMLInputElement) || !target.matches('.wb-tick')) return;
      const id = target.closest('tr')?.dataset['rowKey'];
      if (id === undefined) return;
      const isRange = nativeEvent instanceof MouseEvent && nativeEvent.shiftKey;
      tick(isRange ? between(rows, before.current, id) : [id], !ticked.has(id));
      before.current = id;
    },
    all: () =>
      tick(
        rows.map(({ id }) => id),
        !rows.every(({ id }) => ticked.has(id)),
      ),
  };
}

/** From one row to another in either direction; the second alone where the first is not in sight. */
function between(rows: readonly Row[], from: string | null, to: string): string[] {
  const ids = rows.map(({ id }) => id);
  const [first, last] = [ids.indexOf(from ?? to), ids.indexOf(to)].toSorted((a, b) => a - b) as [number, number];
  return first < 0 ? [to] : ids.slice(first, last + 1);
}

interface Sideways {
  head: RefObject<HTMLDivElement | null>;
  body: RefObject<HTMLDivElement | null>;
  bar: RefObject<HTMLDivElement | null>;
  follow: (event: UIEvent<HTMLElement>) => void;
}

/** Head, rows and the bar that stays in sight are scrolled sideways as one. */
function useSideways(): Sideways {
  const head = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  return {
    head,
    body,
    bar,
    follow({ currentTarget: { scrollLeft } }) {
      for (const { current } of [head, body, bar])
        if (current && current.scrollLeft !== scrollLeft) current.scrollLeft = scrollLeft;
    },
  };
}
