import type { ReactNode } from 'react';
import type { Row } from '#ui/cells/faces.ts';
import { RowPicture } from '../cells/row-picture.tsx';
import { PICTURE_ROOM, signsWidth, SMALL } from './column-widths.ts';
import type { ListColumn } from './list-column.ts';
import './stack.css';

/**
 * The columns in sight as cells of two lines. What is shown as a column of its own, or not there for
 * this reader, is missing from the lower line.
 * @param all every column that this reader may see
 */
export function stacked<R extends Row>(
  visible: readonly ListColumn<R>[],
  all: readonly ListColumn<R>[],
): ListColumn<R>[] {
  const alone = new Set(visible.map(({ key }) => key));
  return visible.map((declared) => {
    const { pictureKey } = declared;
    const column = pictureKey !== undefined && alone.has(pictureKey) ? { ...declared, pictureOf: undefined } : declared;
    const lower = (column.under ?? []).flatMap((key) =>
      alone.has(key) ? [] : (all.find((one) => one.key === key) ?? []),
    );
    return lower.length === 0 && !column.pictureOf ? column : { ...column, ...stackOf(column, lower), lower };
  });
}

/** What stands below a column that this reader does not have moves up into its place. */
export function movedUp<R extends Row>(
  declared: readonly ListColumn<R>[],
  isThere: (column: ListColumn<R>) => boolean,
): ListColumn<R>[] {
  const heirs = new Map<string, ListColumn<R>>();
  for (const column of declared) {
    if (!column.under || isThere(column)) continue;
    const [heir, ...others] = column.under.filter((key) => declared.some((one) => one.key === key && isThere(one)));
    const own = declared.find(({ key }) => key === heir);
    if (!own) continue;
    const { pictureOf } = column;
    heirs.set(own.key, { ...own, hiddenByDefault: false, under: others, pictureOf });
  }
  return declared.filter(isThere).map((column) => heirs.get(column.key) ?? column);
}

const BETWEEN = ' · ';

function stackOf<R extends Row>(column: ListColumn<R>, lower: readonly ListColumn<R>[]): Partial<ListColumn<R>> {
  const lowerText = (row: R): string =>
    lower.flatMap((one) => (one.isBlank?.(row) ? [] : (one.text?.(row) ?? one.figure?.(row) ?? []))).join(BETWEEN);
  const { text, figure, pictureOf } = column;
  const longer = (row: R, upper: string): string => {
    const under = lowerText(row);
    return signsWidth(under) * SMALL > signsWidth(upper) ? under : upper;
  };
  const isOwn = typeof column.ownWidth === 'number';
  return {
    ellipsis: false,
    ...(pictureOf && !isOwn ? { width: column.width + PICTURE_ROOM } : {}),
    isBlank: (row) => column.isBlank?.(row) === true && lower.every(({ isBlank }) => isBlank?.(row) === true),
    ...(text ? { upperText: text, text: (row) => longer(row, text(row)) } : {}),
    ...(figure ? { figure: (row) => longer(row, figure(row)) } : {}),
    render: (row) => <Stack row={row} column={column} lower={lower} picture={pictureOf ? pictureOf(row) : undefined} />,
  };
}

/** A cell of two lines, the lower one small; cut off, a line is read whole by pointing at it (`readWhole`). */
function Stack<R extends Row>({
  row,
  column,
  lower,
  picture,
}: {
  row: R;
  column: ListColumn<R>;
  lower: readonly ListColumn<R>[];
  /** undefined: the column has none at all. */
  picture: string | null | undefined;
}): ReactNode {
  const filled = lower.filter(({ isBlank }) => !isBlank?.(row));
  const lines = (
    <>
      <span className="wb-stack-upper" data-edit={editKey(column)}>
        {column.render(row)}
      </span>
      {filled.length > 0 && (
        <span className="wb-stack-lower">
          {filled.map((one) => (
            <span
              key={one.key}
              data-edit={editKey(one)}
              className={one.text ? 'wb-stack-part' : 'wb-stack-part wb-stack-whole'}
            >
              {one.render(row)}
            </span>
          ))}
        </span>
      )}
    </>
  );
  const look = column.align === 'right' ? 'wb-stack-lines wb-stack-end' : 'wb-stack-lines';
  // Elements are what a hundred rows cost: no more of them than are needed.
  if (picture === undefined) return <span className={look}>{lines}</span>;
  return (
    <span className="wb-stack">
      <RowPicture path={picture} />
      <span className={look}>{lines}</span>
    </span>
  );
}

/** Marks what of a cell may be changed in it. */
export const editKey = ({ key, isEditable }: ListColumn<never>): string | undefined => (isEditable ? key : undefined);

/** Whether rows need two lines for these columns. */
export const areStacked = <R extends Row>(columns: readonly ListColumn<R>[]): boolean =>
  columns.some(({ lower }) => lower !== undefined);

/** Both lines of a column in its head. */
export const headOf = <R extends Row>({ title, lower = [] }: ListColumn<R>): ReactNode => {
  const under = lower
    .map((one) => one.title)
    .filter((one) => one !== '')
    .join(BETWEEN);
  return under === '' ? (
    title
  ) : (
    <span className="wb-stack-head" title={`${title}${BETWEEN}${under}`}>
      <span>{title}</span>
      <small>{under}</small>
    </span>
  );
};
