import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { holdTitle, type HoldType } from '../model/hold-title.ts';
import { FoldedHolds } from './hold-tags.tsx';

/** What a cell of the list says of the holds of an order. */
const answers = (...holds: HoldType[]): string =>
  renderToStaticMarkup(<FoldedHolds holds={holds} />)
    .replace(/<[^>]+>/g, ' ')
    .trim()
    .replace(/\s+/g, ' ');

test('one hold stands there whole; of several the most pressing one, and how many others', () => {
  expect(answers()).toBe('');
  expect(answers('outOfStock')).toBe(holdTitle('outOfStock'));
  expect(answers('outOfStock', 'priceMismatch')).toBe(`${holdTitle('outOfStock')} +1`);
  expect(answers('manual', 'priceMismatch')).toBe(`${holdTitle('priceMismatch')} +1`);
  expect(answers('outOfStock', 'priceMismatch', 'cancelRequest')).toBe(`${holdTitle('cancelRequest')} +2`);
});
