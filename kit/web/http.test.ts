import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { get, whenSessionLost } from './http.ts';
import { keepSession, type Session } from './session/session-store.ts';

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
  keepSession(null);
  vi.unstubAllGlobals();
});

test('a session that the server no longer knows is lost', async () => {
  vi.stubGlobal('fetch', async () => answer(GONE, 401));
  keepSession(session('one'));
  await expect(get('/sys/user/profile')).rejects.toThrow();
  expect(lost).toHaveBeenCalledOnce();
});

test('a late answer to a token that was given up does not end the next one', async () => {
  const late = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', () => late.promise);
  keepSession(session('one'));
  const asked = get('/desk/todo');
  keepSession(session('two'));
  late.resolve(answer(GONE, 401));
  await expect(asked).rejects.toThrow();
  expect(lost).not.toHaveBeenCalled();
});
