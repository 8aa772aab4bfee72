import { expect } from 'vitest';
import { lifecycles } from '#app/declarations.ts';
import type { Move } from '#kit/model/lifecycle.ts';
import { resourceKey } from '#kit/model/resource.ts';
import { facts } from '#tests/lifecycles/facts/index.ts';

/** A document of any lifecycle, as the walk knows it. */
export interface Doc {
  key: string;
  id: string;
  state: string;
  /** The walk moves it; others belong to a step that has a model of its own. */
  isOwn: boolean;
}

/** One row of the history: what has happened to a document. */
export interface Happened {
  id: string;
  key: string;
  rowId: string;
  from: string | null;
  to: string;
  move: string;
}

interface Rule {
  targets: readonly string[];
  isSystem: boolean;
}

/** State → move → where it may lead, by lifecycle: the law of the facts, never the declaration under test. */
const LAW = new Map(
  facts.map(({ of, law }) => [
    of,
    new Map(Object.entries(law).map(([state, words]) => [state, rulesOf(state, words)])),
  ]),
);
const ENDS = new Map(facts.map(({ of, ends }) => [of, new Set(ends)]));
const MOVES = new Map(
  lifecycles.map(({ of, moves }) => [
    resourceKey(of),
    Object.entries(moves as Record<string, Move>).map(([name, { system, keyed }]) => ({
      name,
      isSystem: system === true,
      isKeyed: keyed === true,
    })),
  ]),
);

function rulesOf(state: string, words: string): Map<string, Rule> {
  return new Map(
    words
      .split(/\s+/)
      .filter(Boolean)
      .map((word) => {
        const [name = '', to = ''] = word.split('→');
        const targets = to.split('|').map((one) => (one === '=' ? state : one));
        return [name.replace('*', ''), { targets, isSystem: name.startsWith('*') }];
      }),
  );
}

/** Moves that somebody may ask for in a state. */
export const askable = ({ key, state }: Doc): string[] =>
  [...(LAW.get(key)?.get(state) ?? [])].flatMap(([name, { isSystem }]) => (isSystem ? [] : [name]));
/** Every move that somebody could ever ask for. */
export const everAsked = (key: string): string[] =>
  (MOVES.get(key) ?? []).filter(({ isSystem }) => !isSystem).map(({ name }) => name);
/** Whether a move has to carry a key. */
export const isKeyed = (key: string, move: string): boolean =>
  (MOVES.get(key) ?? []).some(({ name, isKeyed: keyed }) => keyed && name === move);
export const everyMove = (): string[] =>
  [...MOVES].flatMap(([key, moves]) => moves.map(({ name }) => `${key}:${name}`));
export const isOver = ({ key, state }: Doc): boolean => ENDS.get(key)?.has(state) ?? false;

/** What the history says of all documents, and which moves it has seen. */
export class Followed {
  readonly docs = new Map<string, Doc>();
  readonly byKey = new Map<string, Doc[]>();
  readonly taken = new Map<string, number>();

  /** Takes over one row; a step outside the law, or from a state the document is not in, fails the walk. */
  follow({ key, rowId, from, to, move }: Happened, at: string, isOwn: boolean): void {
    const known = this.docs.get(rowId);
    const what = `${at}: ${key} ${from} –${move}→ ${to}`;
    if (from !== null) {
      expect(LAW.get(key)?.get(from)?.get(move)?.targets ?? [], what).toContain(to);
      if (known) expect(known.state, what).toBe(from);
      this.taken.set(`${key}:${move}`, (this.taken.get(`${key}:${move}`) ?? 0) + 1);
    }
    if (known) known.state = to;
    else this.add({ key, id: rowId, state: to, isOwn });
  }

  private add(doc: Doc): void {
    this.docs.set(doc.id, doc);
    const all = this.byKey.get(doc.key) ?? [];
    all.push(doc);
    this.byKey.set(doc.key, all);
  }
}
