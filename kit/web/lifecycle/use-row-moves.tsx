import { useMemo, useRef, useState, type ComponentType, type ReactNode } from 'react';
import { handReason, type AnyLifecycle, type Move } from '#kit/model/lifecycle.ts';
import type { FieldError } from '#kit/model/refusal.ts';
import type { MoveAnswer } from '#kit/model/resource-routes.ts';
import type { Row } from '#ui/cells/faces.ts';
import { toast, toastError } from '#ui/feedback.tsx';
import { useActionKeys } from '#ui/http/action-key.ts';
import { ApiError } from '#ui/http/api-error.ts';
import { MoveDialog } from '../lazy-move-dialog.tsx';
import { refreshResource } from '../query-client.ts';
import { usePermissions } from '../session/access.ts';
import { isEnding, isQuiet, isPlain, legalMoves, movesAhead, onlyFrom, type OfferedMove } from './legal-moves.ts';
import { isMissingAnswer } from './missing-answers.ts';
import type { MoveDialogProps, MoveDialogs } from './move-dialog.tsx';
import { doneText } from './outcome-text.ts';
import { useCapabilities } from './capabilities.ts';
import type { RowAction } from './row-action.ts';
import { runMove } from './run-move.ts';
import { versionNow } from './version-now.ts';
import { useRequestedMove } from './use-move-draft.ts';

interface RowMovesOptions<R extends Row> {
  /** undefined: rows have none. */
  lifecycle: AnyLifecycle | undefined;
  rows: readonly R[];
  /** Moves by name, in the order to offer them; all legal ones by default. */
  moves?: ((row: R) => readonly string[]) | undefined;
  dialogs?: MoveDialogs | undefined;
  onDone?: ((answer: MoveAnswer, move: string) => void) | undefined;
  /** Of a list: what other rows of this tab may do keeps its place, grey and with the reason. */
  tab?: string | null | undefined;
}

interface RowMoves<R extends Row> {
  movesOf: (row: R) => RowAction[];
  /** The open dialog of one of the rows: it stays, whatever becomes of the row in the list. */
  dialog: ReactNode;
}

interface OpenMove<R extends Row> {
  row: R;
  name: string;
  raised: readonly FieldError[];
}

/**
 * The moves of rows, as far as the user may make them. A plain move is made by the click; one with
 * questions or a warning opens its dialog.
 */
export function useRowMoves<R extends Row>(options: RowMovesOptions<R>): RowMoves<R> {
  const { lifecycle, rows, dialogs, onDone } = options;
  const [request, setRequest] = useState<OpenMove<R> | null>(null);
  const done = (answer: MoveAnswer, name: string): void => {
    const move = lifecycle && (lifecycle.moves as Readonly<Record<string, Move>>)[name];
    if (move) toast.done(doneText(move, answer.state, answer.callBackSeconds));
    setRequest(null);
    if (lifecycle) void refreshResource(lifecycle.of);
    onDone?.(answer, name);
  };
  const plain = usePlainMove<R>(lifecycle, done, setRequest);
  const offeredOf = useOffered(options);
  useRequestedMove(
    lifecycle,
    rows.map(({ id }) => id),
    (id, name) => {
      const row = rows.find((one) => one.id === id);
      if (row && offeredOf(row).some((one) => one.name === name && !one.reason)) setRequest({ row, name, raised: [] });
    },
  );
  const movesOf = (row: R): RowAction[] =>
    offeredOf(row).map(({ reason, ...one }) => ({
      key: one.name,
      title: one.title,
      isBusy: plain.busy === `${row.id} ${one.name}`,
      disabled: reason !== undefined || plain.busy?.startsWith(`${row.id} `) === true,
      danger: lifecycle !== undefined && isEnding(lifecycle, one.move),
      isQuiet: lifecycle !== undefined && isQuiet(lifecycle, one.move),
      reason: reason ?? plain.refusalOf(row, one.name),
      onClick: () => {
        if (isPlain(one.move) && !dialogs?.[one.name]) void plain.run(row, one);
        else setRequest({ row, name: one.name, raised: [] });
      },
    }));
  const Dialog: ComponentType<MoveDialogProps> = (request !== null ? dialogs?.[request.name] : undefined) ?? MoveDialog;
  return {
    movesOf,
    dialog: request !== null && lifecycle && (
      <Dialog
        lifecycle={lifecycle}
        move={request.name}
        // As it is by now, as long as the list shows it.
        row={rows.find(({ id }) => id === request.row.id) ?? request.row}
        raised={request.raised}
        onClose={() => setRequest(null)}
        onDone={(answer) => done(answer, request.name)}
      />
    ),
  };
}

