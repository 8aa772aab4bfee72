import type { Fields } from './field.ts';
import { resourceKey, type AnyResource } from './resource.ts';

/** Colour family of a state: drives tags and tabs, nothing else. */
export type Tone = 'idle' | 'busy' | 'done' | 'bad' | 'warn';

/** How something outside is to be had: by interface, by a file, by hand over there, or not at all. */
export type Support = 'yes' | 'file' | 'manual' | 'no';

export interface Move<S extends string = string> {
  title: string;
  from: readonly S[];
  /** The state afterwards; several when the effect decides; 'same' keeps the state. */
  to: S | 'same' | readonly (S | 'same')[];
  /** The questions its dialog asks. */
  input?: Fields;
  /** What the button of its dialog says, where 确认 before the title would not read. */
  okText?: string;
  /** Fields of the document that it edits: what they were and are stands in its history. */
  edits?: readonly string[];
  /** Asked for before it runs; the sentence says what cannot be undone. */
  warn?: string;
  /**
   * Whether it ends what it is made of, and is red wherever it stands. By default where it leads to
   * bad states alone, or warns and may lead to one.
   */
  ends?: boolean;
  /**
   * Its questions are asked only of documents that were refused for want of an answer: the refusal
   * names the field and may suggest a value. Where nothing is missing, one click makes the move.
   */
  opensOnRefusal?: boolean;
  /**
   * In these states the move has only been handed on: somebody outside still has to take it. That
   * is said in place of success: `said` (已提交 by default), how many, and what comes `next`.
   */
  submits?: { in: readonly S[]; said?: string; next: string };
  /** Only the system makes it (channel answers, derived states): no button, no route. */
  system?: boolean;
  /**
   * What it needs of somebody outside. Where that is `no`, the move is hidden and refused; where it
   * is `manual` or `file`, our state changes and a person does the rest there.
   */
  needs?: string;
  /**
   * Maker ≠ checker: nobody makes it of a document that they had a hand in, whatever their role. The
   * sentence says so: where the document is shown the move is grey with it, and it is the refusal. The
   * table has `maker_ids`, kept by `noteMakers`.
   */
  byAnother?: string;
  /**
   * `byAnother` alone: whoever had a hand in it makes it all the same where there is, and ever was, nobody else
   * to ask. For what would otherwise be stuck with a seller of one.
   */
  orAlone?: true;
  /** The other way round: only who had a hand in the document makes it; the sentence says so. */
  byMaker?: string;
  /**
   * What it tells outside waits a while, so that a person who made it can call it back (撤回): its effect says
   * how. `before`: the field with the instant that must not pass meanwhile.
   */
  calledBack?: { before?: string };
  /** false: goes with the document and moves it nowhere; never the button that calls. */
  leads?: false;
  /** Offered where there is reason for it, never among the moves of a row. */
  aside?: boolean;
  /** Idempotency-Key required (money and shipping). */
  keyed?: boolean;
  /** The key that makes it in a list, of the row in focus or of what is chosen; one of each in a lifecycle. */
  letter?: MoveLetter;
}

/** Letters that a list does not need itself (j, k, x: up, down, tick). */
export type MoveLetter =
  | 'a'
  | 'b'
  | 'c'
  | 'd'
  | 'e'
  | 'f'
  | 'g'
  | 'h'
  | 'i'
  | 'l'
  | 'm'
  | 'n'
  | 'o'
  | 'p'
  | 'q'
  | 'r'
  | 's'
  | 't'
  | 'u'
  | 'v'
  | 'w'
  | 'y'
  | 'z';

/** A part of the way: what is under way in its states. */
export interface Stage<S extends string = string> {
  title: string;
  states: readonly S[];
}

export interface Lifecycle<
  R extends AnyResource = AnyResource,
  S extends string = string,
  M extends Record<string, Move<S>> = Record<string, Move<S>>,
  B extends string = string,
> {
  readonly kind: 'lifecycle';
  readonly of: R;
  readonly initial: S;
  /** How its documents come to be, and what their history calls it. */
  readonly births: Readonly<Record<B, string>>;
  readonly states: Readonly<Record<S, readonly [title: string, tone: Tone]>>;
  /** Status tabs: a title over one or more states. */
  readonly tabs: Readonly<Record<string, { title: string; states: readonly S[] }>>;
  /**
   * The way as a person sees it: what is under way in which states, in order. A state in none of
   * them is behind the last one where it is `done`, and off the way otherwise.
   */
  readonly stages?: readonly Stage<S>[];
  readonly moves: M;
}

/**
 * Declares states and moves once. Buttons, dialogs, status tabs, permissions, the diagram in the
 * docs and the reachability test derive from this; each effect is one server file.
 */
