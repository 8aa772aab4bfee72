import type { Fields } from '#kit/model/field.ts';
import { movePermission, type AnyLifecycle } from '#kit/model/lifecycle.ts';
import type { FieldError, Refusal } from '#kit/model/refusal.ts';
import type { AnswersTo, AnyRow, RowOf } from '#kit/model/row.ts';
import type { Registry } from './registry.ts';
import type { Tx } from './tx.ts';

/** A stored document whose resource only the caller knows. */
export type AnyDocument = AnyRow & { status: string };

/** Refusals by document id: what will not happen, and why. */
export type Refusals = Map<string, Refusal>;

export interface Effect<Row, A, F = undefined> {
  /**
   * What guard and effect both use, read once. `isPreview` = nothing may be locked; else the
   * documents are locked already, and rows of others that must not change meanwhile are locked here.
   */
  read?(tx: Tx, rows: Row[], isPreview: boolean): Promise<F>;
  /**
   * Set queries that say which documents must be refused. Used by the preview and, under lock,
   * before the effect. It may not write.
   */
  guard?(tx: Tx, rows: Row[], answers: A, facts: F): Promise<Refusals>;
  /**
   * For documents in a state the move does not start from: what is still to be done, where that
   * says more than 当前状态不允许此操作.
   */
  whyNot?(tx: Tx, rows: Row[]): Promise<Refusals>;
  /**
   * The effect itself. Answers the new state of a document where the move leaves it open,
   * or refusals for single documents that turned out impossible.
   */
  run(tx: Tx, rows: Row[], answers: A, facts: F): Promise<Map<string, string> | void>;
  /**
   * What moving these documents would do to stock and fees, in short sentences for who is about to do it. It may
   * not write, and locks nothing.
   */
  outlook?(tx: Tx, rows: Row[], answers: A): Promise<readonly string[]>;
  /**
   * What of single documents has to be read before many are moved at once, each in a sentence that names its
   * document. It may not write, and locks nothing.
   */
  doubts?(tx: Tx, rows: Row[]): Promise<readonly string[]>;
  /** Where the move can be called back. */
  callBack?: CallBack<Row, A>;
}

/** A document whose last move is called back, with what was kept of it and the state it comes from. */
export interface Returning {
  row: AnyDocument;
  snapshot: object;
  from: string;
}

/** How a move is undone that nobody outside has heard of. */
export interface CallBack<Row, A> {
  /**
   * What undoing it will need, by document, before it runs; documents that are missing cannot be called back,
   * and what the move tells of them goes out at once.
   */
  snapshot(tx: Tx, rows: Row[], answers: A): Promise<Map<string, object>>;
  /** Moves after which what was kept is no more what to go back to, though the state is the same. */
  endedBy?: readonly string[];
  /** What has become of documents since, so that the move is not undone any more. */
  refuse?(tx: Tx, rows: readonly Returning[]): Promise<ReadonlyMap<string, Refusal>>;
  /** Everything as it was; the state itself is written by the kit. */
  undo(tx: Tx, rows: readonly Returning[]): Promise<void>;
}

export interface Command {
  lifecycle: AnyLifecycle;
  move: string;
  permission: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  effect: Effect<any, any, any>;
}

/** Whether something that a file exports is a command. */
export const isCommand = (value: unknown): value is Command =>
  typeof value === 'object' && value !== null && 'move' in value && 'effect' in value;

type AnswersOf<L, M extends string> = L extends { moves: infer Moves }
  ? M extends keyof Moves
    ? Moves[M] extends { input: infer F extends Fields }
      ? AnswersTo<F>
      : Record<string, never>
    : never
  : never;

/** Binds a move of a lifecycle to its effect: one server file each. */
export function command<L extends AnyLifecycle, M extends Extract<keyof L['moves'], string>, F = undefined>(
  lifecycle: L,
  move: M,
  effect: Effect<RowOf<L['of']>, AnswersOf<L, M>, F>,
): Command {
  return { lifecycle, move, permission: movePermission(lifecycle, move), effect };
}

export interface MoveResult {
  id: string;
  label: string;
  ok: boolean;
  state?: string;
  code?: string;
  message?: string;
  /** It can be called back for so many seconds. */
  callBackSeconds?: number;
  /** HTTP status of a refusal, where it is not the usual 409. */
  httpStatus?: number;
  /** Where it was refused for what single fields or lines of the document say. */
  errors?: readonly FieldError[];
}

export interface RunOptions {
  ids: readonly string[];
  answers?: Record<string, unknown>;
  /** Optimistic lock of a single document. */
  version?: number;
  key?: string | null;
  /** Knows what links among the answers lead to; answers that came from outside are judged with it. */
  registry?: Registry;
}
