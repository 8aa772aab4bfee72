import { memo, useMemo, useState, type ReactNode } from 'react';
import { componentName, pageComponent, readComponent } from '#kit/web/pages.ts';
import { queryClient } from '#kit/web/query-client.ts';
import { ErrorBoundary } from '#ui/error-boundary.tsx';
import { PageContext, type Page } from '#ui/page/page-context.ts';
import { useTabs } from './tab-store.ts';
import type { PageTab } from './tabs.ts';

/** One page in its tab: context, title and error boundary around its component. */
export const PageHost = memo(function PageHost({
  tab,
  onOpen,
  onClose,
}: {
  tab: PageTab;
  onOpen: (path: string, replace?: boolean) => void;
  onClose: (key: string) => void;
}): ReactNode {
  const { name, options } = useMemo(() => readComponent(tab.route.component), [tab.route.component]);
  const page = useMemo<Page>(() => {
    const { key, params, search, title } = tab;
    return {
      path: key,
      params,
      query: Object.fromEntries(new URLSearchParams(search)),
      component: name,
      options: tab.route.url ? { ...options, url: tab.route.url } : options,
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
  const bodyName = componentName(name, tab.params);
  return (
    <PageContext value={page}>
      <ErrorBoundary where={tab.key} onRetry={() => buildAnew(tab.key)}>
        <PageBody key={bodyName} name={bodyName} />
      </ErrorBoundary>
    </PageContext>
  );
});

function PageBody({ name }: { name: string }): ReactNode {
  // Kept: another component in its place, once the code is there, would lose what stands in it.
  const [Body] = useState(() => pageComponent(name));
  return <Body />;
}

/** What broke a page may be among what was kept: nothing of it is shown again. */
function buildAnew(key: string): void {
  queryClient.removeQueries({ type: 'inactive' });
  useTabs.getState().refresh(key);
}

function searchOf(query: Readonly<Record<string, string | undefined>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value) search.set(name, value);
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}
