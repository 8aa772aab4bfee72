import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { text } from '#kit/model/field.ts';
import { defineRegister } from '#kit/model/resource.ts';
import type { Row } from '#ui/cells/faces.ts';
import { keyOf, queryClient, refreshResource } from '../query-client.ts';
import { storeSession } from '../session/session-store.ts';
import { versionNow } from './version-now.ts';

const part = defineRegister({
  module: 'base',
  name: 'part',
  title: '部件',
  fields: { name: text('名称') },
  label: 'name',
  list: ['name'],
  search: ['name'],
  form: [['name']],
});
const SEEN: Row = { id: 'p1', version: 1, updateBy: 'u' };

/** A list on the screen, whose next answer comes when it is given. */
async function listOf(): Promise<{ answer: (row: Row) => void; stop: () => void }> {
  let answer: (row: Row) => void = () => undefined;
  const list = new QueryObserver(queryClient, {
    queryKey: keyOf(part, 'list', {}),
    queryFn: () =>
      new Promise<{ records: Row[] }>((give) => {
        answer = (row) => give({ records: [row] });
      }),
    staleTime: Infinity,
    initialData: { records: [SEEN] },
  });
  const stop = list.subscribe(() => undefined);
  return { answer: (row) => answer(row), stop };
}

storeSession({
  token: 't',
  tenantId: '1',
  dicts: {},
  user: { id: 'u1', username: 'u', realname: '我' },
});
afterEach(() => queryClient.clear());

test('right after an own save a move waits for the row as it is now', async () => {
  const { answer, stop } = await listOf();
  void refreshResource(part);
  const moved = versionNow(part, SEEN);
  answer({ ...SEEN, version: 2 });
  expect(await moved).toBe(2);
  stop();
});

test('what somebody else has changed meanwhile is refused as before, and so is a row that is gone', async () => {
  const { answer, stop } = await listOf();
  void refreshResource(part);
  const moved = versionNow(part, SEEN);
  answer({ ...SEEN, version: 3, updateBy: 'li' });
  expect(await moved).toBe(1);
  void refreshResource(part);
  const gone = versionNow(part, { ...SEEN, id: 'p2' });
  answer({ ...SEEN, version: 3 });
  expect(await gone).toBe(1);
  stop();
});

test('where nothing is on its way a move is of the row that was seen', async () => {
  const { stop } = await listOf();
  queryClient.setQueryData(keyOf(part, 'list', {}), { records: [{ ...SEEN, version: 2 }] });
  expect(await versionNow(part, SEEN)).toBe(1);
  stop();
});
