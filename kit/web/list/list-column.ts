import type { ReactNode } from 'react';
import type { Pin } from '#kit/model/list-view.ts';
import type { Row } from '#ui/cells/faces.ts';

/** A column of a list: a key of the resource, or one of the page's own making. */
export interface ListColumn<R extends Row = Row> {
  key: string;
  title: string;
  width: number;
  align?: 'right' | 'center' | undefined;
  /** Sorted by the server by this column. */
  sortable?: boolean | undefined;
  /** The text of the whole cell as a tooltip where it is cut off. */
  ellipsis?: boolean | undefined;
  render: (row: R) => ReactNode;
  /** The figure of a row, where the column has figures: they are never cut off. */
  figure?: ((row: R) => string) | undefined;
  /** What a row shows here, where it is a text that is cut off for want of room. */
  text?: ((row: R) => string) | undefined;
  /** Its text is a code or a number: a part of it would be another, so it is never cut off. */
  isWhole?: boolean | undefined;
  /** Of a cell of two lines: the text of its upper one alone. */
  upperText?: ((row: R) => string) | undefined;
  /** The edge at which it stays; absent: the first column stays at the start. */
  pin?: Pin | undefined;
  /** px that somebody gave it: the room that is left over goes to none of its neighbours. */
  ownWidth?: number | null | undefined;
  /** Whether a row has nothing to show here; absent = it always has. */
  isBlank?: ((row: R) => boolean) | undefined;
  /** Keys of columns that stand below it, small, unless they are shown as columns of their own. */
  under?: readonly string[] | undefined;
  /** Those of them that stand there, as `stacked` has found. */
  lower?: readonly ListColumn<R>[] | undefined;
  /** Below another, or out of sight, until somebody shows it as a column of its own. */
  hiddenByDefault?: boolean | undefined;
  /** Path of the picture in front of it; absent: it has none. */
  pictureOf?: ((row: R) => string | null) | undefined;
  /** Column of that picture, in whose stead it stands there. */
  pictureKey?: string | undefined;
  /** It may be changed where it stands. */
  isEditable?: boolean | undefined;
  /** It says which row it is: it can be moved, never hidden. */
  isName?: boolean | undefined;
}

export type OwnColumn<R extends Row> = Partial<
  Omit<ListColumn<R>, 'under' | 'lower' | 'isName' | 'isEditable' | 'pictureKey'>
> & {
  key: string;
  under?: readonly ColumnSpec<R>[];
  /** As in a declared list. */
  picture?: readonly string[];
  /** As in a declared list. */
  isFaced?: boolean;
};

/** What a page may say of its columns: a field key, changes to one, or a whole column. */
export type ColumnSpec<R extends Row = Row> = (keyof R & string) | OwnColumn<R>;
