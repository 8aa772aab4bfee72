import { expect, test } from 'vitest';
import { defineLifecycle, exemptsSoleUser, type AnyLifecycle } from '#kit/model/lifecycle.ts';
import { defineDocument } from '#kit/model/resource.ts';
import { text } from '#kit/model/field.ts';

const paper = defineDocument({
  module: 'demo',
  name: 'paper',
  title: '单',
  fields: { code: text('编码', { required: true }) },
  label: 'code',
  list: ['code'],
  search: ['code'],
  form: [['code']],
});
const moves = { title: '寄', from: ['new'], to: 'new' } as const;

const withLetters = (one: 'a' | 's', other: 'a' | 's'): AnyLifecycle =>
  defineLifecycle(paper, {
    initial: 'new',
    births: {},
    states: { new: ['新', 'idle'] },
    tabs: {},
    moves: { send: { ...moves, letter: one }, stop: { ...moves, letter: other } },
  });

test('a lifecycle in which one letter makes two moves does not come to be', () => {
  expect(() => withLetters('a', 'a')).toThrow('two moves share the key a');
  expect(withLetters('a', 's')).toMatchObject({ kind: 'lifecycle' });
});

test('who is alone with a document is spared only where each of its checks spares them', () => {
  const checked = { ...moves, byAnother: '制单人不能审核自己的单' };
  const spared = { ...checked, orAlone: true } as const;
  const spares = (send: object, stop: object): boolean =>
    exemptsSoleUser(
      defineLifecycle(paper, {
        initial: 'new',
        births: {},
        states: { new: ['新', 'idle'] },
        tabs: {},
        moves: { send: { ...moves, ...send }, stop: { ...moves, ...stop } },
      }),
    );
  expect(spares(spared, spared)).toBe(true);
  // A move that anybody makes asks for nobody.
  expect(spares(spared, {})).toBe(true);
  expect(spares(spared, checked)).toBe(false);
  expect(spares(spared, { byMaker: '由制单人撤回' })).toBe(false);
});
