import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { holdTitle, type HoldType } from '../model/hold-title.ts';
import { FoldedHolds } from './hold-tags.tsx';

/** What a cell of the list says of the holds of an order. */
const said = (...holds: HoldType[]): string =>
  renderToStaticMarkup(<FoldedHolds holds={holds} />)
    .replace(/<[^>]+>/g, ' ')
    .trim()
    .replace(/\s+/g, ' ');

test('one hold stands there whole; of several the most pressing one, and how many others', () => {
  expect(said()).toBe('');
  expect(said('outOfStock')).toBe(holdTitle('outOfStock'));
  expect(said('outOfStock', 'priceMismatch')).toBe(`${holdTitle('outOfStock')} +1`);
  expect(said('manual', 'priceMismatch')).toBe(`${holdTitle('priceMismatch')} +1`);
  expect(said('outOfStock', 'priceMismatch', 'cancelRequest')).toBe(`${holdTitle('cancelRequest')} +2`);
});
