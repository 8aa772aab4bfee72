import { afterEach, expect, test, vi } from 'vitest';
import { integer, text } from '#kit/model/field.ts';
import { defineRegister } from '#kit/model/resource.ts';
import { keyOf, queryClient } from '../query-client.ts';
import { openPage } from './page-connection.ts';
import { joinPage } from '#console/socket/page-socket.ts';

const part = defineRegister({
  module: 'base',
  name: 'part',
  title: '部件',
  fields: { name: text('名称'), count: integer('件数') },
  label: 'name',
  list: ['name', 'count'],
  search: ['name'],
  form: [['name', 'count']],
});
const LIST = keyOf(part, 'list', {});
const shown = { id: 'p1', version: 1, name: '旧', count: 1 };

interface FakeSocket {
  onmessage?: (event: { data: string }) => void;
  close: () => void;
}

/** A list on the screen, the socket of its page, and a server that has longer rows. */
function scene(stored: object | null) {
  const sockets: FakeSocket[] = [];
  vi.stubGlobal('document', { querySelector: () => null, activeElement: null });
  vi.stubGlobal('location', { href: 'http://console.test/' });
  vi.stubGlobal('WebSocket', function open() {
    const socket: FakeSocket = { close: () => undefined };
    sockets.push(socket);
    return socket;
  });
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url.split('?')[0] ?? '');
    const body = stored
      ? { success: true, code: 200, message: '', result: stored }
      : { success: false, code: 404, message: '未找到对应实体', result: null };
    return new Response(JSON.stringify(body), {
      status: stored ? 200 : 404,
      headers: { 'content-type': 'application/json' },
    });
  });
  queryClient.setQueryData(LIST, { records: [shown], total: 1 });
  const renewed: string[] = [];
  const user = { id: 'u1', username: 'u', realname: '我' };
  const person = { token: `${Math.random()}`, user };
  const page = openPage(
    part,
    (pageId, hear) => joinPage(pageId, person, hear),
    (id) => void renewed.push(id),
  );
  const tell = (row: object): void =>
    sockets[0]?.onmessage?.({
      data: JSON.stringify({
        type: 'update_vxe_table',
        data: { socketKey: 'base:part', args: [row, 'c', { id: 'u2', name: '李同事' }] },
      }),
    });
  const row = (): unknown =>
    (queryClient.getQueryData(LIST) as { records: readonly unknown[] }).records[0];
  return { asked, renewed, tell, row, page };
}

afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

test('a row that is longer than a message is sent by its id, and asked for', async () => {
  const long = { ...shown, version: 2, name: '长'.repeat(6000), count: 7, lines: {} };
  const { asked, renewed, tell, row, page } = scene(long);
  tell({ id: 'p1' });
  await vi.waitFor(() => expect(renewed).toEqual(['p1']));
  expect(asked).toEqual(['/api/base/part/queryById']);
  expect(row()).toEqual({ ...shown, version: 2, name: long.name, count: 7 });
  tell({ id: 'p1', version: 3, count: 8 });
  expect(row()).toMatchObject({ version: 3, count: 8 });
  expect(asked).toHaveLength(1);
  page.close();
});

test('who may not see the row is shown nothing, and not troubled', async () => {
  const { asked, renewed, tell, row, page } = scene(null);
  tell({ id: 'p1' });
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  expect(row()).toEqual(shown);
  expect(renewed).toEqual([]);
  page.close();
});
