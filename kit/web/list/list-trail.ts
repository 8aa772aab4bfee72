import { resourceKey, type AnyResource } from '#kit/model/resource.ts';
import type { Row } from '#ui/cells/faces.ts';
import { fetchResource } from '../resource-call.ts';
import type { ListAnswer, ListHandle } from './use-list.ts';

/** The page of a list that a row was opened from, as it was then: what is done moves nobody on. */
export interface ListTrail {
  ids: readonly string[];
  /** Filter and order of the list. */
  request: Readonly<Record<string, string>>;
  pageNo: number;
  pageSize: number;
  total: number;
  /** `10000+` where counting stopped. */
  totalText: string | undefined;
}

const trails = new Map<string, ListTrail>();

/** Remembers the list that a row is opened from, for {@link trailOf}. */
export function leaveTrail<R extends Row>(list: ListHandle<R>): void {
  const { column, order, pageSize } = list.params;
  trails.set(resourceKey(list.resource), {
    ids: list.rows.map((row) => row.id),
    request: { ...list.filter, ...(column ? { column, order: order ?? 'desc' } : {}) },
    pageNo: list.pageNo,
    pageSize,
    total: list.total,
    totalText: list.totalText,
  });
}

/** The list that this row was opened from; null when it was reached in another way. */
export function trailOf(of: AnyResource, id: string): ListTrail | null {
  const trail = trails.get(resourceKey(of));
  return trail?.ids.includes(id) ? trail : null;
}

/** Where a row stands in its list, from 1. */
export const placeIn = (trail: ListTrail, id: string): number =>
  (trail.pageNo - 1) * trail.pageSize + trail.ids.indexOf(id) + 1;

/**
 * The row before (-1) or behind (1) another, of the page as it was, or of the next one as it is.
 * @returns null where the list has ended by now
 * @throws ApiError where the next page is not to be had
 */
export async function neighbourOf(of: AnyResource, trail: ListTrail, id: string, way: -1 | 1): Promise<string | null> {
  const near = trail.ids[trail.ids.indexOf(id) + way];
  if (near !== undefined) return near;
  const pageNo = trail.pageNo + way;
  const page = await fetchResource<ListAnswer<Row>>(of, 'list', {
    ...trail.request,
    pageNo: String(pageNo),
    pageSize: String(trail.pageSize),
  });
  // The server steps back to its last page when the wanted one is gone.
  if (page.current !== pageNo) return null;
  const ids = page.records.map((row) => row.id);
  const { total, totalText } = page;
  trails.set(resourceKey(of), { ...trail, ids, pageNo, total, totalText });
  return (way === 1 ? ids[0] : ids.at(-1)) ?? null;
}
