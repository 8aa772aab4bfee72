import { Button } from 'antd';
import {
  useEffect,
  useImperativeHandle,
  useMemo,
  useState,
  useSyncExternalStore,
  type ReactNode,
  type Ref,
} from 'react';
import type { FieldError } from '#kit/model/refusal.ts';
import { isTempId, newTempId, type GridColumn, type GridRow } from '#ui/grid/grid-column.ts';
import type { GridHandle, ToolbarButton } from '#ui/grid/grid-props.ts';
import { Grid } from '#ui/grid/grid.tsx';
import { fetched } from '#ui/fetched.tsx';
import { provideRecords } from '../app-records.ts';
import { useIsMobile } from '#ui/use-is-mobile.ts';
import type { LineCardsProps } from './line-cards.tsx';
import { withHeadings } from './line-headings.ts';
import { isUntouched, nextNumbers, refusedCells } from './line-rows.ts';
import './lines.css';

provideRecords();

export interface LineGridProps {
  title: string;
  /** Read once, as all that follows. */
  columns: readonly GridColumn[];
  /** Lines as they are stored; another list is loaded in place of everything typed. */
  rows: readonly GridRow[];
  /** What this user may do with lines; all of it by default. */
  may?: Readonly<Record<'add' | 'edit' | 'remove', boolean>>;
  disabled?: boolean;
  /** What to know when typing or pasting. */
  hint?: string;
  /** Other ways to bring lines in, beside the buttons. */
  suffix?: ReactNode;
  /** Under which widths and hidden columns are kept in this browser. */
  storageKey: string;
  /** `module:resource` of the lines, where others may be at them too: hands and changes are shown. */
  sharedAs?: string;
  /** Lines of a kept draft, put back once the grid is there. */
  restored?: RestoredLines | null;
  handle?: Ref<LineGridHandle>;
  /** Something is typed that is not stored. */
  onDirty: (isDirty: boolean) => void;
}

export interface RestoredLines {
  lines: readonly GridRow[];
  /** They are all the lines there were; otherwise only those that were never stored. */
  isWhole: boolean;
}

export interface LineGridHandle {
  /** null until its code is there. */
  grid: GridHandle | null;
  /** Takes out new lines that nobody typed into. @returns the lines left */
  settle: () => readonly GridRow[];
  /** Puts lines behind the others whose texts are read as if they were pasted. */
  addTexts: GridHandle['addTexts'];
  /**
   * Marks the cells that refusals are about, lines named from 1 as they were sent.
   * @param sent ids of the lines in that order
   * @returns how many cells, and the words that belong to none
   */
  refuse: (errors: readonly FieldError[], sent: readonly string[]) => { count: number; words: readonly string[] };
}

const LineCards = fetched<LineCardsProps>(() => import('./line-cards.tsx').then((module) => module.LineCards));

const ALL = { add: true, edit: true, remove: true };
const MOST_HEIGHT = 480;
const PASTE_HINT = '从 Excel 复制的行可直接粘贴到单元格';

