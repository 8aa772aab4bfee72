import type { ReactNode } from 'react';
import type { AnyLifecycle } from '#kit/model/lifecycle.ts';
import type { Field } from '#kit/model/field.ts';
import type { Pin } from '#kit/model/list-view.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import { fieldOf } from '../audit-fields.ts';
import { cellOf } from '../cells/cells.ts';
import { measures } from '#ui/cells/measures.ts';
import { grouped, shortPrice } from '#ui/cells/number-text.ts';
import { isBlank, type Row } from '#ui/cells/faces.ts';
import { StateTag } from '../lifecycle/state-tag.tsx';

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
  /** The edge at which it stays; absent: the first column stays at the start. */
  pin?: Pin | undefined;
  /** px that somebody gave it: the room that is left over goes to none of its neighbours. */
  ownWidth?: number | null | undefined;
  /** Whether a row has nothing to show here; absent = it always has. */
  isBlank?: ((row: R) => boolean) | undefined;
}

/** What a page may say of its columns: a field key, changes to one, or a whole column. */
export type ColumnSpec<R extends Row = Row> =
  (keyof R & string) | (Partial<ListColumn<R>> & { key: string });

const CUT_OFF = new Set(['text', 'textarea', 'link', 'choice', 'sealed']);
/** Of these, what is shown as a bare text. */
const TEXTS = new Set(['text', 'textarea', 'link', 'choice']);

/** The columns of a list: those of the declaration unless the page names its own. */
export function listColumns<R extends Row>(
  resource: AnyResource,
  lifecycle: AnyLifecycle | undefined,
  specs: readonly ColumnSpec<R>[] = resource.list as readonly (keyof R & string)[],
): ListColumn<R>[] {
  return specs.flatMap((spec) => {
    const own = typeof spec === 'string' ? { key: spec } : spec;
    const base = declaredColumn<R>(resource, lifecycle, own.key);
    if (!base && !(own.title !== undefined && own.render))
      throw new Error(`${resource.name}: no column ${own.key}`);
    // What a page draws itself may be there to be filled in.
    const isOwn = own.render !== undefined;
    return [
      {
        width: 140,
        ...base,
        ...(isOwn ? { isBlank: undefined, figure: undefined, text: undefined } : {}),
        ...own,
      } as ListColumn<R>,
    ];
  });
}

function declaredColumn<R extends Row>(
  resource: AnyResource,
  lifecycle: AnyLifecycle | undefined,
  key: string,
): ListColumn<R> | null {
  const field = fieldOf(resource, key);
  if (!field) return null;
  const { Show, sortable } = cellOf(field.kind);
  const { width, align } = measures[field.kind];
  const isState = key === 'status' && lifecycle !== undefined;
  return {
    key,
    title: field.title,
    width: Math.max(
      dataWidth(field, key === resource.label, width),
      titleWidth(field.title, sortable),
    ),
    align,
    sortable,
    ellipsis: CUT_OFF.has(field.kind),
    isBlank: (row) => isBlank(row[key]),
    ...(TEXTS.has(field.kind) && !isState ? { text: (row) => textOf(key, row) } : {}),
    ...(align === 'right' ? { figure: (row) => figureOf(field, row[key], row) } : {}),
    render: (row) =>
      isState ? (
        <StateTag lifecycle={lifecycle} state={String(row[key] ?? '')} />
      ) : (
        <Show field={field} name={key} value={row[key]} row={row} />
      ),
  };
}

/** About as long as what is shown: amounts with their currency, measures with their unit. */
function figureOf({ kind, currency }: Field, value: unknown, row: Row): string {
  const unit = currency
    ? `${String(row[currency] ?? '')} `
    : ['length', 'weight'].includes(kind)
      ? ' .00 lb'
      : '';
  return isBlank(value) ? '' : `${unit}${grouped(kind === 'price' ? shortPrice(value) : value)}`;
}

/**
 * Columns with room for the longest figure of these rows: one that is cut off, or runs into its
 * neighbour, reads as another.
 */
