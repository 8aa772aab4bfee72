import { QueryClientProvider } from '@tanstack/react-query';
import { Button, Spin } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import { BrowserRouter } from 'react-router';
import { ApiError } from '../api-error.ts';
import { BlankState } from '../blank-state.tsx';
import type { Brand } from '../brand.ts';
import { FeedbackProvider, say } from '../feedback.tsx';
import { registerPages } from '../pages.ts';
import { queryClient } from '../query-client.ts';
import { forgetAccess, loadAccess, useAccessStore, type Access } from '../session/access.ts';
import { useSessionStore, type SessionUser } from '../session/session-store.ts';
import { signOut, takeWelcome } from '../session/sign-in.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { greeting } from './greeting.ts';
import { hasForeignLayout } from './menu.ts';
import { Shell } from './shell.tsx';
import { forgetTabs } from './tab-store.ts';

// Pages of the kit itself; a module that names `list/<module>/<resource>` replaces one of them.
registerPages({
  'list/*': {
    load: () => import('../list/generic-list-page.tsx').then((module) => module.GenericListPage),
  },
  'detail/*': {
    load: () =>
      import('../detail/generic-detail-page.tsx').then((module) => module.GenericDetailPage),
  },
  'dashboard/*': { load: () => import('./home-page.tsx').then((module) => module.HomePage) },
});

// Nothing of one user is left for the next.
useSessionStore.subscribe(({ session }, { session: old }) => {
  if (session?.token === old?.token) return;
  forgetAccess();
  forgetTabs();
  queryClient.clear();
});

/** Everything behind the sign-in: menu and permissions first, then the shell with its pages. */
export function Console({ brand }: { brand: Brand }): ReactNode {
  return (
    <FeedbackProvider>
      <ConsoleBody brand={brand} />
    </FeedbackProvider>
  );
}

function ConsoleBody({ brand }: { brand: Brand }): ReactNode {
  const user = useSessionStore((state) => state.session?.user);
  const { access, failure, retry } = useAccess();
  useWelcome(user);
  if (failure) return <StartFailure failure={failure} onRetry={retry} />;
  if (!access || !user) return <Spin className="wb-start-wait" aria-label="加载中…" />;
  if (hasForeignLayout(access.menu))
    return (
      <BlankState
        tone="bad"
        title={<h1>启动失败</h1>}
        text="菜单中包含 Vue3 版的默认布局组件 layouts/default/index，请使用 Vue2 版的菜单数据。"
      />
    );
  return (
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <ErrorBoundary where="shell">
          <Shell brand={brand} access={access} user={user} />
        </ErrorBoundary>
      </BrowserRouter>
    </QueryClientProvider>
  );
}

/** Greets once after a sign-in. */
function useWelcome(user: SessionUser | undefined): void {
  useEffect(() => {
    const welcome = user && takeWelcome();
    if (!welcome) return;
    say.notice('欢迎', `${greeting(new Date().getHours())}，${user.realname || user.username}`);
    if (welcome.isHomeless) say.warn('您尚未归属部门,请确认账号信息');
  }, [user]);
}

/** The menu is fetched once per start. When that fails for good, the session ends (spec §2). */
function useAccess(): { access: Access | null; failure: unknown; retry: () => void } {
  const access = useAccessStore((state) => state.access);
  const [failure, setFailure] = useState<unknown>(null);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    loadAccess().catch((error: unknown) => {
      if (!isCurrent) return;
      if (isPassing(error)) setFailure(error);
      else void signOut();
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

/**
 * A server that does not answer is no reason to lose the session; a refusal is. Nor is an answer
 * cut off on its way, which is what leaving or reloading the page does to it.
 */
const isPassing = (error: unknown): boolean =>
  error instanceof ApiError && (error.status < 400 || error.status >= 500);

function StartFailure({ failure, onRetry }: { failure: unknown; onRetry: () => void }): ReactNode {
  return (
    <main>
      <BlankState
        tone="bad"
        title={<h1>菜单加载失败</h1>}
        text={failure instanceof Error ? failure.message : '未知错误'}
        actions={
          <>
            <Button type="primary" onClick={onRetry}>
              重试
            </Button>
            <Button onClick={() => void signOut()}>退出登录</Button>
          </>
        }
      />
    </main>
  );
}
