import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { MOST_LOOKED_UP, type Named } from '#kit/model/lookup.ts';
import type { RowFace } from '#kit/model/list-entry.ts';
import { resourceKey } from '#kit/model/resource.ts';
import type { GridColumn, GridRow } from '#ui/grid/grid-column.ts';
import { findResource } from '../declarations.ts';
import { keyOf } from '../query-client.ts';
import { callResource } from '../resource-call.ts';
import { usePermissions } from '../session/access.ts';

const NONE: ReadonlyMap<string, RowFace> = new Map();
const UUID = /^[0-9a-f-]{36}$/;

/** Pictures and names of what lines are about, by id; none for whoever may not list it. */
export function useLineFaces(
  subject: Pick<GridColumn, 'key' | 'field'> | undefined,
  rows: readonly GridRow[],
): ReadonlyMap<string, RowFace> {
  const may = usePermissions();
  const target = findResource(subject?.field.to ?? '');
  const ids = [...new Set(rows.map((row) => String(row[subject?.key ?? ''])))]
    .filter((id) => UUID.test(id))
    .slice(0, MOST_LOOKED_UP)
    .toSorted();
  const mayAsk = target !== undefined && ids.length > 0 && may(`${resourceKey(target)}:list`);
  const { data } = useQuery({
    queryKey: target ? keyOf(target, 'faces', ids.join()) : ['faces'],
    queryFn: async ({ signal }) => {
      if (!target) return NONE;
      const body = { texts: ids, faces: true };
      const { result } = await callResource<Named[]>(target, 'lookup', { body, signal });
      return new Map(result.flatMap((one) => ('id' in one && one.face ? [[one.id, one.face] as const] : [])));
    },
    enabled: mayAsk,
    placeholderData: keepPreviousData,
  });
  return data ?? NONE;
}
