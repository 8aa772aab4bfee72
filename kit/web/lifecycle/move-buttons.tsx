import { Button, Dropdown, type MenuProps } from 'antd';
import { useRef, useState, type ComponentType, type ReactNode } from 'react';
import type { AnyLifecycle, Move } from '#kit/model/lifecycle.ts';
import type { FieldError } from '#kit/model/refusal.ts';
import { useActionKeys } from '#ui/http/action-key.ts';
import { ApiError } from '#ui/http/api-error.ts';
import type { Row } from '#ui/cells/faces.ts';
import { say, tell } from '#ui/feedback.tsx';
import { MoveDialog } from '../lazy-move-dialog.tsx';
import { refreshResource } from '../query-client.ts';
import { usePermissions } from '../session/access.ts';
import { isPlain, legalMoves, type OfferedMove } from './legal-moves.ts';
import { isMissingAnswer } from './missing-answers.ts';
import { doneText } from './outcome-text.ts';
import { useCapability } from './outside.ts';
import type { MoveDialogProps, MoveDialogs } from './move-dialog.tsx';
import type { MoveAnswer } from '#kit/model/resource-routes.ts';
import { runMove } from './run-move.ts';
import { useWantedMove } from './use-move-draft.ts';

/** One entry of a row's operations. */
export interface RowAction {
  key: string;
  title: string;
  onClick: () => void;
  danger?: boolean | undefined;
  disabled?: boolean | undefined;
  isBusy?: boolean | undefined;
  /** Takes something back or throws it away: never the button that calls. */
  isQuiet?: boolean | undefined;
  /** Of a list: stands behind the generic operations. */
  isRare?: boolean | undefined;
}

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
 * made by the click; one with questions or a warning opens its dialog.
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
  const may = usePermissions();
  const [asked, setAsked] = useState<string | null>(null);
  const [raised, setRaised] = useState<readonly FieldError[]>([]);
  const ask = (name: string | null, errors: readonly FieldError[] = []): void => {
    setRaised(errors);
    setAsked(name);
  };
  const done = (answer: MoveAnswer, name: string): void => {
    const move = (lifecycle.moves as Readonly<Record<string, Move>>)[name];
    if (move) say.done(doneText(move, answer.state));
    ask(null);
    void refreshResource(lifecycle.of);
    onDone?.(answer, name);
  };
  const { run, busy } = usePlainMove(lifecycle, row, done, ask);
  const capability = useCapability(lifecycle, row);
  const legal = legalMoves(lifecycle, String(row['status'] ?? ''), may, capability);
  const offered = moves
    ? moves.flatMap((name) => legal.find((one) => one.name === name) ?? [])
    : legal;
  useWantedMove(lifecycle, row.id, (name) => {
    if (offered.some((one) => one.name === name)) ask(name);
  });
  const actions: RowAction[] = offered.map((one) => ({
    key: one.name,
    title: one.title,
    isBusy: busy === one.name,
    disabled: busy !== null,
    isQuiet: takesBack(lifecycle, one.move),
    onClick: () => {
      if (isPlain(one.move) && !dialogs?.[one.name]) void run(one);
      else ask(one.name);
    },
  }));
  const Dialog: ComponentType<MoveDialogProps> =
    (asked !== null ? dialogs?.[asked] : undefined) ?? MoveDialog;
  return (
    <>
      <ActionButtons actions={[...first, ...actions, ...more]} visible={visible} look={look} />
      {asked !== null && (
        <Dialog
          lifecycle={lifecycle}
          move={asked}
          row={row}
          raised={raised}
          onClose={() => ask(null)}
          onDone={(answer) => done(answer, asked)}
        />
      )}
    </>
  );
}

/** Cannot be undone, or takes a row of a register out of use. */
function takesBack(lifecycle: AnyLifecycle, { warn, to }: Move): boolean {
  if (warn !== undefined) return true;
  if (lifecycle.of.kind !== 'register' || typeof to !== 'string') return false;
  const states = lifecycle.states as Readonly<Record<string, readonly [string, string]>>;
  return states[to]?.[1] !== 'done';
}

function usePlainMove(
  lifecycle: AnyLifecycle,
  row: Row,
  onDone: (answer: MoveAnswer, name: string) => void,
  onAsk: (name: string, errors: readonly FieldError[]) => void,
): { run: (move: OfferedMove) => Promise<void>; busy: string | null } {
  const [busy, setBusy] = useState<string | null>(null);
  const isRunning = useRef(false);
  const keys = useActionKeys();
  return {
    busy,
    async run({ name, move }) {
      // A double click is one action.
      if (isRunning.current) return;
      isRunning.current = true;
      setBusy(name);
      const body = { version: row['version'] };
      try {
        const answer = await runMove(lifecycle, row.id, name, body, keys.keyFor([name, body]));
        keys.settle(null);
        onDone(answer, name);
      } catch (error) {
        keys.settle(error);
        if (error instanceof ApiError && isMissingAnswer(move, error.errors))
          return onAsk(name, error.errors);
        tell(error);
        void refreshResource(lifecycle.of);
      } finally {
        isRunning.current = false;
        setBusy(null);
      }
    },
  };
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
  const rest = actions.slice(visible);
  const typeOf = (index: number): 'link' | 'primary' | 'default' => {
    if (look === 'links') return 'link';
    const isCalling = look === 'buttons' && index === 0 && !actions[0]?.isQuiet;
    return isCalling ? 'primary' : 'default';
  };
  return (
    <span className={look === 'links' ? 'wb-actions wb-actions-links' : 'wb-actions'}>
      {actions.slice(0, visible).map((action, index) => (
        <Button
          key={action.key}
          type={typeOf(index)}
          size={look === 'links' ? 'small' : 'middle'}
          danger={action.danger ?? false}
          disabled={(action.disabled ?? false) && !action.isBusy}
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

function MoreActions({
  actions,
  look,
}: {
  actions: readonly RowAction[];
  look: ButtonLook;
}): ReactNode {
  const menu: MenuProps = {
    items: actions.map(({ key, title, danger = false, disabled = false }) => ({
      key,
      label: title,
      danger,
      disabled,
    })),
    onClick: ({ key }) => actions.find((action) => action.key === key)?.onClick(),
  };
  return (
    <Dropdown trigger={['click']} placement="bottomRight" menu={menu}>
      <Button
        type={look === 'links' ? 'link' : 'default'}
        size={look === 'links' ? 'small' : 'middle'}
      >
        更多
      </Button>
    </Dropdown>
  );
}
