import { Refusal } from '#kit/model/refusal.ts';
import { dayIn } from '#kit/model/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { pick } from '#kit/server/stored-rows.ts';
import { fillRule, type FillKind } from '../model/code-rules.ts';
import type { Counter, FillRequest } from './fill-counter.ts';
import { serialCounter } from './serial-numbers.ts';
import { categoryCounter, departCounter } from './tree-codes.ts';

/** A rule by its code and what its form has typed, for a value of today where the tenant is. */
export interface ValueRequest extends Omit<FillRequest, 'day'> {
  zone: string;
}

/** What each kind of rule counts by: a kind that nothing stands here for does not compile. */
const COUNTERS: Record<FillKind, (stored: string, request: FillRequest) => Counter> = {
  serial: serialCounter,
  departCode: departCounter,
  categoryCode: categoryCounter,
};

/**
 * The next values of several rules, each taken, in the order in which they were asked for. Counters are
 * taken in one order, whatever order they were asked for in: two callers never wait for each other.
 * @throws 422 where a rule is unknown, or the form lacks what its prefix names; then none is taken
 */
export async function takeValues(tx: Tx, requested: readonly ValueRequest[]): Promise<string[]> {
  const counters: { at: number; counter: Counter; place: string }[] = [];
  for (const [at, one] of requested.entries()) {
    const counter = await counterOf(tx, one);
    counters.push({ at, counter, place: JSON.stringify([one.ruleCode, counter.key]) });
  }
  const inOrder = counters.toSorted((a, b) => (a.place === b.place ? a.at - b.at : a.place < b.place ? -1 : 1));
  const made: string[] = [];
  for (const { at, counter } of inOrder) made[at] = await counter.take(tx);
  return made;
}

/** The value that the next caller gets; nothing is taken. @throws as {@link takeValues} */
export const peekValue = async (tx: Tx, request: ValueRequest): Promise<string> =>
  (await counterOf(tx, request)).peek(tx);

async function counterOf(tx: Tx, { ruleCode, values, zone }: ValueRequest): Promise<Counter> {
  const [rule] = await pick(tx, fillRule, ['kind', 'params'])`code = ${ruleCode}`;
  if (!rule) throw new Refusal('unknownRule', '该编码不存在');
  return COUNTERS[rule.kind](rule.params, { ruleCode, values, day: dayIn(tx.now, zone) });
}
