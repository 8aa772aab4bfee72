import type { Row } from '#ui/cells/faces.ts';
import type { ListColumn } from './list-column.ts';

/**
 * Columns with room for the longest figure of these rows: one that is cut off, or runs into its
 * neighbour, reads as another.
 */
export const withRoom = <R extends Row>(columns: readonly ListColumn<R>[], rows: readonly R[]): ListColumn<R>[] =>
  columns.map((column) => {
    const { figure, width } = column;
    const whole = wholeWidth(column, rows);
    const needed = figure ? rows.reduce((most, row) => Math.max(most, figureWidth(figure(row))), whole) : whole;
    return needed > width ? { ...column, width: needed } : column;
  });

/**
 * Columns that stand beside each other in the room there is, where giving up what they do not need
 * does it: first what is empty in columns of text, then a part of the longest texts (read whole as a
 * tooltip), whose room goes to those that are nearly whole.
 * What is wider all the same is scrolled sideways.
 * @param room px for all of them
 */
export function fitted<R extends Row>(
  columns: readonly ListColumn<R>[],
  rows: readonly R[],
  room: number,
): ListColumn<R>[] {
  const wide = widthOf(columns);
  if (wide <= room) return [...columns];
  const snug = columns.map((column) => atMost(column, neededWidth(column, rows)));
  const over = widthOf(snug) - room;
  if (over > 0 && rows.length === 0) return [...columns];
  if (over <= 0) return shared(snug, columns, -over);
  const tight = snug.map((column) =>
    column.text
      ? atMost(
          column,
          Math.max(column.width * LEAST_TEXT, floorOf(column), nameWidth(column, rows), wholeWidth(column, rows)),
        )
      : column,
  );
  const spare = room - widthOf(tight);
  return spare < 0 ? snug : shortFirst(tight, snug, spare);
}

/** px of the picture in front of a text, and the space between them. */
export const PICTURE_ROOM = 50;

/** A number that names the row is read whole; long names give way like other texts. */
function nameWidth<R extends Row>(
  { isName = false, text, upperText = text }: ListColumn<R>,
  rows: readonly R[],
): number {
  if (!isName || !upperText) return 0;
  const needed = rows.reduce((most, row) => Math.max(most, signsWidth(upperText(row)) + 20), 0);
  return needed <= SHORT_NAME ? needed : 0;
}
const SHORT_NAME = 160;

/** px for codes and numbers that are read whole, in the upper line or the lower one; 0 where there are none. */
function wholeWidth<R extends Row>(
  { isWhole = false, text, upperText = text, lower = [], pictureOf }: ListColumn<R>,
  rows: readonly R[],
): number {
  const below = lower.some((one) => one.isWhole);
  if (!isWhole && !below) return 0;
  const lineOf = (row: R): number => {
    const parts = lower.flatMap((one) => (one.isBlank?.(row) ? [] : signsWidth(one.text?.(row) ?? '')));
    return parts.reduce((sum, part) => sum + part, 0) + Math.max(0, parts.length - 1) * BETWEEN;
  };
  const needed = rows.reduce(
    (most, row) =>
      Math.max(most, isWhole && upperText ? signsWidth(upperText(row)) : 0, below ? lineOf(row) * SMALL : 0),
    0,
  );
  return needed === 0 ? 0 : Math.min(needed, MOST_WHOLE) + 24 + (pictureOf ? PICTURE_ROOM : 0);
}
/** px of the point between two parts of the lower line. */
const BETWEEN = 13;
/** Signs of the lower line are smaller. */
export const SMALL = 12 / 13;
/** Beyond so much it is a list of codes, and cut off like other texts. */
const MOST_WHOLE = 240;

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
    return given > 0 && own > 0 ? { ...column, width: column.width + Math.floor((spare * own) / given) } : column;
  });
}

/** Room that is left over makes those texts whole that lack the least of it: a short name before a long one. */
function shortFirst<R extends Row>(
  narrow: readonly ListColumn<R>[],
  wide: readonly ListColumn<R>[],
  spare: number,
): ListColumn<R>[] {
  const lacks = narrow.map(({ width }, index) => (wide[index]?.width ?? width) - width);
  let left = Math.floor(spare);
  const given = new Map<number, number>();
  for (const index of lacks
    .keys()
    .toArray()
    .toSorted((a, b) => (lacks[a] ?? 0) - (lacks[b] ?? 0))) {
    const share = Math.min(lacks[index] ?? 0, left);
    given.set(index, share);
    left -= share;
  }
  return narrow.map((column, index) => ({ ...column, width: column.width + (given.get(index) ?? 0) }));
}

/** The longest text of these rows, nothing where all are blank, and never less than the title. */
const neededWidth = <R extends Row>(column: ListColumn<R>, rows: readonly R[]): number => {
  const { text, width } = column;
  const beside = 24 + (column.pictureOf ? PICTURE_ROOM : 0);
  if (column.isBlank && rows.every(column.isBlank)) return floorOf(column);
  if (!text) return width;
  return rows.reduce((most, row) => Math.max(most, signsWidth(text(row)) + beside), floorOf(column));
};

const floorOf = <R extends Row>({ title, sortable }: ListColumn<R>): number => titleWidth(title, sortable ?? false);

/** px: 8 a digit or letter, half of it a sign; and the space beside it. */
const figureWidth = (text: string): number =>
  Math.ceil([...text].reduce((sum, sign) => sum + (/[\d\p{L}]/u.test(sign) ? 8 : 4.5), 0)) + 20;

/** Room for the title, so that it never breaks. */
export const titleWidth = (title: string, sortable: boolean): number => signsWidth(title) + (sortable ? 34 : 18);

/** px: 13 a Chinese sign, a little more than half of it for the others. */
export const signsWidth = (text: string): number =>
  [...text].reduce((sum, sign) => sum + (sign.charCodeAt(0) > 255 ? 13 : 7.5), 0);
