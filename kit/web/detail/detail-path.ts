import { resourceKey } from '#kit/model/resource.ts';
import { detailPageOf, readComponent, registeredRoutes, type PageRoute } from '../pages.ts';
import { useAccessStore } from '../session/access.ts';

/**
 * Address of the page that shows one row: the page a module registered for it (`detailOf`), under
 * the path the menu or the module gives it, else the generic `/detail/<module>/<resource>/<id>`.
 */
export function detailPath(resource: { module: string; name: string }, id: string): string {
  const { routes } = useAccessStore.getState();
  return detailAddress(resource, id, [...routes, ...registeredRoutes()]);
}

/** {@link detailPath} over given routes. */
export function detailAddress(
  resource: { module: string; name: string },
  id: string,
  routes: readonly PageRoute[],
): string {
  const name = detailPageOf(resourceKey(resource));
  const route = routes.find(({ path, component }) => path.includes(':id') && readComponent(component).name === name);
  const path = route?.path ?? `/detail/${resource.module}/${resource.name}/:id`;
  return path.replace(':id', encodeURIComponent(id));
}
