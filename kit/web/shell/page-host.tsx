import { Button, Skeleton } from 'antd';
import { memo, Suspense, useMemo, type ReactNode } from 'react';
import { BlankState } from '../blank-state.tsx';
import { pageComponent, readComponent } from '../pages.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { PageContext, type Page } from './page-context.ts';
import { useTabs } from './tab-store.ts';
import type { PageTab } from './tabs.ts';

/** One page in its tab: context, title, error boundary and lazy loading around its component. */
export const PageHost = memo(function PageHost({
  tab,
  onOpen,
  onClose,
}: {
  tab: PageTab;
  onOpen: (path: string, replace?: boolean) => void;
  onClose: (key: string) => void;
}): ReactNode {
  const { name, options } = useMemo(
    () => readComponent(tab.route.component),
    [tab.route.component],
  );
  const page = useMemo<Page>(() => {
    const { key, params, search, title } = tab;
    return {
      path: key,
      params,
      query: Object.fromEntries(new URLSearchParams(search)),
      component: name,
      options,
      title,
      isActive: () => useTabs.getState().active === key,
      setTitle: (next) => useTabs.getState().retitle(key, next),
      setQuery(query) {
        const text = searchOf(query);
        if (useTabs.getState().active === key) onOpen(key + text, true);
        else useTabs.getState().setSearch(key, text);
      },
      close: () => onClose(key),
      open: (path) => onOpen(path),
    };
  }, [tab, name, options, onOpen, onClose]);
  const Body = pageComponent(componentName(name, tab));
  return (
    <PageContext value={page}>
      <ErrorBoundary where={tab.key} onRetry={() => useTabs.getState().refresh(tab.key)}>
        <Suspense fallback={<Skeleton active className="wb-page-wait" />}>
          {Body ? <Body /> : <MissingPage name={name} onClose={page.close} />}
        </Suspense>
      </ErrorBoundary>
    </PageContext>
  );
});

/** `/detail/<module>/<resource>/<id>` is one route; a module may replace the page per resource. */
const componentName = (name: string, tab: PageTab): string =>
  name === 'detail' ? `detail/${tab.params['module']}/${tab.params['resource']}` : name;

function searchOf(query: Readonly<Record<string, string | undefined>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value) search.set(name, value);
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

function MissingPage({ name, onClose }: { name: string; onClose: () => void }): ReactNode {
  return (
    <BlankState
      tone="bad"
      title={<h1>页面不存在</h1>}
      text={`菜单指向的页面组件“${name}”没有安装，请联系管理员检查菜单设置。`}
      actions={<Button onClick={onClose}>关闭此页</Button>}
    />
  );
}
