import type { Client, TestApp } from '#tests/harness/app.ts';
import type { Stage } from './stage.ts';

/** Ids of one freshly made document per lifecycle, by resource key. */
export type OneOfEach = Record<string, string>;

/**
 * What is known of a lifecycle, written by hand from domain.md §2 and §3 and not from the
 * declaration. Whoever changes a lifecycle changes its facts, on purpose, and here alone.
 */
export interface LifecycleFacts {
  /** Key of the resource. */
  of: string;
  /** The first state, and what brings a document there. */
  begins: string;
  /**
   * State → the moves that start there and where they lead. A move with a star is the system's:
   * nobody has a button for it. `=` keeps the state.
   */
  law: Readonly<Record<string, string>>;
  /** Makes one the way the product makes it, or finds it: those of the facts before are there. @returns its id */
  one(scene: TestApp, admin: Client, before: OneOfEach): Promise<string>;
  /** Where a document may rest for good; every other state has a way out. */
  ends: readonly string[];
  /** Moves that must not be made twice by a repeated call: money and shipping (§0). */
  keyed?: readonly string[];
  /** Answers to the questions of its dialogs, beside a reason: complete, for any of its moves. */
  answers?: Record<string, unknown> | ((scene: TestApp) => Record<string, unknown>);
  /** Moves that explain a refusal better than by the state, and what they then say. */
  better?: Readonly<Record<string, RegExp>>;
  /** How its moves come about, by what happens: every one is made in one of these of any module. */
  made?: Readonly<Record<string, (stage: Stage) => Promise<void>>>;
}
