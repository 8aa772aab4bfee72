import { expect, test } from 'vitest';
import { BrokenJson } from '#ui/cells/broken-json.ts';
import { StillUploading } from '#ui/cells/still-uploading.ts';
import { Unread } from '#ui/cells/unread.ts';
import { storableValues, takenValues } from './storable-values.ts';

const throughTheStore = (values: Record<string, unknown>): Record<string, unknown> =>
  takenValues(JSON.parse(JSON.stringify(storableValues(values))) as Record<string, unknown>);

test('a text that could not be read comes back as it was typed, with its reason', () => {
  const unread = new Unread('12x', '数量必须是数字');
  const back = throughTheStore({ head: { qty: unread, name: '椅子' }, rule: new BrokenJson('{') });
  expect(back).toEqual({ head: { qty: unread, name: '椅子' }, rule: new BrokenJson('{') });
  expect((back['head'] as Record<string, unknown>)['qty']).toBeInstanceOf(Unread);
});

test('files that had arrived are kept, lists and empty values are as they were', () => {
  const values = { lines: [{ qty: 1 }], note: null, photos: new StillUploading('a.png') };
  expect(throughTheStore(values)).toEqual({ lines: [{ qty: 1 }], note: null, photos: 'a.png' });
});
