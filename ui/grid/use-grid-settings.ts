import { useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { ROW_ORDER_FIELD } from '#kit/model/limits.ts';
import { useHost } from '../host.ts';
import { useUnits } from '../units.ts';
import type { GridColumn, GridRow } from './grid-column.ts';
import { placeColumns, type GridLayout, type SystemPart } from './grid-layout.ts';
import type { GridProps } from './grid-props.ts';
import type { GridSession } from './grid-session.ts';

/** What of a grid comes from the page, the user and the permissions together. */
interface Wishes {
  props: GridProps;
  /** Those that are shown. */
  columns: readonly GridColumn[];
  /** Key of the one that the page declares first. */
  first: string;
  /** Keys of those that may be hidden. */
  hideable: ReadonlySet<string>;
  drawn: Readonly<Record<string, number>>;
  /** Columns that this user may see, not edit. */
  locked: readonly GridColumn[];
  isFolded: boolean;
}

/** Tells a session what it shows; loads the rows whenever they are others. */
export function useGridSettings(
  session: GridSession,
  scroller: RefObject<HTMLDivElement | null>,
  { props, columns, first, hideable, drawn, locked, isFolded }: Wishes,
): void {
  const room = useRoom(scroller, isFolded);
  const units = useUnits((state) => state.system);
  const textsOf = useTexts(session, props);
  const shown = useSame(columns);
  const hasDetails = props.expand !== undefined;
  const treeColumn = props.tree && (props.tree.column ?? first);
  const layout = useMemo(
    (): GridLayout => placeColumns({ ...layoutWishes(props, shown), drawn, room, tree: treeColumn }),
    // The system columns hang on these alone.
    // oxlint-disable-next-line react/exhaustive-deps
    [shown, drawn, room, props.rowNumber, props.rowSelection, props.dragSort, props.disabled, treeColumn, hasDetails],
  );
  // Head and foot are drawn in the same turn from what stands here.
  session.layout = layout;
  useLayoutEffect(() => {
    session.linkage.configure(props.linkageConfig ?? [], shown);
    session.expansion.settings = props.expand ?? null;
    session.tree.settings = props.tree ?? null;
    session.store.isTree = props.tree !== undefined;
    session.store.orderKey = props.dragSort ? (props.dragSortKey ?? ROW_ORDER_FIELD) : null;
    session.onValueChange = props.onValueChange;
    session.configure({
      columns: shown,
      layout,
      height: props.rowHeight ?? 40,
      alwaysEdit: props.alwaysEdit ?? false,
      isReadOnly: props.disabled ?? false,
      disabledRows: props.disabledRows,
      locked: new Set(locked.map(({ key }) => key)),
      choice: props.rowSelectionType ?? 'checkbox',
      hideable,
      units,
      textsOf,
    });
  });
  const loaded = useRef<readonly GridRow[] | null>(null);
  useLayoutEffect(() => {
    // A page that comes to the front again keeps what was typed.
    if (loaded.current === props.rows) return;
    loaded.current = props.rows;
    session.load(props.rows);
  }, [session, props.rows]);
}

function layoutWishes(
  { rowNumber, rowSelection, dragSort, disabled, expand }: GridProps,
  columns: readonly GridColumn[],
): { columns: readonly GridColumn[]; parts: SystemPart[]; hasStatistics: boolean } {
  const parts: SystemPart[] = [
    ...(dragSort && !disabled ? (['drag'] as const) : []),
    ...(expand ? (['expand'] as const) : []),
    ...(rowSelection ? (['choice'] as const) : []),
    ...(rowNumber ? (['number'] as const) : []),
  ];
  const hasStatistics = columns.some(({ statistics }) => statistics?.length);
  return { columns, parts, hasStatistics };
}

/** Width that the window has for columns, px. */
function useRoom(scroller: RefObject<HTMLDivElement | null>, isFolded: boolean): number {
  const [room, setRoom] = useState(0);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    // A page behind others has no width; it keeps the one it had.
    const measure = (): void => {
      if (element.clientWidth > 0) setRoom(element.clientWidth);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller, isFolded]);
  return room;
}

/** The list as it was while it holds the same columns. */
function useSame(columns: readonly GridColumn[]): readonly GridColumn[] {
  const [stored, setKept] = useState(columns);
  const isSame = stored.length === columns.length && stored.every((column, index) => column === columns[index]);
  if (!isSame) setKept(columns);
  return isSame ? stored : columns;
}

/** Texts of the choices: in this tenant's words, or as a linkage has answered them. */
function useTexts(
  session: GridSession,
  { linkageConfig }: GridProps,
): (column: GridColumn) => ReadonlyMap<string, string> {
  const dicts = useHost(({ dictTexts }) => dictTexts);
  return useMemo(
    () =>
      ({ key, field }) => {
        if (linkageConfig && session.linkage.isLinked(key)) return session.linkage.textsOf(key);
        const own = (field.dict && dicts[field.dict.code]) ?? [];
        return new Map([
          ...Object.entries(field.dict?.items ?? {}),
          ...own.map(({ value, text }) => [String(value), text] as const),
        ]);
      },
    [session, linkageConfig, dicts],
  );
}
