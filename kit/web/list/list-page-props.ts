import type { ComponentType, ReactNode } from 'react';
import type { AnyLifecycle } from '#kit/model/lifecycle.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import type { Row } from '#ui/cells/faces.ts';
import type { RowAction } from '../lifecycle/row-action.ts';
import type { BatchSubjects } from '../lifecycle/batch-move.tsx';
import type { MoveDialogs } from '../lifecycle/move-dialog.tsx';
import type { ColumnSpec } from './list-column.ts';
import type { FlatQuery } from './list-query.ts';
import type { FilterSpec } from './list-filters.ts';
import type { ListHandle } from './use-list.ts';

interface QuickFilters<R extends Row> {
  show: (list: ListHandle<R>) => ReactNode;
  /** Which names of the query in force it shows as they are: they have no chip beside it. */
  names: (filters: ListHandle['params']['filters']) => readonly string[];
}

/** What a page may say of its list; all but the resource may be left to the declaration. */
export interface ListPageProps<R extends Row = Row> {
  of: AnyResource;
  /** The registered lifecycle by default; null = show none. */
  lifecycle?: AnyLifecycle | null | undefined;
  /** Lifecycle tab the page starts with (and falls back to); absent = all states. */
  tab?: string | undefined;
  /** It only starts with that tab: 全部 is one of its tabs. */
  withAll?: boolean | undefined;
  /** Order the page starts with; the declaration's by default. */
  sort?: { field: keyof R & string; order: 'asc' | 'desc' } | undefined;
  /** Order of single tabs, where another one is of use there. */
  tabSorts?: Readonly<Record<string, { field: keyof R & string; order: 'asc' | 'desc' }>> | undefined;
  /** Filters the page starts with, where its address asks for none. */
  startFilters?: Readonly<Record<string, string>> | undefined;
  /** Shown where those find nothing: that is no news of a filter that somebody set. */
  emptyAtStart?: ReactNode;
  /** Filters the page always applies and never shows. */
  fixed?: FlatQuery | undefined;
  /** Title of the page; the menu's title by default. */
  title?: string | undefined;
  /** Beside the title: a choice of what is listed. */
  head?: ReactNode;
  /** Columns, by key or of the page's own; the declaration's list by default. */
  columns?: readonly ColumnSpec<R>[] | undefined;
  /** Filters of the query bar; the declaration's search by default. */
  filters?: readonly FilterSpec<R>[] | undefined;
  /** Keys that the advanced query may ask about; by default all of the resource. */
  queryable?: readonly (keyof R & string)[] | undefined;
  /** Whether rows may be chosen; by default those that can be written. */
  isSelectable?: boolean | undefined;
  /** Operations of a row in front of the generic ones. */
  rowActions?: ((row: R, list: ListHandle<R>) => readonly RowAction[]) | undefined;
  /** Generic operations that a row does not offer. */
  lacks?: ((row: R) => readonly ('edit' | 'delete')[]) | undefined;
  /** Nothing is added here, whatever the person may. */
  isClosed?: boolean | undefined;
  /** Fields that are changed where they stand, though the rows have tables or a form of their own. */
  inPlace?: readonly (keyof R & string)[] | undefined;
  /** What goes with rows that are deleted, said before; that it is for good, by default. */
  deletion?: ((rows: readonly R[]) => string) | undefined;
  /** Moves of a row by name in order, of all rows or row by row; all legal ones by default. */
  moves?: readonly string[] | ((row: R) => readonly string[]) | undefined;
  /** Moves offered for batches, by name in order; all of the tab by default. */
  batch?: readonly string[] | undefined;
  /** Dialogs of the page's own for single moves. */
  dialogs?: MoveDialogs | undefined;
  /** Keys of its {@link rowActions} and what they do, for the list of all keys. */
  keys?: readonly (readonly [key: string, does: string])[] | undefined;
  /** Opens what clears the reason for which a row could not be moved. */
  onRepair?: ((id: string) => void) | undefined;
  /** What is decided on in the dialog of many, by move. */
  subjects?: BatchSubjects | undefined;
  /** Filters of the page's own that are one click away. */
  quick?: QuickFilters<R> | undefined;
  /** Between the filters and the table, for as long as there is something to say. */
  above?: ((list: ListHandle<R>) => ReactNode) | undefined;
  /** The primary button of the head, where it is not the 新增 of the declaration: in sight on phones too. */
  primary?: ReactNode;
  /** Buttons of the page's own in the head. */
  toolbar?: ((list: ListHandle<R>) => ReactNode) | undefined;
  /** Buttons of the page's own for what is chosen. */
  chosen?: ((list: ListHandle<R>) => ReactNode) | undefined;
  /**
   * Form of the page's own for adding (no id) and editing; that of the declaration where absent.
   * null: a document is added and edited on a page, which this page leads to by itself.
   */
  form?: ComponentType<{ id?: string | undefined; onClose: () => void }> | null | undefined;
  /** What the detail of a row shows in place of the face of a field, by key. */
  facts?: Readonly<Record<string, (row: R) => ReactNode>> | undefined;
  /** Opens a row; registers open in a drawer, documents on their page by default. */
  onOpen?: ((row: R) => void) | undefined;
  /** Shown when there is nothing yet and no filter hides it. */
  empty?: ReactNode;
  /** What its rows are for, where there are none yet. */
  emptyText?: string | undefined;
}
