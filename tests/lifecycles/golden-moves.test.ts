import { expect, test } from 'vitest';
import { lifecycles } from '#app/declarations.ts';
import type { AnyLifecycle, Move } from '#kit/model/lifecycle.ts';
import { resourceKey } from '#kit/model/resource.ts';
import { facts } from './facts/index.ts';
import { covers } from '#tests/spec/covers.ts';

const FACTS = new Map(facts.map((one) => [one.of, one]));

const words = (text: string): string[] => text.split(/\s+/).filter(Boolean).sort();

/** What a declaration allows, in the words of the law. */
function declared(lifecycle: AnyLifecycle, state: string): string[] {
  return Object.entries(lifecycle.moves as Record<string, Move>)
    .filter(([, { from }]) => from.includes(state))
    .map(([name, { to, system }]) => {
      const targets = (Array.isArray(to) ? to : [to]).map((one) => (one === 'same' ? '=' : one));
      return `${system ? '*' : ''}${name}→${targets.join('|')}`;
    })
    .sort();
}

test('every lifecycle has its law, and no law is about nothing', () => {
  const keys = lifecycles.map(({ of }) => resourceKey(of)).sort();
  expect(keys).toEqual(facts.map(({ of }) => of).sort());
});

for (const lifecycle of lifecycles) {
  const key = resourceKey(lifecycle.of);
  const { law = {}, begins } = FACTS.get(key) ?? {};

  test(`${key} has the states of the law, and begins as it says`, () => {
    expect(Object.keys(lifecycle.states).sort()).toEqual(Object.keys(law).sort());
    const births = Object.keys(lifecycle.births).sort();
    expect(`${lifecycle.initial}: ${births.join(' ')}`.trim()).toBe(begins);
  });

  for (const [state, moves] of Object.entries(law))
    test(`${key} in ${state} makes the moves of the law and no other`, () => {
      covers('ours: lifecycles as data', 'ours: tables of rights, masks, scopes and moves');
      expect(declared(lifecycle, state)).toEqual(words(moves));
    });
}

test('what sends goods or money asks for a key, so that a repeated call does nothing', () => {
  const keyed = lifecycles.flatMap((lifecycle) =>
    Object.entries(lifecycle.moves as Record<string, Move>)
      .filter(([, move]) => move.keyed)
      .map(([name]) => `${resourceKey(lifecycle.of)}:${name}`),
  );
  const expected = facts.flatMap(({ of, keyed: moves = [] }) => moves.map((one) => `${of}:${one}`));
  expect(keyed.sort()).toEqual(expected.sort());
});
