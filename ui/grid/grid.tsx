import {
  useCallback,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
  type ReactNode,
  type RefObject,
} from 'react';
import { GRID_MOST_HEIGHT, STATISTICS_ROW_HEIGHT } from '#kit/model/limits.ts';
import { useHost } from '../host.ts';
import { isRequired } from './grid-column.ts';
import { inOrder, movedBeside } from './column-order.ts';
import { GridFoot, GridHead, HEAD_HEIGHT, type GridHeadProps } from './grid-head.tsx';
import { recallGrid, rememberGrid, type GridMemory } from './grid-memory.ts';
import { ExpandedRows } from './expanded-rows.tsx';
import { FaultLine } from './fault-line.tsx';
import { FillHandle } from './fill-handle.tsx';
import type { GridProps } from './grid-props.ts';
import { FindBar, GridMenu, GridPages, GridToolbar, RowDetails, SelectionSums, ViewLine } from './grid-parts.tsx';
import { GridSession } from './grid-session.ts';
import { GridWork, REMOVE_RULES } from './grid-work.ts';
import { fetchEditorsAhead, LiveEditor } from './live-editor.tsx';
import { GoneMarks, LiveConflicts, LiveMarks } from './live-marks.tsx';
import { useGridLive } from './use-grid-live.ts';
import { useGridSettings } from './use-grid-settings.ts';
import { useHearing } from './use-hearing.ts';
import { useGridState } from './use-grid-state.ts';
import './grid.css';

const DEFAULT_ROW_HEIGHT = 40;
const EMPTY_HEIGHT = 120;
const BORDERS = 2;
const SCROLLBAR = 16;

/**
 * Rows to type into, ten thousand of them as quick as ten: cells are painted text, one editor stands
 * over the cell that is being edited. Mouse, keyboard and clipboard work as in a spreadsheet; what
 * is wrong is marked at its cell, and nothing that was typed is discarded.
 */
export function Grid(props: GridProps): ReactNode {
  const name = useId();
  const [memory, setMemory] = useState(() => recallGrid(props.storageKey));
  const [isFolded, setFolded] = useState(false);
  const [session] = useState(() => new GridSession(name));
  const [work] = useState(() => new GridWork(session, props, memory.add));
  const keep = (change: Partial<GridMemory>): void => {
    const next = { ...memory, ...change };
    setMemory(next);
    rememberGrid(props.storageKey, next);
  };
  const lackingBelow = useHost((host) => host.lackingBelow);
  const isDisabled = useHost((host) => host.isDisabled);
  const prefix = props.authPre && `${props.authPre.replace(/:$/, '')}:`;
  const lacking = prefix ? lackingBelow(prefix) : [];
  const declared = props.columns.filter(({ key, type }) => type !== 'hidden' && !lacking.includes(key));
  const first = declared[0]?.key ?? '';
  const columns = inOrder(declared, memory.order);
  const keys = columns.map(({ key }) => key);
  const mayAdd = !props.disabled && !lacking.includes('add') && hasAdd(props);
  const scroller = useRef<HTMLDivElement>(null);
  const hidden = memory.hidden;
  useGridSettings(session, scroller, {
    props,
    columns: columns.filter((column) => column.key === first || isRequired(column) || !hidden.includes(column.key)),
    first,
    hideable: new Set(
      columns.flatMap((column) => (props.toolbar && column.key !== first && !isRequired(column) ? [column.key] : [])),
    ),
    drawn: memory.widths,
    locked: prefix ? columns.filter(({ key }) => isDisabled(prefix + key)) : [],
    isFolded,
  });
  useGridLive(session, props, columns);
  useWork(work, props, memory, {
    may: { add: mayAdd, remove: mayRemove(props, lacking) },
    hideColumns: (keys) => keep({ hidden: [...hidden, ...keys] }),
  });
  const isFinding = useGridState(session, () => session.panels.finding !== null);
  const isViewed = useGridState(session, () => isSortedOrFiltered(session));
  const hasSums = useOnce(useGridState(session, () => session.cursor.block !== null));
  const hasMenu = useOnce(useGridState(session, () => session.panels.menuAt !== null));
  return (
    <div className={`wb-grid${props.alwaysEdit ? ' wb-grid-always' : ''}`}>
      {props.toolbar && (
        <div className="wb-grid-bar">
          <GridToolbar
            session={session}
            work={work}
            config={props.toolbarConfig ?? {}}
            lacking={lacking}
            isTree={props.tree !== undefined}
            isReadOnly={props.disabled ?? false}
            prefix={props.prefix}
            suffix={props.suffix}
            columns={columns}
            first={first}
            isReordered={memory.order.length > 0}
            onOrder={(order) => keep({ order })}
            hidden={hidden}
            onHidden={(keys) => keep({ hidden: keys })}
            add={memory.add}
            onAddSettings={(add) => keep({ add })}
            isFolded={isFolded}
            onFold={() => setFolded(!isFolded)}
          />
        </div>
      )}
      {isFinding && <FindBar session={session} />}
      {isViewed && <ViewLine session={session} />}
      <GridWindow
        isHidden={isFolded}
        session={session}
        work={work}
        scroller={scroller}
        props={props}
        mayAdd={mayAdd}
        onMove={(key, beside, side) => keep({ order: movedBeside(keys, key, beside, side) })}
        onWidth={(key, width) => {
          const { [key]: _, ...others } = memory.widths;
          keep({ widths: width === null ? others : { ...others, [key]: width } });
        }}
      />
      {hasMenu && <GridMenu session={session} work={work} />}
      <LiveConflicts session={session} mayAdd={mayAdd} />
      {hasSums && !isFolded && <SelectionSums session={session} />}
      <FaultLine session={session} />
      {props.pagination && !isFolded && (
        <GridPages session={session} pagination={props.pagination} onPageChange={props.onPageChange} />
      )}
    </div>
  );
}

