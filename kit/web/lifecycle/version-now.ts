import type { AnyResource } from '#kit/model/resource.ts';
import type { Row } from '#ui/cells/faces.ts';
import { keyOf, queryClient, refreshUnderWay } from '../query-client.ts';
import { currentSession } from '../session/session-store.ts';

/**
 * The version that a move is made of. Right after a save of this window the row on the screen is still
 * the one from before: what was asked for then is waited for, and a row that nobody else has changed
 * meanwhile is moved as it is now. One that somebody else has changed keeps the version that was seen,
 * so that the server refuses.
 */
export async function versionNow(of: AnyResource, row: Row): Promise<unknown> {
  const seen = row['version'];
  const refresh = refreshUnderWay(of);
  if (!refresh) return seen;
  // That it could not be read again is said by the list itself.
  await refresh.catch(() => undefined);
  const fresh = newestOf(of, row.id);
  if (!fresh || Number(fresh['version']) <= Number(seen)) return seen;
  const me = currentSession()?.user.username;
  return (fresh['updateBy'] ?? me) === me ? fresh['version'] : seen;
}

/** The row as it was answered last, by a list or a detail. */
function newestOf(of: AnyResource, id: string): Row | undefined {
  const rows = queryClient
    .getQueriesData({ queryKey: keyOf(of) })
    .flatMap(([, data]) => rowsIn(data))
    .filter((one) => one.id === id && one['version'] !== undefined);
  return rows.toSorted((a, b) => Number(b['version']) - Number(a['version']))[0];
}

function rowsIn(data: unknown): Row[] {
  if (typeof data !== 'object' || data === null) return [];
  const { records } = data as { records?: unknown };
  const found: unknown[] = Array.isArray(records) ? records : [data];
  return found.filter((one): one is Row => typeof one === 'object' && one !== null && 'id' in one);
}
