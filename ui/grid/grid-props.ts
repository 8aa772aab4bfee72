import type { ReactNode, Ref } from 'react';
import type { DisabledRows, GridChanges, GridColumn, GridRow, Linkage, ValueChange } from './grid-column.ts';
import type { CellAddress } from './grid-cursor.ts';
import type { ExpandSettings } from './grid-expansion.ts';
import type { CellFault } from './grid-judge.ts';
import type { TreeSettings } from './grid-tree.ts';

export type ToolbarButton = 'add' | 'save' | 'remove' | 'clearSelection' | 'collapse' | 'addChild';

export interface ToolbarConfig {
  /** Default: add, in a tree addChild, remove, clearSelection. */
  btns?: readonly ToolbarButton[];
  /** Which of the slots are shown. Default: both. */
  slots?: readonly ('prefix' | 'suffix')[];
}

interface RemoveEvent {
  deleteRows: readonly GridRow[];
  /** With `asyncRemove`: takes the rows out, once that is settled elsewhere. */
  confirmRemove: () => void;
}

/** A save that came too late: the rows in question as they are stored now, in full. */
interface SaveConflict {
  conflicts: readonly GridRow[];
}

/** The page that is wished for. */
export interface PageEvent {
  /** From 1. */
  current: number;
  pageSize: number;
}

/** Of which pages `rows` are one. */
interface GridPagination extends PageEvent {
  total: number;
  /** Absent: the size cannot be chosen. */
  pageSizes?: readonly number[];
  /** Whether something else would be lost when the page is turned: edits below rows. */
  hasUnsaved?: () => boolean;
}

export interface GridProps {
  /** What the grid is called, for whoever cannot see it. */
  title: string;
  columns: readonly GridColumn[];
  /** As they are stored; another list is loaded in place of everything edited. */
  rows: readonly GridRow[];
  rowNumber?: boolean;
  rowSelection?: boolean;
  /** Default checkbox. */
  rowSelectionType?: 'checkbox' | 'radio';
  clickSelectRow?: boolean;
  dragSort?: boolean;
  /** Rows hang below each other; they may hold their `children`. */
  tree?: TreeSettings;
  /** Something opens below each row: a table of its own. */
  expand?: ExpandSettings;
  /** Field that counts the rows from 1 with `dragSort`. Default orderNum. */
  dragSortKey?: string;
  /** Every cell looks like an input. */
  alwaysEdit?: boolean;
  /** Nothing can be edited, added or removed. */
  disabled?: boolean;
  disabledRows?: DisabledRows;
  linkageConfig?: readonly Linkage[];
  /** px of the rows' window; absent: as high as the rows are, up to `maxHeight`. */
  height?: number;
  /** Default 400. */
  maxHeight?: number;
  /** Default 40; 61 is the roomy one. */
  rowHeight?: number;
  toolbar?: boolean;
  toolbarConfig?: ToolbarConfig;
  prefix?: ReactNode;
  suffix?: ReactNode;
  /** In front of column keys and button names in the rules of permissions. */
  authPre?: string;
  /** Under which widths, hidden columns and 新增设置 are kept in this browser. */
  storageKey?: string;
  /** What new rows start with beyond the defaults of their columns; called with the rows before them. */
  newRow?: (rows: readonly GridRow[]) => Record<string, unknown>;
  /** Rows stay until `confirmRemove` is called. */
  asyncRemove?: boolean;
  onAdded?: (rows: readonly GridRow[]) => void;
  /** Rows were put in before the end. */
  onInserted?: (rows: readonly GridRow[], position: number) => void;
  onRemove?: (event: RemoveEvent) => void;
  /**
   * Stores the changes; answers the rows as they are stored now, unless `rows` brings them. Where
   * somebody else was faster (409) it answers their rows: what was typed stays, and cells that both
   * have changed are settled one by one before the next try.
   */
  onSave?: (changes: GridChanges) => Promise<readonly GridRow[] | SaveConflict | void>;
  /** Takes part in what others do on the same page under the same `socketKey`. */
  socketReload?: boolean;
  /** `module:resource` of the page, whose listeners and editors hear each other. */
  socketPage?: string;
  /** Default vxe-default. */
  socketKey?: string;
  /**
   * All rows as they are stored now: asked for when others tell that rows came or went, or of one
   * that is longer than a message.
   */
  latestRows?: () => Promise<readonly GridRow[]>;
  /** Cells that others have changed stand out for a moment. */
  reloadEffect?: boolean;
  /**
   * A click on a row shows this beside it: a small form or table of its own. The next click elsewhere
   * closes it; what was typed into it is there again with the next click on its row, until Escape.
   */
  clickRowShowSubForm?: (row: GridRow) => ReactNode;
  /** A click on a row shows this in a dialog. */
  clickRowShowMainForm?: (row: GridRow) => ReactNode;
  /** 确定 in the dialog of a row, which stays open when this answers false or fails. */
  onDetailsConfirm?: (row: GridRow) => void | boolean | Promise<void | boolean>;
  pagination?: GridPagination;
  /** Another page is wished for; asked before, where something is not saved. */
  onPageChange?: (to: PageEvent) => void;
  onSelectRowChange?: (rows: readonly GridRow[]) => void;
  onValueChange?: (changes: readonly ValueChange[]) => void;
  handle?: Ref<GridHandle>;
}

