import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { covers } from '#tests/spec/covers.ts';
import { dropInWindow, readWindow } from '#ui/browser-store.ts';
import { currentSession, storeSession } from '#kit/web/session/session-store.ts';
import type { SignInAnswer } from '#modules/system/model/routes/session.ts';
import { choicesOf, signOut } from './sign-in.ts';

const answer = (extra: Partial<SignInAnswer>): SignInAnswer => ({
  token: 't',
  userInfo: { id: '1', username: 'a', realname: 'A' },
  ...extra,
});
const two = [
  { id: 1, name: '一' },
  { id: 2, name: '二' },
];

test('tenant and department are asked for only where there are several', () => {
  const departs = [{ id: 'd', departName: '运营', orgCode: 'A01' }];
  expect(choicesOf(answer({ tenantList: two.slice(0, 1), departs, multi_depart: 1 }))).toEqual({
    tenants: [],
    departs: [],
  });
  expect(choicesOf(answer({ tenantList: two, departs, multi_depart: 2 }))).toEqual({
    tenants: two,
    departs,
  });
});

describe('signing out', () => {
  const NOTE = 'waybill.signInNote';
  const [reload, pushState, request] = [vi.fn(), vi.fn(), vi.fn<() => Promise<Response>>()];
  const reply = (status: number, success: boolean, message: string) => async (): Promise<Response> =>
    Response.json({ success, code: status, message, result: null }, { status });

  beforeEach(() => {
    vi.stubGlobal('document', { querySelector: () => null });
    vi.stubGlobal('location', { reload });
    vi.stubGlobal('history', { pushState });
    vi.stubGlobal('fetch', request);
    const user = { id: 'u1', username: 'yunying', realname: '运营' };
    storeSession({ token: 'one', tenantId: '1', user, dicts: {} });
  });
  afterEach(() => {
    dropInWindow(NOTE);
    storeSession(null);
    vi.resetAllMocks();
    vi.unstubAllGlobals();
  });

  test.each([
    ['agrees', reply(200, true, '退出登录成功！'), null, 1],
    ['refuses', reply(200, false, '退出登录失败！'), '退出登录失败！', 1],
    ['breaks', reply(500, false, '操作失败（编号 1a2b3c4d）'), '操作失败（编号 1a2b3c4d）', 1],
    ['has ended the session itself', reply(401, false, 'Token失效，请重新登录!'), null, 1],
    ['is away', () => Promise.reject(new TypeError('x')), '网络连接失败，请检查网络后重试', 0],
  ] as const)('ends here at once and for good; the server %s', async (_how, does, note, loads) => {
    covers('§4 log-out ends on failure', '§8 log-out failure');
    request.mockImplementation(does);
    signOut();
    expect(currentSession()).toBeNull();
    expect(pushState).toHaveBeenCalledWith(null, '', '/user/login');
    await vi.waitFor(() => expect([reload.mock.calls.length, readWindow(NOTE)]).toEqual([loads, note]));
    expect(currentSession()).toBeNull();
  });

  test('a server that never answers keeps nobody signed in', () => {
    covers('§4 log-out ends on failure');
    request.mockReturnValue(new Promise(() => undefined));
    signOut();
    expect(currentSession()).toBeNull();
    expect(request).toHaveBeenCalledOnce();
  });
});