interface RowMove extends OfferedMove {
  /** Why not now. */
  reason?: string;
}

/** Legal moves first, in the order of the page; behind them, in a list, what is not legal now. */
function useOffered<R extends Row>({ lifecycle, moves, tab }: RowMovesOptions<R>): (row: R) => RowMove[] {
  const may = usePermissions();
  const outside = useCapabilities(lifecycle);
  const inState = useMemo(() => lifecycle && movesInState(lifecycle, tab ?? null, may), [lifecycle, tab, may]);
  return (row) => {
    if (!inState) return [];
    const capability = outside?.(row);
    const all = inState(String(row['status'] ?? ''))
      .filter(({ move }) => !(move.needs && capability?.(move.needs) === 'no'))
      .map((one) => barred(disabledForMaker(one, row), row));
    const named = moves?.(row);
    const inOrder = named ? named.flatMap((name) => all.find((one) => one.name === name) ?? []) : all;
    return inOrder.toSorted((a, b) => Number(a.reason !== undefined) - Number(b.reason !== undefined));
  };
}

/** Maker ≠ checker: grey where the row says that its reader had a hand in it, or had none. */
function disabledForMaker(one: RowMove, { madeByMe }: Row): RowMove {
  if (one.reason !== undefined || typeof madeByMe !== 'boolean') return one;
  const reason = handReason(one.move, madeByMe);
  return reason === undefined ? one : { ...one, reason };
}

/** What the row says of a move beforehand, by its name: why it would be refused whatever is answered. */
function barred(one: RowMove, row: Row): RowMove {
  const reasons = row['barred'] as Readonly<Record<string, string>> | undefined;
  const reason = reasons?.[one.name];
  return one.reason !== undefined || reason === undefined ? one : { ...one, reason };
}

/**
 * Moves by state: what each row of a long list may do is judged once for all that are in the same one.
 * @param tab null: nothing but what is legal
 */
function movesInState(
  lifecycle: AnyLifecycle,
  tab: string | null,
  may: (permission: string) => boolean,
): (state: string) => readonly RowMove[] {
  const known = new Map<string, readonly RowMove[]>();
  const judge = (state: string): RowMove[] => {
    const legal = legalMoves(lifecycle, state, may);
    const ahead = tab === null ? [] : movesAhead(lifecycle, tab, state, may);
    return [...legal, ...ahead.map((one) => ({ ...one, reason: onlyFrom(lifecycle, one.move) }))];
  };
  return (state) => {
    const found = known.get(state) ?? judge(state);
    known.set(state, found);
    return found;
  };
}

/** What a row was when a move of it was refused: once it is another, it may be tried again. */
const tried = (row: Row, name: string): string => `${row.id} ${String(row['version'])} ${name}`;

function usePlainMove<R extends Row>(
  lifecycle: AnyLifecycle | undefined,
  onDone: (answer: MoveAnswer, name: string) => void,
  onAsk: (request: OpenMove<R>) => void,
): {
  run: (row: R, move: OfferedMove) => Promise<void>;
  busy: string | null;
  refusalOf: (row: R, name: string) => string | undefined;
} {
  const [busy, setBusy] = useState<string | null>(null);
  const [refusals, setRefusals] = useState<ReadonlyMap<string, string>>(new Map());
  const isRunning = useRef(false);
  const keys = useActionKeys();
  return {
    busy,
    refusalOf: (row, name) => refusals.get(tried(row, name)),
    async run(row, { name, move }) {
      // A double click is one action.
      if (isRunning.current || !lifecycle) return;
      isRunning.current = true;
      setBusy(`${row.id} ${name}`);
      try {
        const body = { version: await versionNow(lifecycle.of, row) };
        const key = keys.keyFor([row.id, name, body]);
        const answer = await runMove(lifecycle, row.id, name, body, key);
        keys.settle(null);
        onDone(answer, name);
      } catch (error) {
        keys.settle(error);
        if (error instanceof ApiError && isMissingAnswer(move, error.errors))
          return onAsk({ row, name, raised: error.errors });
        if (error instanceof ApiError && error.status === 422)
          setRefusals(new Map(refusals).set(tried(row, name), error.message));
        toastError(error);
        void refreshResource(lifecycle.of);
      } finally {
        isRunning.current = false;
        setBusy(null);
      }
    },
  };
}
