/**
 * The advanced query among the filters of a list: two names that no field has. It lives where the
 * filters live, so that the page's address, tab counts, exports and batches carry it.
 */
export interface AdvancedFilter {
  superQueryParams?: string | undefined;
  superQueryMatchType?: string | undefined;
}

type Filters = Readonly<Record<string, string>>;

/** The filters of the query bar, and the advanced query beside them. */
export function splitAdvanced({
  superQueryParams,
  superQueryMatchType,
  ...flat
}: Filters): readonly [flat: Record<string, string>, advanced: AdvancedFilter] {
  return [flat, superQueryParams ? { superQueryParams, superQueryMatchType } : {}];
}

/** How many conditions are in force: 0 = something that cannot be read, null = none at all. */
export function conditionCount({ superQueryParams }: AdvancedFilter): number | null {
  if (!superQueryParams) return null;
  try {
    const list = JSON.parse(superQueryParams) as unknown;
    return Array.isArray(list) ? list.length : 0;
  } catch {
    return 0;
  }
}
