import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { covers } from '#tests/spec/covers.ts';
import type { Session } from './session-store.ts';

const SESSION: Session = {
  token: 'one',
  tenantId: '1',
  user: { id: 'u1', username: 'yunying', realname: '运营' },
  dicts: {},
};
const DAY = 86_400_000;

/** A browser's storage as far as it is asked for. */
function storage(): Storage {
  const stored = new Map<string, string>();
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  } as unknown as Storage;
}

const windowEvents = new EventTarget();
const reload = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('localStorage', storage());
  vi.stubGlobal('window', windowEvents);
  vi.stubGlobal('location', { reload });
  reload.mockReset();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** The store as a page finds it that is loaded now. */
async function openPage() {
  vi.resetModules();
  return import('./session-store.ts');
}

const reported = (): void => {
  windowEvents.dispatchEvent(Object.assign(new Event('storage'), { key: 'waybill.session' }));
};

test('a session outlives a reload, not two weeks', async () => {
  covers('§4 session of seven days');
  (await openPage()).storeSession(SESSION);
  expect((await openPage()).currentSession()).toEqual(SESSION);
  vi.advanceTimersByTime(14 * DAY);
  expect((await openPage()).currentSession()).toBeNull();
});

test('what is kept of a session is kept seven days, and a day more in case the clock is wrong', async () => {
  covers('§4 session kept in the browser');
  const dicts = { sex: [{ value: '1', text: '男' }] };
  (await openPage()).storeSession({ ...SESSION, dicts });
  const stored = JSON.parse(localStorage.getItem('waybill.session') ?? '') as { until: number };
  expect(stored).toEqual({ session: { ...SESSION, dicts }, until: Date.now() + 604_800_000 });
  vi.advanceTimersByTime(8 * DAY - 1);
  expect((await openPage()).currentSession()).toEqual({ ...SESSION, dicts });
  vi.advanceTimersByTime(1);
  expect((await openPage()).currentSession()).toBeNull();
});

test('a clock that is off by an hour, or set back a year, signs nobody out', async () => {
  (await openPage()).storeSession(SESSION);
  vi.advanceTimersByTime(7 * DAY + 3_600_000);
  expect((await openPage()).currentSession()).toEqual(SESSION);
  vi.setSystemTime(Date.now() - 365 * DAY);
  expect((await openPage()).currentSession()).toEqual(SESSION);
});

test('storage that refuses keeps nobody out, and says so', async () => {
  const full = {
    ...storage(),
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  };
  vi.stubGlobal('localStorage', full);
  const page = await openPage();
  page.storeSession(SESSION);
  expect(page.useSessionStore.getState()).toMatchObject({ session: SESSION, isUnstored: true });
  page.storeUser({ realname: '新名字' });
  expect(page.currentSession()?.user.realname).toBe('新名字');
  page.storeSession(null);
  expect(page.useSessionStore.getState()).toMatchObject({ session: null, isUnstored: false });
});

test('no storage at all, or rubbish in it, is no session', async () => {
  localStorage.setItem('waybill.session', '{"session":{"token":"x"},"until":1e15}');
  expect((await openPage()).currentSession()).toBeNull();
  const shut = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: shut, setItem: shut, removeItem: shut });
  const page = await openPage();
  expect(page.currentSession()).toBeNull();
  page.storeSession(SESSION);
  expect(page.currentSession()).toEqual(SESSION);
});

test('another window that signs in as somebody else has this one reloaded', async () => {
  const page = await openPage();
  page.storeSession(SESSION);
  const stop = page.followOtherWindows();
  const other = await openPage();
  other.storeSession({
    ...SESSION,
    token: 'two',
    user: { ...SESSION.user, id: 'u2', realname: '客服' },
  });
  reported();
  expect(page.useSessionStore.getState().successor).toBe('客服');
  expect(page.currentSession()).toEqual(SESSION);
  vi.advanceTimersByTime(3000);
  expect(reload).toHaveBeenCalledOnce();
  stop();
});

test('so does another tenant of the same person', async () => {
  const page = await openPage();
  page.storeSession(SESSION);
  const stop = page.followOtherWindows();
  const tenants = [{ id: 2, name: '第二租户' }];
  (await openPage()).storeSession({ ...SESSION, token: 'two', tenantId: '2', tenants });
  reported();
  expect(page.useSessionStore.getState().successor).toBe('第二租户');
  stop();
});

test('a new token of the same person is taken over, and so is signing out', async () => {
  const page = await openPage();
  page.storeSession(SESSION);
  const stop = page.followOtherWindows();
  const other = await openPage();
  other.storeSession({ ...SESSION, token: 'two' });
  reported();
  expect(page.currentSession()?.token).toBe('two');
  other.storeSession(null);
  reported();
  expect(page.currentSession()).toBeNull();
  vi.advanceTimersByTime(3000);
  expect(reload).not.toHaveBeenCalled();
  stop();
});
