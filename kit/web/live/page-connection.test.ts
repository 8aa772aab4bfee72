import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { integer, text } from '#kit/model/field.ts';
import { defineRegister } from '#kit/model/resource.ts';
import { keyOf, queryClient, refreshResource } from '../query-client.ts';
import { refetchAsNews, isRefetchedAsNews } from './refetch-as-news.ts';
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

/** A list on the screen and the socket of its page. */
function scene() {
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
    throw new Error('nothing is to be asked');
  });
  queryClient.setQueryData(LIST, { records: [shown], total: 1 });
  const heard: [id: string, who: string | undefined][] = [];
  const user = { id: 'u1', username: 'u', realname: '我' };
  const person = { token: `${Math.random()}`, user };
  const page = openPage(
    part,
    (pageId, hear) => joinPage(pageId, person, hear),
    ({ row: { id }, who }) => void heard.push([id, who]),
  );
  const tell = (row: object): void =>
    sockets[0]?.onmessage?.({
      data: JSON.stringify({
        type: 'update_vxe_table',
        data: { socketKey: 'base:part', args: [row, 'c', { id: 'u2', name: '李同事' }] },
      }),
    });
  const row = (): unknown => (queryClient.getQueryData(LIST) as { records: readonly unknown[] }).records[0];
  return { asked, heard, tell, row, page };
}

afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

test('what a message has no room for is left to the list that is requested again', () => {
  const { asked, heard, tell, row, page } = scene();
  tell({ id: 'p1' });
  expect(heard).toEqual([['p1', '李同事']]);
  expect(row()).toEqual(shown);
  tell({ id: 'p1', version: 3, count: 8 });
  expect(row()).toMatchObject({ version: 3, count: 8, name: '旧' });
  expect(asked).toEqual([]);
  page.close();
});

test('what a list is asked because of others is news, unless an answer of its own is on its way', async () => {
  const { page } = scene();
  const answers: boolean[] = [];
  const list = new QueryObserver(queryClient, {
    queryKey: LIST,
    queryFn: () => Promise.resolve(answers.push(isRefetchedAsNews())),
    staleTime: Infinity,
  });
  const stop = list.subscribe(() => undefined);
  refetchAsNews(queryClient, 'base:part');
  await expect.poll(() => answers).toEqual([true]);
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  void refreshResource(part);
  refetchAsNews(queryClient, 'base:part');
  await expect.poll(() => answers).toEqual([true, false, false]);
  stop();
  page.close();
});
