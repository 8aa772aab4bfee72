import { registeredRoutes, readComponent, type PageRoute } from '../pages.ts';
import { useAccessStore } from '../session/access.ts';
import { detailAddress } from './detail-path.ts';

/** Address of the list that this person has of a resource; null: their menu has none. */
export function listPath(key: string): string | null {
  const { routes } = useAccessStore.getState();
  return listAddress(key, routes, [...routes, ...registeredRoutes()]);
}

/**
 * {@link listPath} over given routes: the generic list of the resource, else the page that its detail stands
 * below, else the first one of the same group.
 */
export function listAddress(key: string, menu: readonly PageRoute[], all: readonly PageRoute[]): string | null {
  const [module = '', name = ''] = key.split(':');
  const plain = menu.filter(({ path }) => !path.includes(':'));
  const generic = plain.find(({ component }) => readComponent(component).name === `list/${module}/${name}`);
  if (generic) return generic.path;
  const detail = detailAddress({ module, name }, '', all);
  if (detail.startsWith('/detail/')) return null;
  const above = plain
    .filter(({ path }) => detail.startsWith(`${path}/`))
    .toSorted((a, b) => b.path.length - a.path.length);
  const group = detail.split('/').slice(0, 2).join('/');
  return (above[0] ?? plain.find(({ path }) => path.startsWith(`${group}/`)))?.path ?? null;
}
