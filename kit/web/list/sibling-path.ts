import type { AnyResource } from '#kit/model/resource.ts';
import { readComponent, type PageRoute } from '../pages.ts';
import { useAccessStore } from '../session/access.ts';
import type { Page } from '#ui/page/page-context.ts';

/**
 * Status pages of one document (待处理, 待发货 …) are menu entries of their own: choosing a status
 * tab goes to the entry that stands for it. @returns its path, or null when there is none
 */
export function siblingPath(resource: AnyResource, page: Page, tab: string): string | null {
  const { routes } = useAccessStore.getState();
  const here = routes.find((route) => route.path === page.path);
  return here ? findSibling(routes, here, tab, `list/${resource.module}/${resource.name}`) : null;
}

/** The route with the same component (or the generic one) that starts with another tab. */
export function findSibling(
  routes: readonly PageRoute[],
  here: PageRoute,
  tab: string,
  generic: string,
): string | null {
  const { name } = readComponent(here.component);
  const found = routes.find((route) => {
    const other = readComponent(route.component);
    return (other.name === name || other.name === generic) && other.options['tab'] === tab;
  });
  return found && found.path !== here.path ? found.path : null;
}
