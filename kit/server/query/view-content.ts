import type { ViewContent } from '#kit/model/list-view.ts';
import type { Field } from '#kit/model/field.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import type { Actor } from '../actor.ts';
import type { Registry } from '../registry.ts';
import { fieldOf, maskedFields } from './columns.ts';
import { isQueryName, splitSuffix } from './conditions.ts';

/** A view as one person may read it. */
interface ReadableView {
  content: ViewContent;
  /** Titles of the conditions that were left out. */
  dropped: string[];
}

/**
 * What of a stored view a person may read: no condition on a field that is masked for them, and
 * none that the list would refuse because its field or tab is gone. Columns go without a word.
 */
export function readableView(
  resource: AnyResource,
  { columns, sort, filters, tab, ...rest }: ViewContent,
  actor: Actor,
  registry: Registry,
): ReadableView {
  const hidden = maskedFields(resource, actor);
  const scene = { resource, hidden };
  const dropped = new Set<string>();
  const flat = Object.entries(filters).filter(([name]) => {
    const [key] = splitSuffix(name);
    // What a query puts together may be asked by names of its own.
    const isLost = resource.kind !== 'view' && !resource.isComposite && !isQueryName(scene, name);
    const isLeft = !hidden.has(key) && !isLost;
    if (!isLeft) dropped.add(titleOf(resource, key));
    return isLeft;
  });
  const request = withoutLost(Object.fromEntries(flat), (key) => {
    const isKnown = fieldOf(resource, key, hidden) !== undefined;
    if (!isKnown) dropped.add(titleOf(resource, key));
    return isKnown;
  });
  const tabs = registry.lifecycleOf(resource)?.tabs ?? {};
  return {
    content: {
      ...rest,
      columns: columns.filter(({ key }) => !hidden.has(key)),
      sort: sort && fieldOf(resource, sort.field, hidden) ? sort : null,
      filters: request,
      tab: tab !== null && Object.hasOwn(tabs, tab) ? tab : null,
    },
    dropped: [...dropped],
  };
}

/**
 * A view as it is stored after somebody has changed it: what was masked for them is still there,
 * for they could neither see it nor have meant to take it away.
 */
export function withMasked(resource: AnyResource, before: ViewContent, after: ViewContent, actor: Actor): ViewContent {
  const hidden = maskedFields(resource, actor);
  if (hidden.size === 0) return after;
  const isUnseen = ([name]: readonly [string, string]): boolean => hidden.has(splitSuffix(name)[0]);
  const { superQueryParams: _, ...flat } = Object.fromEntries(
    Object.entries(after.filters).filter((filter) => !isUnseen(filter)),
  );
  const requested = [
    ...conditionsOf(after.filters).filter(({ field }) => !hidden.has(field)),
    ...conditionsOf(before.filters).filter(({ field }) => hidden.has(field)),
  ];
  const { superQueryMatchType = before.filters['superQueryMatchType'] } = flat;
  const isSortHidden = before.sort !== null && hidden.has(before.sort.field);
  return {
    ...after,
    columns: [
      ...after.columns.filter(({ key }) => !hidden.has(key)),
      ...before.columns.filter(({ key }) => hidden.has(key)),
    ],
    sort: after.sort ?? (isSortHidden ? before.sort : null),
    filters: {
      ...flat,
      ...Object.fromEntries(Object.entries(before.filters).filter(isUnseen)),
      ...(requested.length > 0 ? { superQueryParams: JSON.stringify(requested) } : {}),
      ...(requested.length > 0 && superQueryMatchType ? { superQueryMatchType } : {}),
    },
  };
}

const conditionsOf = ({ superQueryParams }: ViewContent['filters']): { field: string }[] =>
  superQueryParams ? (JSON.parse(superQueryParams) as { field: string }[]) : [];

type Filters = Record<string, string>;

/** The advanced query without conditions that ask about nothing here; none at all when all do. */
function withoutLost(
  { superQueryParams, superQueryMatchType, ...flat }: Filters,
  isKnown: (key: string) => boolean,
): Filters {
  if (!superQueryParams) return flat;
  const conditions = JSON.parse(superQueryParams) as { field: string }[];
  const left = conditions.filter(({ field }) => isKnown(field));
  if (left.length === 0) return flat;
  return {
    ...flat,
    superQueryParams: JSON.stringify(left),
    ...(superQueryMatchType ? { superQueryMatchType } : {}),
  };
}

const titleOf = (resource: AnyResource, key: string): string =>
  (resource.fields as Readonly<Record<string, Field>>)[key]?.title ?? key;
