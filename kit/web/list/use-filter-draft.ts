import { useState } from 'react';
import { numbersFault, pastedNumbers, readNumbers } from '#kit/model/numbers.ts';
import { storeNumbersRoute } from '#kit/model/resource-routes.ts';
import { findNumbers } from '../declarations.ts';
import type { Row } from '#ui/cells/faces.ts';
import { splitAdvanced } from '../query/advanced-filter.ts';
import { toastError } from '#ui/feedback.tsx';
import { fetchRoute } from '#ui/http/route-call.ts';
import { useSteady } from '#ui/use-steady.ts';
import type { ListHandle } from './use-list.ts';

export interface FilterDraft {
  draft: Readonly<Record<string, string>>;
  set: (patch: Record<string, string | undefined>, now: boolean) => void;
  search: () => void;
  reset: () => void;
}

/**
 * What is being typed; it becomes the filter of the list by a search. The advanced query beside it
 * has a builder of its own: it stays as it is, and changing it wipes nothing that is typed here.
 */
export function useFilterDraft<R extends Row>(list: ListHandle<R>): FilterDraft {
  const [filters, advanced] = splitAdvanced(list.params.filters);
  const [draft, setDraft] = useState<Record<string, string>>({ ...filters });
  const request = JSON.stringify(filters);
  const [followed, setFollowed] = useState(request);
  // Not an effect: that would run again, and wipe what is typed, whenever the page comes to the front.
  if (followed !== request) {
    setFollowed(request);
    setDraft({ ...filters });
  }
  const run = async (next: Record<string, string>): Promise<void> => {
    try {
      const query = await withStoredNumbers(list, next);
      if (query) list.setFilters({ ...query, ...advanced });
    } catch (error) {
      toastError(error);
    }
  };
  const set = useSteady((patch: Record<string, string | undefined>, now: boolean): void => {
    const next: Record<string, string> = {};
    for (const [name, value] of Object.entries({ ...draft, ...patch })) if (value) next[name] = value;
    setDraft(next);
    if (now) void run(next);
  });
  return {
    draft,
    set,
    search(): void {
      const next = manyFromKeyword(list, draft);
      setDraft(next);
      void run(next).then(list.refresh);
    },
    reset(): void {
      setDraft({});
      list.setFilters({ ...advanced });
    },
  };
}

/** Many numbers that were typed, or came into the box without a paste, are many as well. */
function manyFromKeyword<R extends Row>(
  { resource }: ListHandle<R>,
  draft: Record<string, string>,
): Record<string, string> {
  const { keyword, ...rest } = draft;
  const isMany = keyword && findNumbers(resource).length > 0 && pastedNumbers(keyword);
  return isMany ? { ...rest, numbers: keyword } : draft;
}

/**
 * The filters as they are asked: pasted numbers under the id that they are kept by, which an
 * address has room for. Null: they are too many or too long, which stands at the box.
 * @throws ApiError
 */
async function withStoredNumbers<R extends Row>(
  { resource, params }: ListHandle<R>,
  draft: Record<string, string>,
): Promise<Record<string, string> | null> {
  const pasted = draft['numbers'];
  if (pasted === undefined || pasted === params.filters['numbers']) return draft;
  const numbers = readNumbers(pasted);
  if (numbersFault(numbers) !== null) return null;
  const { id } = await fetchRoute(storeNumbersRoute(resource), { body: { numbers } });
  return { ...draft, numbers: id };
}
