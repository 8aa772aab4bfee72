import { resourceKey, type AnyResource } from '#kit/model/resource.ts';
import type { Row } from '#ui/cells/faces.ts';
import type { JoinPage } from '#ui/host.ts';
import { keyOf, queryClient } from '../query-client.ts';
import { useListRefresh } from '../list-refresh-choice.ts';
import { isEditing } from './changed-lists.ts';
import { isBare, mergeRow, readReceivedRow } from '#ui/grid/received-row.ts';

export interface PageConnection {
  /** Tells the others who look at the same list. */
  tell(row: Row): void;
  close(): void;
}

/** A row that somebody else has changed, as far as it was sent. */
export interface ReceivedNews {
  row: Row;
  who: string | undefined;
}

/**
 * Opens the socket of a list page. Rows that others send are renewed where they are shown. Of one
 * that is too long to be sent its id is known, and who changed it: its values come with the list, which
 * is requested again all the same.
 * @param hear each row that was sent, before it is shown
 */
export function openPage(resource: AnyResource, join: JoinPage, hear: (news: ReceivedNews) => void): PageConnection {
  const pageId = resourceKey(resource);
  const seat = join(pageId, (type, data) => {
    if (type !== 'update_vxe_table' || !useListRefresh.getState().isOn) return;
    const reported = readReceivedRow(data);
    if (reported?.socketKey !== pageId) return;
    hear(reported);
    if (!isBare(reported.row) && !isEditing()) renew(resource, reported.row);
  });
  return { tell: (row) => seat.tell(pageId, row), close: () => seat.leave() };
}

/** The age of what is shown stays: the server's own answer is still to come. */
function renew(resource: AnyResource, reported: Row): void {
  for (const { queryKey, state } of queryClient.getQueryCache().findAll({ queryKey: keyOf(resource, 'list') })) {
    const page = state.data as { records?: readonly Row[] } | undefined;
    if (!Array.isArray(page?.records)) continue;
    const records = page.records.map((row) => (row.id === reported.id ? mergeRow(row, reported) : row));
    if (records.every((row, index) => row === page.records?.[index])) continue;
    const next = { ...page, records, isNews: true };
    queryClient.setQueryData(queryKey, next, { updatedAt: state.dataUpdatedAt });
  }
}
