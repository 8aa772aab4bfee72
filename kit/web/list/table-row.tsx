import { memo, type ReactNode } from 'react';
import type { Row } from '#ui/cells/faces.ts';
import type { RowAction } from '../lifecycle/row-action.ts';
import type { RowMark } from '../live/use-held-rows.ts';
import { RowActions } from './row-actions.tsx';
import { markLook } from './row-mark.ts';
import type { Slots } from './table-slots.ts';

export interface TableRowProps<R extends Row> {
  row: R;
  slots: Slots<R>;
  isTicked: boolean;
  /** What the box that ticks it is called. */
  markLabel: string;
  /** What others did to it. */
  mark: RowMark | undefined;
  actions: readonly RowAction[] | undefined;
  /** How many of them stand open. */
  open: number;
}

/**
 * A row of a list. A hundred of them are drawn at once, so it holds nothing of its own: what happens
 * in it is heard by the table, and it is drawn again only when something that it shows is another.
 */
export const TableRow = memo(drawRow, isSame) as typeof drawRow;

function drawRow<R extends Row>(props: TableRowProps<R>): ReactNode {
  const { row, slots, isTicked, markLabel, mark: news, actions, open } = props;
  const { mark, columns, rest, operations } = slots;
  const cells = columns.map(({ column, className: look, style }) => (
    <td
      key={column.key}
      className={look}
      style={style}
      data-edit={column.isEditable && !column.lower ? column.key : undefined}
    >
      {column.render(row)}
    </td>
  ));
  if (rest !== null) cells.splice(rest, 0, <td key="rest" />);
  return (
    <tr
      data-row-key={row.id}
      className={`wb-row${isTicked ? ' wb-row-ticked' : ''}${markLook(news)}`}
      title={news?.words}
    >
      {mark && (
        <td className={mark.className} style={mark.style}>
          <label className="wb-tick-room">
            <input
              type="checkbox"
              className="wb-tick"
              checked={isTicked}
              disabled={news?.isGone === true && !isTicked}
              aria-label={markLabel}
              readOnly
            />
          </label>
        </td>
      )}
      {cells}
      {operations && (
        <td className={operations.className} style={operations.style}>
          <RowActions actions={actions ?? []} open={open} note={news?.isGone ? news.words : undefined} />
        </td>
      )}
    </tr>
  );
}

function isSame<R extends Row>(before: TableRowProps<R>, after: TableRowProps<R>): boolean {
  return (
    before.row === after.row &&
    before.slots === after.slots &&
    before.isTicked === after.isTicked &&
    before.open === after.open &&
    before.mark?.words === after.mark?.words &&
    markLook(before.mark) === markLook(after.mark) &&
    areAlike(before.actions ?? [], after.actions ?? [])
  );
}

/** What is done is looked up when it is done (`useActs`): only what is seen counts here. */
const areAlike = (before: readonly RowAction[], after: readonly RowAction[]): boolean =>
  before.length === after.length &&
  before.every((one, index) => {
    const other = after[index] as RowAction;
    return (
      one.key === other.key &&
      one.title === other.title &&
      one.reason === other.reason &&
      one.danger === other.danger &&
      one.disabled === other.disabled &&
      one.isBusy === other.isBusy
    );
  });