export function defineLifecycle<
  R extends AnyResource,
  const States extends Record<string, readonly [string, Tone]>,
  const Moves extends Record<string, Move<Extract<keyof States, string>>>,
  const Births extends Record<string, string>,
>(
  of: R,
  declaration: {
    initial: Extract<keyof States, string>;
    births: Births;
    states: States;
    tabs: Record<string, { title: string; states: readonly Extract<keyof States, string>[] }>;
    stages?: readonly Stage<Extract<keyof States, string>>[];
    moves: Moves;
  },
): Lifecycle<R, Extract<keyof States, string>, Moves, Extract<keyof Births, string>> {
  const letters = Object.values(declaration.moves).flatMap(({ letter }) => letter ?? []);
  const twice = letters.find((letter, at) => letters.indexOf(letter) !== at);
  if (twice) throw new Error(`${of.name}: two moves share the key ${twice}`);
  return { kind: 'lifecycle', of, ...declaration } as unknown as Lifecycle<
    R,
    Extract<keyof States, string>,
    Moves,
    Extract<keyof Births, string>
  >;
}

/** Why somebody may not make a move, by their having had a hand in the document or not. */
export const handReason = ({ byAnother, byMaker }: Move, isMaker: boolean): string | undefined =>
  isMaker ? byAnother : byMaker;

/** Whether those who had a hand in a document are held back by none of its moves where there is nobody else. */
export const exemptsSoleUser = (lifecycle: AnyLifecycle | undefined): boolean =>
  Object.values((lifecycle?.moves ?? {}) as Readonly<Record<string, Move>>).every(
    ({ byAnother, byMaker, orAlone }) => byMaker === undefined && (byAnother === undefined || orAlone),
  );

/** Whether it matters to any move who made a document. */
export const checksMaker = (lifecycle: AnyLifecycle | undefined): boolean =>
  Object.values((lifecycle?.moves ?? {}) as Readonly<Record<string, Move>>).some(
    ({ byAnother, byMaker }) => byAnother !== undefined || byMaker !== undefined,
  );

// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyLifecycle = Lifecycle<AnyResource, any, any, any>;

/** Names of its moves: where a page or a test names one, a misspelt name does not compile. */
export type MoveOf<L extends AnyLifecycle> = Extract<keyof L['moves'], string>;

/** What history calls a step: a move, or the way a document came to be. */
export const stepTitle = (lifecycle: AnyLifecycle, step: string): string =>
  (lifecycle.moves as Record<string, Move>)[step]?.title ?? (lifecycle.births as Record<string, string>)[step] ?? step;

/**
 * How far a document in this state has come: the number of stages behind it.
 * @returns null where there are no stages, or the state is off the way (cancelled, rejected)
 */
export function stagesBehind({ stages = [], states }: AnyLifecycle, state: string): number | null {
  const at = stages.findIndex((stage) => stage.states.includes(state));
  if (at >= 0) return at;
  const tone = (states as Readonly<Record<string, readonly [string, Tone]>>)[state]?.[1];
  return stages.length > 0 && tone === 'done' ? stages.length : null;
}

export const movePermission = (lifecycle: AnyLifecycle, move: string): string => `${resourceKey(lifecycle.of)}:${move}`;

/** States that no path from the initial state reaches, and moves that name unknown states. */
export function lifecycleFaults(lifecycle: AnyLifecycle): string[] {
  const faults: string[] = [];
  const states = Object.keys(lifecycle.states);
  const known = new Set(states);
  const edges = new Map<string, Set<string>>();
  for (const [name, move] of Object.entries(lifecycle.moves as Record<string, Move>)) {
    const targets = (Array.isArray(move.to) ? move.to : [move.to]) as string[];
    for (const state of [...move.from, ...targets]) {
      if (state !== 'same' && !known.has(state)) faults.push(`${name}: unknown state ${state}`);
    }
    for (const from of move.from) {
      const reached = edges.get(from) ?? new Set<string>();
      for (const to of targets) if (to !== 'same') reached.add(to);
      edges.set(from, reached);
    }
  }
  const seen = new Set<string>([lifecycle.initial]);
  const queue: string[] = [lifecycle.initial];
  while (queue.length > 0) {
    for (const next of edges.get(queue.pop() as string) ?? []) {
      if (!seen.has(next)) {
        seen.add(next);
        queue.push(next);
      }
    }
  }
  for (const { title, states: on } of (lifecycle.stages ?? []) as readonly Stage[])
    for (const state of on) if (!known.has(state)) faults.push(`stage ${title}: unknown state ${state}`);
  for (const birth of Object.keys(lifecycle.births as object))
    if (birth in lifecycle.moves) faults.push(`${birth}: a birth and a move`);
  for (const state of states) if (!seen.has(state)) faults.push(`state ${state} is unreachable`);
  return faults;
}
