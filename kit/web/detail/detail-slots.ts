import type { ReactNode } from 'react';
import type { MoveDialogs } from '../lifecycle/move-dialog.tsx';
import type { RowAction } from '../lifecycle/row-action.ts';
import type { DetailRow } from './use-row.ts';

/** Facts that belong together, under one word. */
export interface FactGroup<R> {
  title: string;
  keys: readonly Extract<keyof R, string>[];
  /** Whether the group says anything of this row; by default where one of its facts does. */
  isOf?: (row: R) => boolean;
  /** 1 to 4, three by default. */
  columns?: 1 | 2 | 3 | 4;
}

/** A part of a detail that is looked at by itself. */
export interface DetailTab {
  key: string;
  title: string;
  /** How many there are, beside its title; zero is not said. */
  count?: number;
  content: ReactNode;
}

/**
 * What a detail shows beside what its declaration gives it by itself: number, state, moves, all of its
 * fields, child rows and history. Each slot is given the row.
 */
export interface DetailSlots<R = DetailRow> {
  /** In the head behind state and environment; the title of its kind by default, where there is no `about`. */
  tags?: ((row: R) => ReactNode) | undefined;
  /** Whose it is and what else it is called: stands beside its way, in a line of its own. */
  about?: ((row: R) => ReactNode) | undefined;
  /** Buttons of other modules before its moves. */
  buttons?: ((row: R) => ReactNode) | undefined;
  /** Moves by name, in the order to offer them; all legal ones by default. */
  moves?: ((row: R) => readonly string[]) | undefined;
  dialogs?: MoveDialogs | undefined;
  /** Operations before the moves. */
  first?: ((row: R) => readonly RowAction[]) | undefined;
  /** Operations behind the moves; printing the page is always the last. */
  actions?: ((row: R) => readonly RowAction[]) | undefined;
  /** How many operations stand open, four by default. */
  visible?: number | undefined;
  /** States that the row never comes to: stages of these alone are no part of its way. */
  skips?: ((row: R) => readonly string[]) | undefined;
  /** Whether no operation is to be the loud one, as something else has to be done before. */
  isCalm?: ((row: R) => boolean) | undefined;

  /** Between the head and everything else: what stands in its way. `onTab` opens one of `tabs`. */
  above?: ((row: R, onTab: (key: string) => void) => ReactNode) | undefined;
  /** What it is about, before its facts; stands in place of the tables of its child rows. */
  lines?: ((row: R) => ReactNode) | undefined;
  /** Facts in groups, blank ones left out; all fields in one list by default. */
  groups?: readonly FactGroup<R>[] | undefined;
  /** Which facts of `groups` are shown; by default whatever is not blank. */
  isNews?: ((row: R, key: string) => boolean) | undefined;
  /** Without `groups`: keys to show; the form's fields and then all others by default. */
  keys?: readonly string[] | undefined;
  /** Without `groups`: columns of the list, 1 to 4. */
  columns?: 1 | 2 | 3 | 4 | undefined;
  /** What stands in place of the face of a field, by key. */
  facts?: Readonly<Record<string, (row: R) => ReactNode>> | undefined;
  /** Between the facts and its child rows. */
  children?: ((row: R) => ReactNode) | undefined;
  /** Behind facts and child rows, before its history. */
  below?: ((row: R) => ReactNode) | undefined;
  /** False: its history has a place elsewhere. */
  hasHistory?: boolean | undefined;
  /** What happens next: first at the right, on a phone first of all. */
  next?: ((row: R) => ReactNode) | undefined;
  /** At the right, below what is next. */
  aside?: ((row: R) => ReactNode) | undefined;
  /** Beside 概览, which then is all of the above. */
  tabs?: ((row: R) => readonly DetailTab[]) | undefined;
}
