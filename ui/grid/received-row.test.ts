import { expect, test } from 'vitest';
import { covers } from '#tests/spec/covers.ts';
import { isBare, mergeRow, readReceivedRow, rowToSend } from './received-row.ts';

const shown = { id: '1', version: 4, name: '旧', qty: 2, note: null, tug_status: { a: 1, b: 1 } };

test('sent values renew what is shown, tug_status is merged', () => {
  covers('§3 socket messages');
  const reported = { id: '1', version: 5, name: '新', tug_status: { b: 2 } };
  expect(mergeRow(shown, reported)).toEqual({ ...shown, ...reported, tug_status: { a: 1, b: 2 } });
});

test('K4 nothing new, older, of another type or not shown is taken over', () => {
  for (const reported of [
    { id: '1', version: 4, name: '旧' },
    { id: '1', version: 3, name: '更旧' },
    { id: '1', name: { $$typeof: 'x' }, qty: '3', note: ['x'], secret: 's' },
  ])
    expect(mergeRow(shown, reported)).toBe(shown);
});

test('only fields of the list and their texts are sent; of a row that is too long its id', () => {
  const row = { id: '1', version: 1, name: 'a', kind: 'x', kind_dictText: 'X', cost: 9 };
  expect(rowToSend(row, ['name', 'kind'])).toEqual({
    id: '1',
    version: 1,
    name: 'a',
    kind: 'x',
    kind_dictText: 'X',
  });
  const long = rowToSend({ id: '1', name: '长'.repeat(5001) }, ['name']);
  expect(long).toEqual({ id: '1' });
  expect([isBare(long), isBare(rowToSend(row, ['name']))]).toEqual([true, false]);
});

test('a frame without row, id or key says nothing', () => {
  expect(readReceivedRow({ socketKey: 'k', args: [{ id: '1' }, 'c'] })).toEqual({
    socketKey: 'k',
    row: { id: '1' },
    caseId: 'c',
    who: undefined,
  });
  const named = {
    socketKey: 'k',
    args: [{ id: '1' }, 'c', { id: 'u', name: '李同事'.repeat(50) }],
  };
  expect(readReceivedRow(named)?.who).toBe('李同事'.repeat(17).slice(0, 50));
  for (const data of [null, [], {}, { args: [{ id: '1' }] }, { socketKey: 'k', args: [{ id: 1 }] }])
    expect(readReceivedRow(data)).toBeNull();
});
