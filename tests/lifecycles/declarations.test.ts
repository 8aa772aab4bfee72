import { expect, test } from 'vitest';
import { lifecycles } from '#app/declarations.ts';
import { lifecycleFaults, type AnyLifecycle, type Move } from '#kit/model/lifecycle.ts';
import { resourceKey } from '#kit/model/resource.ts';
import { facts } from './facts/index.ts';

const endsOf = (key: string) => facts.find(({ of }) => of === key)?.ends;
const keyOf = (lifecycle: AnyLifecycle): string => resourceKey(lifecycle.of);
const statesOf = (lifecycle: AnyLifecycle): string[] => Object.keys(lifecycle.states);
const movesOf = (lifecycle: AnyLifecycle): [string, Move][] => Object.entries(lifecycle.moves as Record<string, Move>);
const targetsOf = (move: Move): string[] =>
  (Array.isArray(move.to) ? [...(move.to as string[])] : [move.to as string]).filter((to) => to !== 'same');

for (const lifecycle of lifecycles) {
  const key = keyOf(lifecycle);

  test(`${key}: every state can be reached and every move names states that exist`, () => {
    expect(lifecycleFaults(lifecycle)).toEqual([]);
    expect(statesOf(lifecycle)).toContain(lifecycle.initial);
  });

  test(`${key}: only an end has no way out`, () => {
    const stuck = statesOf(lifecycle).filter(
      (state) =>
        !movesOf(lifecycle).some(([, move]) => move.from.includes(state) && targetsOf(move).some((to) => to !== state)),
    );
    expect(stuck.sort()).toEqual(endsOf(key));
  });

  test(`${key}: each state is on exactly one tab, and the list finds it there`, () => {
    const onTabs = Object.values(lifecycle.tabs).flatMap(({ states }) => [...states] as string[]);
    expect(onTabs.toSorted()).toEqual(statesOf(lifecycle).toSorted());
  });

  test(`${key}: a move starts somewhere, names no state twice and has a title of its own`, () => {
    const titles = movesOf(lifecycle).map(([, move]) => move.title);
    for (const [name, move] of movesOf(lifecycle)) {
      expect(move.from.length, name).toBeGreaterThan(0);
      expect(new Set(move.from).size, name).toBe(move.from.length);
      expect(move.title.trim(), name).not.toBe('');
    }
    expect(titles).toEqual([...new Set(titles)]);
  });
}

test('the checker of lifecycles names an unreachable state and a move to nowhere', () => {
  const [sound] = lifecycles as [AnyLifecycle];
  const broken = {
    ...sound,
    states: { ...(sound.states as object), island: ['孤岛', 'idle'] },
    moves: {
      ...(sound.moves as object),
      leap: { title: '跳', from: [sound.initial], to: 'nowhere' },
    },
  } as unknown as AnyLifecycle;
  expect(lifecycleFaults(broken)).toEqual(['leap: unknown state nowhere', 'state island is unreachable']);
});
