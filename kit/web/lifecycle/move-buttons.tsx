import { Button, Dropdown, type MenuProps } from 'antd';
import type { ReactNode } from 'react';
import type { AnyLifecycle } from '#kit/model/lifecycle.ts';
import type { MoveAnswer } from '#kit/model/resource-routes.ts';
import type { Row } from '#ui/cells/faces.ts';
import type { MoveDialogs } from './move-dialog.tsx';
import { isCalling, type RowAction } from './row-action.ts';
import { useMoveKeys } from './use-move-keys.tsx';
import { useRowMoves } from './use-row-moves.tsx';

type ButtonLook = 'links' | 'buttons' | 'plain';

export interface MoveButtonsProps {
  lifecycle: AnyLifecycle;
  row: Row;
  /** Moves by name, in the order to offer them; all legal ones by default. */
  moves?: readonly string[] | undefined;
  dialogs?: MoveDialogs | undefined;
  onDone?: ((answer: MoveAnswer, move: string) => void) | undefined;
  /** Operations in front of the moves. */
  first?: readonly RowAction[] | undefined;
  /** Operations behind the moves. */
  more?: readonly RowAction[] | undefined;
  /** How many stand open; the others wait behind 更多. */
  visible?: number | undefined;
  /** links in tables, buttons with a primary first on detail pages, plain ones in toolbars. */
  look?: ButtonLook | undefined;
}

/**
 * The moves a document may make from its state, as far as the user may make them. A plain move is
 * made by the click; one with questions or a warning opens its dialog. In the head of a page the letters
 * of the lifecycle make them too.
 */
export function MoveButtons({
  lifecycle,
  row,
  moves,
  dialogs,
  onDone,
  first = [],
  more = [],
  visible = 2,
  look = 'buttons',
}: MoveButtonsProps): ReactNode {
  const { movesOf, dialog } = useRowMoves({
    lifecycle,
    rows: [row],
    moves: moves && (() => moves),
    dialogs,
    onDone,
  });
  const actions = [...first, ...movesOf(row), ...more];
  const keys = useMoveKeys(lifecycle, row, actions);
  return (
    <>
      <ActionButtons actions={actions} visible={visible} look={look} />
      {dialog}
      {keys}
    </>
  );
}

/** Operations of a row: the first ones open, the others behind 更多. */
export function ActionButtons({
  actions,
  visible = 2,
  look = 'links',
}: {
  actions: readonly RowAction[];
  visible?: number | undefined;
  look?: ButtonLook | undefined;
}): ReactNode {
  const usual = actions.filter((action) => !action.isRare);
  const open = usual.slice(0, visible);
  const rest = behindMore(usual.slice(visible), actions);
  const calling = open[0] && isCalling(open[0]) ? open[0] : undefined;
  const typeOf = (index: number): 'link' | 'primary' | 'default' => {
    if (look === 'links') return 'link';
    return look === 'buttons' && open[index] === calling ? 'primary' : 'default';
  };
  return (
    <span className={look === 'links' ? 'wb-actions wb-actions-links' : 'wb-actions'}>
      {look !== 'links' && <WhyNot actions={open} />}
      {open.map((action, index) => (
        <Button
          key={action.key}
          type={typeOf(index)}
          size={look === 'links' ? 'small' : 'middle'}
          danger={action.danger ?? false}
          disabled={(action.disabled ?? false) && !action.isBusy}
          title={action.reason}
          loading={action.isBusy ?? false}
          onClick={action.onClick}
        >
          {action.title}
        </Button>
      ))}
      {rest.length > 0 && <MoreActions actions={rest} look={look} />}
    </span>
  );
}

/** Why what stands grey in the open cannot be done, read without pointing at it. */
function WhyNot({ actions }: { actions: readonly RowAction[] }): ReactNode {
  const reasons = actions.flatMap(({ disabled, isBusy, reason }) => (disabled && !isBusy && reason ? [reason] : []));
  return reasons.length > 0 && <small className="wb-actions-why">{reasons.join('；')}</small>;
}

/** What found no room, then what is rare, last what ends the row. */
const behindMore = (crowded: readonly RowAction[], actions: readonly RowAction[]): readonly RowAction[] => [
  ...crowded.filter(({ danger }) => !danger),
  ...actions.filter(({ isRare }) => isRare),
  ...crowded.filter(({ danger }) => danger),
];

function MoreActions({ actions, look }: { actions: readonly RowAction[]; look: ButtonLook }): ReactNode {
  const menu: MenuProps = {
    items: actions.map(({ key, title, reason, danger = false, disabled = false }) => ({
      key,
      label:
        disabled && reason !== undefined ? (
          <span className="wb-row-refused">
            {title}
            <small>{reason}</small>
          </span>
        ) : (
          title
        ),
      danger,
      disabled,
    })),
    onClick: ({ key }) => actions.find((action) => action.key === key)?.onClick(),
  };
  return (
    <Dropdown trigger={['click']} placement="bottomRight" menu={menu}>
      <Button type={look === 'links' ? 'link' : 'default'} size={look === 'links' ? 'small' : 'middle'}>
        更多
      </Button>
    </Dropdown>
  );
}
