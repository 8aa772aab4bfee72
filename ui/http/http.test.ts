import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Path } from '#kit/model/route.ts';
import { covers } from '#tests/spec/covers.ts';
import { call, download, getPicture, openFile, whenSessionLost } from './http.ts';
import { storeSession, type Session } from '#kit/web/session/session-store.ts';

/** A path that no route has. */
const at = (path: string): Path => path as Path;

const session = (token: string): Session => ({
  token,
  tenantId: '1',
  user: { id: 'u1', username: 'yunying', realname: '运营' },
  dicts: {},
});
const lost = vi.fn();

const GONE = { success: false, code: 401, message: 'Token失效，请重新登录!', result: null };
const answer = (body: object, status: number): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json' },
  });

beforeEach(() => {
  vi.stubGlobal('document', { querySelector: () => null });
  lost.mockReset();
  whenSessionLost(lost);
});
afterEach(() => {
  storeSession(null);
  vi.unstubAllGlobals();
});

test('a session that the server no longer knows is lost', async () => {
  vi.stubGlobal('fetch', async () => answer(GONE, 401));
  storeSession(session('one'));
  await expect(call('GET', at('/sys/user/profile'))).rejects.toThrow();
  expect(lost).toHaveBeenCalledOnce();
});

test('a late answer to a token that was given up does not end the next one', async () => {
  const late = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', () => late.promise);
  storeSession(session('one'));
  const request = call('GET', at('/desk/todo'));
  storeSession(session('two'));
  late.resolve(answer(GONE, 401));
  await expect(request).rejects.toThrow();
  expect(lost).not.toHaveBeenCalled();
});

const file = (bytes: string, headers: Record<string, string> = {}): Response =>
  new Response(bytes, { headers: { 'content-type': 'application/pdf', ...headers } });

/** The document of a page that saves files, and the names they were saved under. */
function savingPage(): string[] {
  const saved: string[] = [];
  vi.stubGlobal('document', {
    querySelector: () => null,
    createElement: () => ({
      download: '',
      click() {
        saved.push(this.download);
      },
    }),
  });
  return saved;
}

/** A tab that was opened for a file. */
function openedTab() {
  const tab = { document: { body: {} }, location: { replace: vi.fn() }, close: vi.fn() };
  vi.stubGlobal('window', { open: () => tab });
  return tab;
}

describe.each([
  ['a download', download],
  ['a picture', getPicture],
  ['a file to be looked at', openFile],
])('%s', (_what, fetchFile) => {
  test('that is refused in the old way ends the session', async () => {
    covers('§8 blob errors');
    const [saved, tab] = [savingPage(), openedTab()];
    const refusal = { success: false, code: 500, message: 'Token失效，请重新登录', result: null };
    vi.stubGlobal('fetch', async () => answer(refusal, 500));
    storeSession(session('one'));
    await expect(fetchFile(at('/some/file'))).rejects.toThrow('Token失效');
    expect(lost).toHaveBeenCalledOnce();
    expect(saved).toEqual([]);
    expect(tab.location.replace).not.toHaveBeenCalled();
  });

  test('that is refused in words, though as a success of HTTP, says them', async () => {
    covers('§8 blob errors');
    const [saved, tab] = [savingPage(), openedTab()];
    const refusal = { success: false, code: 510, message: '导出行数过多', result: null };
    vi.stubGlobal('fetch', async () => answer(refusal, 200));
    await expect(fetchFile(at('/some/file'))).rejects.toThrow('导出行数过多');
    expect(lost).not.toHaveBeenCalled();
    expect(saved).toEqual([]);
    expect(tab.location.replace).not.toHaveBeenCalled();
  });

  test.each([
    ['empty', () => file('')],
    ['no file', () => answer({ success: true, code: 200, message: '', result: {} }, 200)],
  ])('that is %s has failed', async (_how, reply) => {
    covers('§8 downloads');
    const saved = savingPage();
    openedTab();
    vi.stubGlobal('fetch', async () => reply());
    await expect(fetchFile(at('/some/file'))).rejects.toThrow('文件下载失败');
    expect(saved).toEqual([]);
  });
});

test('a tab that was opened for a file is closed when there is none', async () => {
  covers('§8 blob errors');
  const tab = openedTab();
  vi.stubGlobal('fetch', async () => answer(GONE, 401));
  await expect(openFile(at('/some/file'))).rejects.toThrow('登录已过期');
  expect(tab.close).toHaveBeenCalledOnce();
});

test('a file without a name is saved as 未知的文件, one with a name under it', async () => {
  covers('§8 unnamed download');
  const saved = savingPage();
  vi.stubGlobal('fetch', async () => file('%PDF'));
  await download(at('/some/file'));
  const named = { 'content-disposition': "attachment; filename*=UTF-8''%E9%9D%A2%E5%8D%95.pdf" };
  vi.stubGlobal('fetch', async () => file('%PDF', named));
  await download(at('/some/file'));
  expect(saved).toEqual(['未知的文件', '面单.pdf']);
});