/** Lines of a document to be typed, or pasted from a spreadsheet; an empty one waits for the first. */
export function LineGrid(props: LineGridProps): ReactNode {
  const { title, may = ALL, disabled = false, handle, onDirty } = props;
  // The number of a row takes room that its cells need there.
  const isMobile = useIsMobile();
  // A phone that is turned on its side keeps the lines as they are typed.
  const [asCards] = useState(isMobile);
  const [columns] = useState(() => frozenFirst(props.columns).map(withHeadings));
  const [grid, setGrid] = useState<GridHandle | null>(null);
  const rows = useMemo(
    () => (props.rows.length > 0 || !may.add ? props.rows : [blankRow(columns)]),
    // What a user may do stays while the lines stand.
    // oxlint-disable-next-line react/exhaustive-deps
    [props.rows, columns],
  );
  const count = useFact(grid, (now) => now.length - now.filter(isIdle(columns)).length, 0);
  const isDirty = useFact(grid, () => grid?.isDirty(isIdle(columns)) ?? false, false);
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  useImperativeHandle(handle, () => lineHandle(grid, columns), [grid, columns]);
  const { restored } = props;
  useEffect(() => {
    if (grid && restored) putBack(grid, restored, isIdle(columns));
  }, [grid, restored, columns]);
  const buttons: ToolbarButton[] = [
    ...(may.add ? (['add'] as const) : []),
    ...(may.remove ? (['remove'] as const) : []),
  ];
  const common = {
    title,
    columns,
    rows,
    disabled,
    disabledRows: may.edit ? {} : isStoredRow,
    ...(props.sharedAs ? { socketReload: true, socketPage: props.sharedAs } : {}),
    socketKey: 'lines',
    reloadEffect: true,
    newRow: (before: readonly GridRow[]) => nextNumbers(columns, before),
    handle: setGrid,
  };
  return (
    <div className="wb-lines">
      {asCards ? (
        <LineCards {...common} may={may} isIdle={isIdle(columns)} suffix={!disabled && props.suffix} />
      ) : (
        <Grid
          {...common}
          rowNumber={!isMobile}
          rowSelection={may.remove && !disabled}
          maxHeight={MOST_HEIGHT}
          storageKey={props.storageKey}
          toolbar
          toolbarConfig={{ btns: buttons }}
          suffix={
            !disabled && (
              <>
                {may.add && (
                  <Button title="在光标所在行之前插入一行" onClick={() => grid?.insertRow()}>
                    插入
                  </Button>
                )}
                {props.suffix}
              </>
            )
          }
        />
      )}
      <p className="wb-lines-count">
        {count > 0 ? `共 ${count} 行` : '尚未填写'}
        {!disabled && !asCards && <span className="wb-lines-hint">{props.hint ?? PASTE_HINT}</span>}
      </p>
    </div>
  );
}

function putBack(grid: GridHandle, { lines, isWhole }: RestoredLines, idle: (row: GridRow) => boolean): void {
  const gone = grid.getRows().filter((row) => isWhole || idle(row));
  grid.addRows(lines.filter((row) => !idle(row)).map(({ id: _id, ...values }) => values));
  grid.removeRows(gone.map(({ id }) => id));
}

const isStoredRow = ({ id }: GridRow): boolean => !isTempId(id);

const isIdle =
  (columns: readonly GridColumn[]) =>
  (row: GridRow): boolean =>
    isUntouched(columns, row);

/** What a line is about stays in view while the others are reached. */
function frozenFirst(columns: readonly GridColumn[]): readonly GridColumn[] {
  const name = columns.findIndex(({ field }) => !field.ordinal);
  return columns.map((column, index) => (index <= name ? { ...column, frozen: 'left' } : column));
}

const blankRow = (columns: readonly GridColumn[]): GridRow => ({
  ...Object.fromEntries(columns.map(({ key, field }) => [key, field.default ?? null])),
  ...nextNumbers(columns, []),
  id: newTempId(),
});

const lineHandle = (grid: GridHandle | null, columns: readonly GridColumn[]): LineGridHandle => ({
  grid,
  settle() {
    const rows = grid?.getRows() ?? [];
    const idle = rows.filter(isIdle(columns));
    if (idle.length < rows.length) grid?.removeRows(idle.map(({ id }) => id));
    return rows.filter((row) => !idle.includes(row));
  },
  addTexts(texts) {
    const idle = (grid?.getRows() ?? []).filter(isIdle(columns));
    grid?.addTexts(texts);
    grid?.removeRows(idle.map(({ id }) => id));
  },
  refuse(errors, sent) {
    const keys = new Set(columns.map(({ key }) => key));
    const { cells, words } = refusedCells(errors, sent, grid?.getRows() ?? [], keys);
    grid?.refuse(cells);
    return { count: cells.length, words };
  },
});

const hearNothing = (): (() => void) => () => undefined;

/** Something about the rows of a grid, as they are now. */
const useFact = <T extends number | boolean>(
  grid: GridHandle | null,
  read: (rows: readonly GridRow[]) => T,
  before: T,
): T => useSyncExternalStore(grid?.subscribe ?? hearNothing, () => (grid ? read(grid.getRows()) : before));