export const withRoom = <R extends Row>(
  columns: readonly ListColumn<R>[],
  rows: readonly R[],
): ListColumn<R>[] =>
  columns.map((column) => {
    const { figure, width } = column;
    if (!figure) return column;
    const needed = rows.reduce((most, row) => Math.max(most, figureWidth(figure(row))), 0);
    return needed > width ? { ...column, width: needed } : column;
  });

/**
 * Columns that stand beside each other in the room there is, where giving up what they do not need
 * does it: first what is empty in columns of text, then a part of the longest texts (read whole as a
 * tooltip).
 * What is wider all the same is scrolled sideways.
 * @param room px for all of them
 */
export function fitted<R extends Row>(
  columns: readonly ListColumn<R>[],
  rows: readonly R[],
  room: number,
): ListColumn<R>[] {
  const wide = widthOf(columns);
  if (wide <= room || rows.length === 0) return [...columns];
  const snug = columns.map((column) => atMost(column, neededWidth(column, rows)));
  const over = widthOf(snug) - room;
  if (over <= 0) return shared(snug, columns, -over);
  const tight = snug.map((column) =>
    column.text ? atMost(column, Math.max(column.width * LEAST_TEXT, floorOf(column))) : column,
  );
  const spare = room - widthOf(tight);
  return spare < 0 ? snug : shared(tight, snug, spare);
}

/** Part of a text that is seen, where not all of it can be. */
const LEAST_TEXT = 0.65;

/** px of columns together. */
export const widthOf = (columns: readonly { width: number }[]): number =>
  columns.reduce((sum, { width }) => sum + width, 0);

const atMost = <R extends Row>(column: ListColumn<R>, width: number): ListColumn<R> =>
  width < column.width ? { ...column, width: Math.floor(width) } : column;

/** Room that is left over goes back to those who gave it up, by how much they did. */
function shared<R extends Row>(
  narrow: readonly ListColumn<R>[],
  wide: readonly ListColumn<R>[],
  spare: number,
): ListColumn<R>[] {
  const given = widthOf(wide) - widthOf(narrow);
  return narrow.map((column, index) => {
    const own = (wide[index]?.width ?? column.width) - column.width;
    return given > 0 && own > 0
      ? { ...column, width: column.width + Math.floor((spare * own) / given) }
      : column;
  });
}

/** The longest text of these rows, nothing where all are blank, and never less than the title. */
const neededWidth = <R extends Row>(column: ListColumn<R>, rows: readonly R[]): number => {
  const { text, width } = column;
  if (column.isBlank && rows.every(column.isBlank)) return floorOf(column);
  if (!text) return width;
  return rows.reduce((most, row) => Math.max(most, signsWidth(text(row)) + 24), floorOf(column));
};

const floorOf = <R extends Row>({ title, sortable }: ListColumn<R>): number =>
  titleWidth(title, sortable ?? false);

const textOf = (key: string, row: Row): string => {
  const value = row[`${key}_dictText`] ?? row[key];
  return isBlank(value) ? '' : String(value);
};

/** px: 8 a digit or letter, half of it a sign; and the space beside it. */
const figureWidth = (text: string): number =>
  Math.ceil([...text].reduce((sum, sign) => sum + (/[\d\p{L}]/u.test(sign) ? 8 : 4.5), 0)) + 20;

/** Room for the data: short texts need less, names more than their kind says. */
function dataWidth({ kind, max }: Field, isLabel: boolean, width: number): number {
  if (isLabel) return Math.min(Math.max(width, 150), 200);
  if (kind !== 'text' || max === undefined) return width;
  if (max <= 8) return 72;
  if (max <= 32) return 124;
  if (max <= 64) return 150;
  return max <= 200 ? 190 : 250;
}

/** Room for the title, so that it never breaks. */
const titleWidth = (title: string, sortable: boolean): number =>
  signsWidth(title) + (sortable ? 34 : 18);

/** px: 13 a Chinese sign, a little more than half of it for the others. */
const signsWidth = (text: string): number =>
  [...text].reduce((sum, sign) => sum + (sign.charCodeAt(0) > 255 ? 13 : 7.5), 0);
