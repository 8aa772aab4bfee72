import { Dropdown, type MenuProps } from 'antd';
import { useRef, useState, type ReactNode } from 'react';
import { isCalling, type RowAction } from '../lifecycle/row-action.ts';
import { signsWidth } from './column-widths.ts';
import './row-actions.css';

/** How many stand open at most; the others wait behind ⋯. */
export const MOST_OPEN = 2;
const GAP = 10;
/** ⋯, and the room at both sides of the cell. */
const BESIDE = 24 + 20;

/**
 * px for the operations of these rows: the same in all of them.
 * @param open how many of each stand open
 */
export const operationsRoom = (rows: readonly (readonly RowAction[])[], open: number): number =>
  rows.reduce((most, actions) => {
    const words = actions.slice(0, open).reduce((sum, { title }) => sum + signsWidth(title) + GAP + 4, 0);
    return Math.max(most, Math.ceil(words) + BESIDE);
  }, LEAST_ROOM);
/** Two signs and ⋯. */
const LEAST_ROOM = 84;

/**
 * Operations of one row of a list, as plain buttons: a hundred rows have three hundred of them.
 * @param open how many stand open
 * @param isCard on a phone: the first that leads on alone, large enough for a thumb
 */
export function RowActions({
  actions,
  note,
  open = MOST_OPEN,
  isCard = false,
}: {
  actions: readonly RowAction[];
  /** In front of them: why there are no others. */
  note?: string | undefined;
  open?: number;
  isCard?: boolean;
}): ReactNode {
  const visible = isCard ? actions.filter(isCalling).slice(0, 1) : actions.slice(0, open);
  const rest = actions.filter((action) => !visible.includes(action));
  return (
    <span className={isCard ? 'wb-row-acts wb-row-acts-card' : 'wb-row-acts'}>
      {note !== undefined && (
        <small className="wb-row-note" title={note}>
          {note}
        </small>
      )}
      {visible.map((action) => (
        <ActButton key={action.key} action={action} />
      ))}
      {rest.length > 0 && <More actions={rest} />}
    </span>
  );
}

/** One that cannot be done now says why to whoever points at it or hears it. */
function ActButton({ action }: { action: RowAction }): ReactNode {
  const { title, reason, onClick, isBusy = false, disabled = false } = action;
  const isOff = disabled && !isBusy;
  return (
    <button
      type="button"
      className={action.danger ? 'wb-row-act wb-row-act-danger' : 'wb-row-act'}
      title={reason}
      aria-disabled={isOff || isBusy || undefined}
      aria-busy={isBusy || undefined}
      onClick={isOff || isBusy ? undefined : onClick}
    >
      {title}
    </button>
  );
}

/** The menu is made when it is opened; the button gets the focus back from it. */
function More({ actions }: { actions: readonly RowAction[] }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  // A click outside closes it; one on the button does so before it is a click.
  const wasOpen = useRef(false);
  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <span className="wb-row-more">
      <button
        ref={button}
        type="button"
        className="wb-row-act wb-row-dots"
        aria-label="更多"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPointerDown={() => (wasOpen.current = isOpen)}
        onClick={() => {
          if (!wasOpen.current) setOpen(true);
          wasOpen.current = false;
        }}
      >
        ⋯
      </button>
      {isOpen && (
        <Dropdown
          open
          autoFocus
          trigger={['click']}
          placement="bottomRight"
          menu={menuOf(actions, close)}
          onOpenChange={(next) => !next && close()}
        >
          <span className="wb-row-anchor" aria-hidden />
        </Dropdown>
      )}
    </span>
  );
}

function menuOf(actions: readonly RowAction[], close: () => void): MenuProps {
  const entry = ({ key, title, reason, danger = false, disabled = false }: RowAction) => ({
    key,
    danger,
    disabled,
    ...(reason === undefined ? {} : { title: reason }),
    label:
      reason === undefined ? (
        title
      ) : (
        <span className="wb-row-refused">
          {title}
          <small>{reason}</small>
        </span>
      ),
  });
  const last = actions.filter(({ danger }) => danger);
  const others = actions.filter(({ danger }) => !danger);
  const divider = { key: 'divider', type: 'divider' as const };
  return {
    items: [...others.map(entry), ...(last.length > 0 && others.length > 0 ? [divider] : []), ...last.map(entry)],
    onClick: ({ key }) => {
      close();
      actions.find((action) => action.key === key)?.onClick();
    },
  };
}
