import { resourceKey, type AnyResource } from '#kit/model/resource.ts';
import type { Row } from '#ui/cells/faces.ts';
import { fetchRow } from '../detail/use-row.ts';
import type { JoinPage } from '#ui/host.ts';
import { keyOf, queryClient } from '../query-client.ts';
import { useListRefresh } from '../list-refresh-choice.ts';
import { isEditing } from './changed-lists.ts';
import { isBare, mergeRow, readToldRow } from '#ui/grid/told-row.ts';

export interface PageConnection {
  /** Tells the others who look at the same list. */
  tell(row: Row): void;
  close(): void;
}

/**
 * Opens the socket of a list page. Rows that others tell of are renewed where they are shown.
 * @param onRenewed hears of each row that now shows something else
 */
export function openPage(
  resource: AnyResource,
  join: JoinPage,
  onRenewed: (id: string) => void,
): PageConnection {
  const pageId = resourceKey(resource);
  const seat = join(pageId, (type, data) => {
    if (type !== 'update_vxe_table' || !useListRefresh.getState().isOn || isEditing()) return;
    const told = readToldRow(data);
    if (told?.socketKey !== pageId) return;
    const show = (row: Row): void => {
      if (renew(resource, row)) onRenewed(row.id);
    };
    if (!isBare(told.row)) return show(told.row);
    // Whoever may not see it does not hear of it; the list is requested again all the same.
    fetchRow(resource, told.row.id).then(show, () => undefined);
  });
  return { tell: (row) => seat.tell(pageId, row), close: () => seat.leave() };
}

/** The age of what is shown stays: the server's own answer is still to come. */
function renew(resource: AnyResource, told: Row): boolean {
  let isNews = false;
  for (const { queryKey, state } of queryClient
    .getQueryCache()
    .findAll({ queryKey: keyOf(resource, 'list') })) {
    const page = state.data as { records?: readonly Row[] } | undefined;
    if (!Array.isArray(page?.records)) continue;
    const records = page.records.map((row) => (row.id === told.id ? mergeRow(row, told) : row));
    if (records.every((row, index) => row === page.records?.[index])) continue;
    isNews = true;
    queryClient.setQueryData(queryKey, { ...page, records }, { updatedAt: state.dataUpdatedAt });
  }
  return isNews;
}
