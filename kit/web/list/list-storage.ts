import { resourceKey, type AnyResource } from '#kit/model/resource.ts';
import { keepLocally, keptLocally } from '#ui/browser-store.ts';
import { pageSizesOf } from './page-sizes.ts';

/** What a user likes of a list, kept in this browser: page size and columns. */
const keyOf = (resource: AnyResource, what: string): string =>
  `waybill.list.${resourceKey(resource)}.${what}`;

export function likedPageSize(resource: AnyResource): number {
  const size = Number(keptLocally(keyOf(resource, 'size')));
  const { start, options } = pageSizesOf(resource);
  return options.includes(size) ? size : start;
}

export const likePageSize = (resource: AnyResource, size: number): boolean =>
  keepLocally(keyOf(resource, 'size'), String(size));

/** Keys of columns the user has hidden. */
export function hiddenColumns(resource: AnyResource): string[] {
  try {
    const keys = JSON.parse(keptLocally(keyOf(resource, 'hidden')) ?? '[]') as unknown;
    return Array.isArray(keys) ? keys.map(String) : [];
  } catch {
    return [];
  }
}

export const hideColumns = (resource: AnyResource, keys: readonly string[]): boolean =>
  keepLocally(keyOf(resource, 'hidden'), JSON.stringify(keys));