/** Where the toolbar may not add rows, pasted lines make none either. */
const hasAdd = ({ toolbarConfig }: GridProps): boolean => toolbarConfig?.btns?.includes('add') ?? true;

/** Rows are taken out only where the toolbar offers it: elsewhere the page does not ask which. */
const mayRemove = ({ toolbar, toolbarConfig, disabled }: GridProps, lacking: readonly string[]): boolean =>
  !disabled &&
  (toolbarConfig?.btns?.includes('remove') ?? toolbar ?? false) &&
  !REMOVE_RULES.some((code) => lacking.includes(code));

const isSortedOrFiltered = ({ view }: GridSession): boolean => view.sort !== null || view.filters.size > 0;

/** Whether it has ever been so. */
function useOnce(isSo: boolean): boolean {
  const [was, setWas] = useState(isSo);
  if (isSo && !was) setWas(true);
  return was || isSo;
}

function useWork(
  work: GridWork,
  props: GridProps,
  memory: GridMemory,
  given: Pick<GridWork, 'may' | 'hideColumns'>,
): void {
  useLayoutEffect(() => {
    Object.assign(work, given);
    work.props = props;
    work.add = memory.add;
  });
  useImperativeHandle(props.handle, () => work, [work]);
}

/** The rows and what stands around them in one scrolled window. */
function GridWindow({
  session,
  work,
  scroller,
  props,
  isHidden,
  mayAdd,
  onMove,
  onWidth,
}: {
  session: GridSession;
  work: GridWork;
  scroller: RefObject<HTMLDivElement | null>;
  props: GridProps;
  /** Folded up: what was typed below rows stays. */
  isHidden: boolean;
  mayAdd: boolean;
  onMove: GridHeadProps['onMove'];
  onWidth: (key: string, width: number | null) => void;
}): ReactNode {
  const body = useRef<HTMLDivElement>(null);
  const line = useRef<HTMLDivElement>(null);
  const rowCount = useGridState(session, () => session.tree.rows.length);
  const opened = useGridState(session, () => session.expansion.total);
  const { rowHeight = DEFAULT_ROW_HEIGHT } = props;
  const rowsHeight = rowCount * rowHeight + opened;
  const statistics = rowCount === 0 ? 0 : session.statistics.asked.length;
  const foot = statistics * STATISTICS_ROW_HEIGHT;
  // Absent: nobody has asked for any yet.
  const [detailsOf, setDetailsOf] = useState<string | null>();
  const closeDetails = useCallback(() => setDetailsOf(null), []);
  useHearing(session, work, mayAdd, setDetailsOf, { scroller, body, line });
  const size = { height: rowsHeight, '--wb-grid-row': `${rowHeight}px` };
  return (
    <div
      ref={scroller}
      className="wb-grid-scroller"
      hidden={isHidden}
      style={{ height: windowHeight(props, rowsHeight, foot, session.layout.isWide) }}
      data-head={HEAD_HEIGHT}
      data-foot={foot}
      tabIndex={rowCount === 0 ? 0 : -1}
      {...(props.disabled ? {} : { onPointerEnter: fetchEditorsAhead, onFocus: fetchEditorsAhead })}
    >
      <div className="wb-grid-sheet" style={{ width: session.layout.total }}>
        <LiveEditor session={session} headHeight={HEAD_HEIGHT} />
        <FillHandle session={session} headHeight={HEAD_HEIGHT} />
        <LiveMarks session={session} headHeight={HEAD_HEIGHT} />
        <GoneMarks session={session} headHeight={HEAD_HEIGHT} />
        <div ref={line} className="wb-grid-drop" hidden />
        <div
          role={props.tree ? 'treegrid' : 'grid'}
          aria-label={props.title}
          aria-rowcount={rowCount + 1 + statistics}
          aria-colcount={session.layout.columns.length}
          aria-multiselectable={props.rowSelection && props.rowSelectionType !== 'radio'}
          aria-readonly={props.disabled ?? false}
        >
          <GridHead
            session={session}
            onChooseAll={props.rowSelectionType === 'radio' ? undefined : work.choose}
            onMove={onMove}
            onWidth={onWidth}
          />
          <div ref={body} role="rowgroup" className="wb-grid-rows" style={size as CSSProperties} />
          {rowCount > 0 && <GridFoot session={session} />}
        </div>
        {detailsOf !== undefined && (
          <RowDetails session={session} grid={props} of={detailsOf} headHeight={HEAD_HEIGHT} onClose={closeDetails} />
        )}
        {props.expand && <ExpandedRows session={session} settings={props.expand} headHeight={HEAD_HEIGHT} />}
      </div>
      {rowCount === 0 && <div className="wb-grid-empty">暂无数据</div>}
    </div>
  );
}

function windowHeight(
  { height, maxHeight = GRID_MOST_HEIGHT }: GridProps,
  rows: number,
  foot: number,
  isWide: boolean,
): number {
  if (height !== undefined) return height;
  const around = HEAD_HEIGHT + foot + BORDERS + (isWide ? SCROLLBAR : 0);
  return Math.min(maxHeight, around + (rows === 0 ? EMPTY_HEIGHT : rows));
}