/** What a page may ask of a grid it shows. */
export interface GridHandle {
  getAll: () => { tableData: Record<string, unknown>[]; deleteData: GridRow[] };
  /**
   * Rows in their order; new ones without their temporary ids, those below another new row among
   * its `children`.
   */
  getTableData: () => Record<string, unknown>[];
  getNewData: () => Record<string, unknown>[];
  getNewDataWithId: () => GridRow[];
  getDeleteData: () => GridRow[];
  /** Rows in their order with their ids, temporary ones as well; what is being typed is in them. */
  getRows: () => readonly GridRow[];
  /** Called whenever rows may be others. @returns ends the subscription */
  subscribe: (listener: () => void) => () => void;
  /** @param isIdle new rows that do not count */
  isDirty: (isIdle?: (row: GridRow) => boolean) => boolean;
  /**
   * Judges every cell; by default the first wrong one is shown and edited.
   * @returns what is wrong in reading order, or null
   */
  validateTable: (showsFirst?: boolean) => Promise<CellFault[] | null>;
  /** Shows a cell and edits it. */
  goTo: (cell: CellAddress) => void;
  addRows: (values: readonly Record<string, unknown>[], position?: number) => readonly GridRow[];
  /** Puts rows behind the last whose texts are read as if they were pasted. */
  addTexts: (rows: readonly Readonly<Record<string, string>>[]) => void;
  /** Puts an empty row before that of the cursor and edits it. */
  insertRow: () => void;
  /** Puts new rows behind the last one below a row, which opens. */
  addChildren: (parentId: string, values: readonly Record<string, unknown>[]) => readonly GridRow[];
  /** Opens or closes rows of a tree. */
  setOpen: (ids: readonly string[], isOpen: boolean) => void;
  /** Opens or closes what is below rows. */
  setExpanded: (ids: readonly string[], isOpen: boolean) => void;
  /** Takes rows out, in a tree with what is loaded below them. */
  removeRows: (ids: readonly string[]) => void;
  /**
   * Marks cells that a server has refused; the first is shown and edited.
   * @param isShown false: they are marked alone, where opening one would cover what was just opened
   */
  refuse: (cells: readonly (CellAddress & { message: string })[], isShown?: boolean) => void;
  selectRows: (ids: readonly string[]) => void;
  clearSelection: () => void;
  undo: () => void;
  redo: () => void;
  /** Takes over a row that was stored elsewhere; what was typed here stays. */
  applyRemote: (row: GridRow) => void;
  /**
   * Takes over all rows as they are stored now: new ones come in, removed ones go. One that was
   * worked on here stays, marked, until somebody chooses whether it becomes a new row.
   */
  applyAllRemote: (rows: readonly GridRow[]) => void;
  /** A row as it was stored when it was last heard of; none of a new one. */
  getStored: (id: string) => GridRow | undefined;
}

/**
 * Validates several grids one after the other, as they stand on tabs.
 * @param showGrid brings the grid that failed first to the front, before its cell is shown
 * @returns its place and its faults, or null when all are right
 */
export async function validateGrids(
  grids: readonly (GridHandle | null)[],
  showGrid?: (index: number) => void,
): Promise<{ index: number; faults: CellFault[] } | null> {
  for (const [index, grid] of grids.entries()) {
    const faults = await grid?.validateTable(false);
    if (!grid || !faults?.[0]) continue;
    showGrid?.(index);
    // A tab shows what it holds in the next frame.
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    grid.goTo(faults[0]);
    return { index, faults };
  }
  return null;
}
