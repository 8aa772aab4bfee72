import { resourceKey, type AnyResource } from '#kit/model/resource.ts';
import { dropLocally, writeLocal, readLocal } from '#ui/browser-store.ts';
import { pageSizesOf } from './page-sizes.ts';

/** What a user likes of a list, kept in this browser: page size, where its filters stand. */
const keyOf = (resource: AnyResource, what: string): string => `waybill.list.${resourceKey(resource)}.${what}`;

/** The page size that somebody chose, or that such a list starts with; null: what fills the window. */
export function preferredPageSize(resource: AnyResource): number | null {
  const size = Number(readLocal(keyOf(resource, 'size')));
  const { start, options } = pageSizesOf(resource);
  return options.includes(size) ? size : start;
}

/** @param size null: what fills the window */
export const likePageSize = (resource: AnyResource, size: number | null): boolean =>
  size === null ? dropLocally(keyOf(resource, 'size')) : writeLocal(keyOf(resource, 'size'), String(size));

/** Keys of columns that were hidden while this browser kept them; the server does now. */
export function hiddenColumns(resource: AnyResource): string[] {
  try {
    const keys = JSON.parse(readLocal(keyOf(resource, 'hidden')) ?? '[]') as unknown;
    return Array.isArray(keys) ? keys.map(String) : [];
  } catch {
    return [];
  }
}

export const dropHiddenColumns = (resource: AnyResource): boolean => dropLocally(keyOf(resource, 'hidden'));

/** Whether this list was last shown with low rows: known before its views are. */
export const wasCompact = (resource: AnyResource): boolean => readLocal(keyOf(resource, 'density')) === 'compact';

export const storeCompact = (resource: AnyResource, isCompact: boolean): boolean =>
  isCompact ? writeLocal(keyOf(resource, 'density'), 'compact') : dropLocally(keyOf(resource, 'density'));

/** Whether somebody wants all filters above this list. */
export const areFiltersOpen = (resource: AnyResource): boolean => readLocal(keyOf(resource, 'filters')) === 'open';

export const storeFiltersOpen = (resource: AnyResource, isOpen: boolean): boolean =>
  isOpen ? writeLocal(keyOf(resource, 'filters'), 'open') : dropLocally(keyOf(resource, 'filters'));
