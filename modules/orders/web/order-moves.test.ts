import { expect, test } from 'vitest';
import { orderLifecycle } from '../model/order-lifecycle.ts';
import { offeredMoves, REPAIR_LETTER } from './order-moves.ts';

test('an order that nothing holds goes on first', () => {
  const moves = offeredMoves({ id: '1', holds: [] });
  expect(moves.slice(0, 4)).toEqual(['submit', 'accept', 'start', 'reallocate']);
  expect(moves).not.toContain('release');
  expect(moves).not.toContain('acceptPrice');
});

test('a remark is the first thing to do nowhere: what leads on, or what may be changed, stands before it', () => {
  for (const holds of [[], ['unmapped' as const], ['manual' as const]])
    for (const state of ['new', 'accepted', 'ready', 'shipped', 'delivered', 'history', 'cancelled']) {
      const legal = offeredMoves({ id: '1', holds }).filter((name) =>
        (orderLifecycle.moves[name].from as readonly string[]).includes(state),
      );
      expect(legal[0], `${state} ${holds.join()}`).not.toBe('remark');
    }
});

test('what clears a hold comes before what the hold prevents', () => {
  const moves = offeredMoves({ id: '1', holds: ['address', 'priceMismatch'] });
  expect(moves.slice(0, 3)).toEqual(['acceptPrice', 'correctAddress', 'release']);
  expect(moves.indexOf('accept')).toBeGreaterThan(moves.indexOf('correctAddress'));
  expect(new Set(moves).size).toBe(moves.length);
});

test('what somebody else has answered is left to them or taken over; nothing else can be left', () => {
  const moves = offeredMoves({ id: '1', holds: ['answeredElsewhere'] });
  expect(moves.slice(0, 2)).toEqual(['archive', 'release']);
  expect(offeredMoves({ id: '1', holds: ['manual'] })).not.toContain('archive');
});

test('a shortage is not released by hand', () => {
  expect(offeredMoves({ id: '1', holds: ['outOfStock', 'unmapped'] })).not.toContain('release');
});

test('an order that no channel knows is neither refused to one nor disputed with it', () => {
  expect(offeredMoves({ id: '1', holds: [], orderType: 'manual' })).not.toContain('reject');
  expect(offeredMoves({ id: '1', holds: [], orderType: 'dropship' })).toContain('reject');
  const mispriced = { id: '1', holds: ['priceMismatch' as const] };
  expect(offeredMoves({ ...mispriced, orderType: 'replacement' })).not.toContain('dispute');
  expect(offeredMoves({ ...mispriced, orderType: 'replacement' })).toContain('acceptPrice');
  expect(offeredMoves({ ...mispriced, orderType: 'dropship' })).toContain('dispute');
});

test('a change of the channel is decided before the order goes on', () => {
  expect(offeredMoves({ id: '1', holds: ['channelChange'] }).slice(0, 2)).toEqual(['applyChange', 'rejectChange']);
  expect(offeredMoves({ id: '1', holds: ['channelChange'] })).not.toContain('release');
});

test('no move has the letter that clears holds', () => {
  const letters = Object.values(orderLifecycle.moves).flatMap((move) =>
    'letter' in move ? [move.letter as string] : [],
  );
  expect(letters).not.toContain(REPAIR_LETTER);
});
