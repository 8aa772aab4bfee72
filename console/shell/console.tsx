import { QueryClientProvider } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import { ApiError, STATUS_TEXT } from '#ui/http/api-error.ts';
import { BlankState } from '#ui/blank-state.tsx';
import { PageSkeleton } from '#ui/page-skeleton.tsx';
import type { Brand } from '../brand.ts';
import { FeedbackProvider, toast, toastError, alertUntilRead } from '#ui/feedback.tsx';
import { provideServices } from '../services.ts';
import { whenSessionLost } from '#ui/http/http.ts';
import { registerPages } from '#kit/web/pages.ts';
import { queryClient } from '#kit/web/query-client.ts';
import { isExternalApp } from '../session/external-app.ts';
import type { OwnAccess } from '#modules/system/model/routes/session.ts';
import { shownName } from '../session/account/acting.ts';
import { forgetAccess, loadAccess, useLoadedAccess } from '../session/load-access.ts';
import {
  currentSession,
  storeSession,
  useSessionStore,
  workplaceOf,
  type Session,
  type SessionUser,
} from '#kit/web/session/session-store.ts';
import { leaveNote } from '../session/note.ts';
import { useFreshAccess } from '../session/use-fresh-access.ts';
import { SessionGate } from '../session/session-gate.tsx';
import { sessionLossHandler } from '../session/session-loss.ts';
import { useNotificationSocket } from '../socket/use-notification-socket.ts';
import { endOnServer, signOut, takeWelcome } from '../session/sign-in.ts';
import { ErrorBoundary } from '#ui/error-boundary.tsx';
import { storeDrafts } from './store-drafts.ts';
import { greetingNow } from './greeting.ts';
import { release } from '#ui/page/held-pages.ts';
import { hasForeignLayout } from './menu.ts';
import { Shell } from './shell.tsx';
import { forgetTabs } from './tab-store.ts';

provideServices();

// Pages of the kit itself; a module that names `list/<module>/<resource>` replaces one of them.
registerPages({
  'list/*': {
    load: () => import('#kit/web/list/generic-list-page.tsx').then((module) => module.GenericListPage),
  },
  'detail/*': {
    load: () => import('#kit/web/detail/generic-detail-page.tsx').then((module) => module.GenericDetailPage),
  },
  'settings/*': {
    load: () => import('#kit/web/form/settings-page.tsx').then((module) => module.SettingsPage),
  },
  frame: {
    load: () => import('./frame-page.tsx').then((module) => module.FramePage),
    isBare: true,
  },
  'test/home': {
    load: () => import('./test-page.tsx').then((module) => module.TestPage),
    isBare: true,
  },
  'dashboard/*': { load: () => import('./home-page.tsx').then((module) => module.HomePage) },
});

// Nothing of one user is left for the next. The same person under a new token (another department)
// keeps what is open; rights and rows are requested again.
useSessionStore.subscribe(({ session, isLeaving }, { session: old }) => {
  if (old && isLeaving) storeUnsavedWork(old);
  if (session?.token === old?.token) return;
  if (session && old && workplaceOf(session) === workplaceOf(old)) {
    if (useLoadedAccess.getState().access) loadAccess().catch(toastError);
    void queryClient.invalidateQueries();
    return;
  }
  if (old) storeUnsavedWork(old);
  forgetAccess();
  forgetTabs();
  queryClient.clear();
});

/** What nobody could be asked about waits for the same person's next sign-in. */
function storeUnsavedWork(session: Session): void {
  const isStored = storeDrafts(workplaceOf(session));
  if (!isStored) leaveNote('浏览器的存储空间不足，未保存的内容未能暂存');
  release();
}

whenSessionLost(
  sessionLossHandler(
    {
      notice: (text) => toast.refused('系统提示', text),
      confirm: alertUntilRead,
      loading: toast.loading,
    },
    { isExternalApp: isExternalApp() },
  ),
);

/** Everything behind the sign-in: menu and permissions first, then the shell with its pages. */
export function Console({ brand }: { brand: Brand }): ReactNode {
  return (
    <FeedbackProvider>
      <SessionGate brand={brand}>
        <ConsoleBody brand={brand} />
      </SessionGate>
    </FeedbackProvider>
  );
}

function ConsoleBody({ brand }: { brand: Brand }): ReactNode {
  const user = useSessionStore((state) => state.session?.user);
  const { access, failure, retry } = useAccess();
  useWelcome(access ? user : undefined);
  useNotificationSocket(access !== null);
  useFreshAccess();
  if (failure) return <StartFailure failure={failure} onRetry={retry} />;
  if (!access || !user) return <PageSkeleton />;
  if (hasForeignLayout(access.menu))
    return (
      <BlankState
        tone="bad"
        title={<h1>启动失败</h1>}
        text="菜单中包含 Vue3 版的默认布局组件 layouts/default/index，请使用 Vue2 版的菜单数据。"
        actions={<WaysOut onRetry={retry} />}
      />
    );
  return (
    <QueryClientProvider client={queryClient}>
      <ErrorBoundary where="shell">
        <Shell brand={brand} access={access} user={user} />
      </ErrorBoundary>
    </QueryClientProvider>
  );
}

/** Greets once after a sign-in. */
function useWelcome(user: SessionUser | undefined): void {
  useEffect(() => {
    const welcome = user && takeWelcome();
    if (!welcome) return;
    toast.notice('欢迎', `${greetingNow()}，${shownName(user)}`);
    if (welcome.isHomeless) toast.warn('您尚未归属部门,请确认账号信息');
  }, [user]);
}

/** The menu is fetched with each start. When that fails for good, the session ends (spec §2). */
function useAccess(): { access: OwnAccess | null; failure: unknown; retry: () => void } {
  const access = useLoadedAccess((state) => state.access);
  const [failure, setFailure] = useState<unknown>(null);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    loadAccess().catch((error: unknown) => {
      if (!isCurrent) return;
      if (isPassing(error)) setFailure(error);
      else leaveConsole(error);
    });
    return () => {
      isCurrent = false;
    };
  }, [turn]);
  return {
    access,
    failure,
    retry: () => {
      setFailure(null);
      setTurn(turn + 1);
    },
  };
}

/** The guard then leads to the sign-in page, which remembers the wanted address. */
function leaveConsole(error: unknown): void {
  const session = currentSession();
  leaveNote(error instanceof Error ? error.message : '未知错误');
  if (session) void endOnServer(session);
  storeSession(null);
}

/**
 * A server that is away, busy or broken is no reason to lose the session; a refusal is. Nor is an
 * answer cut off on its way, which is what leaving or reloading the page does to it.
 */
const isPassing = (error: unknown): boolean =>
  error instanceof ApiError && (PASSING.includes(error.status) || error.message === STATUS_TEXT.broken);

const PASSING: readonly number[] = [0, 429, 502, 503, 504];

function StartFailure({ failure, onRetry }: { failure: unknown; onRetry: () => void }): ReactNode {
  return (
    <main>
      <BlankState
        tone="bad"
        title={<h1>菜单加载失败</h1>}
        text={failure instanceof Error ? failure.message : '未知错误'}
        actions={<WaysOut onRetry={onRetry} />}
      />
    </main>
  );
}

/** What can be done where the console does not open: once more, or as somebody else. */
function WaysOut({ onRetry }: { onRetry: () => void }): ReactNode {
  return (
    <>
      <Button type="primary" onClick={onRetry}>
        重试
      </Button>
      <Button onClick={signOut}>重新登录</Button>
    </>
  );
}
