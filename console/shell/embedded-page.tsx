import { useMemo, useState, type ReactNode } from 'react';
import { pageComponent, readComponent } from '#kit/web/pages.ts';
import { goTo } from '../session/address.ts';
import { useAccessStore } from '#kit/web/session/access.ts';
import { ErrorBoundary } from '#ui/error-boundary.tsx';
import { PageContext, type Page } from '#ui/page/page-context.ts';

/** Opens a path of the console from what stands outside of a page: the header, its dialogs. */
export const useOpenPath = (): ((path: string) => void) => goTo;

/**
 * A registered page inside a dialog. Its query lives in memory, so that the page behind keeps its
 * own; its links open tabs and close the dialog.
 */
export function EmbeddedPage({
  component,
  onClose,
}: {
  /** Component string as in the menu. */
  component: string;
  onClose: () => void;
}): ReactNode {
  const open = useOpenPath();
  const routes = useAccessStore((state) => state.routes);
  const [query, setQuery] = useState<Readonly<Record<string, string>>>({});
  const page = useMemo<Page>(() => {
    const { name, options } = readComponent(component);
    const route = routes.find((one) => readComponent(one.component).name === name);
    return {
      path: `embedded:${name}`,
      params: {},
      query,
      component: name,
      options,
      title: route?.title ?? '',
      isActive: () => true,
      setTitle: () => undefined,
      setQuery: (next) => setQuery(withoutBlanks(next)),
      close: onClose,
      open(path) {
        onClose();
        open(path);
      },
    };
  }, [component, routes, query, onClose, open]);
  const Body = pageComponent(page.component);
  return (
    <PageContext value={page}>
      <ErrorBoundary where={page.path}>
        <Body />
      </ErrorBoundary>
    </PageContext>
  );
}

const withoutBlanks = (query: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value)) as Record<string, string>;
