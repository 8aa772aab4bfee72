import type { ComponentType } from 'react';
import { text, type Field } from '#kit/model/field.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import { fieldOf } from '../audit-fields.ts';
import { cellOf } from '../cells/cells.ts';
import { findNumbers } from '../declarations.ts';
import { KeywordSearch } from '#ui/cells/text-cells.tsx';
import type { Row, SearchProps } from '#ui/cells/faces.ts';

/**
 * A filter of a list: a key of the resource, or a query name with a field that says how to ask.
 * `keyword` is the search over several fields that the server offers; its hint stands in the box.
 */
export type FilterSpec<R extends Row = Row> = (keyof R & string) | Filter;

export interface Filter {
  key: string;
  field: Field;
}

/** Filters of a list that can be asked: what the server has no operator for is left out. */
export function listFilters(
  resource: AnyResource,
  specs: readonly FilterSpec[] = resource.search as readonly string[],
): Filter[] {
  return specs.flatMap((spec) => {
    const key = typeof spec === 'string' ? spec : spec.key;
    const field = typeof spec === 'string' ? fieldOf(resource, spec) : spec.field;
    return field && searchOf({ key, field }) ? [{ key, field }] : [];
  });
}

/** A list that has numbers has a box to find them by, whatever else its page asks about. */
export function withNumberBox(of: AnyResource, filters: readonly Filter[]): readonly Filter[] {
  const places = findNumbers(of);
  if (places.length === 0 || filters.some(({ key }) => key === 'keyword')) return filters;
  const titles = [fieldOf(of, of.label)?.title, ...places.map(({ rows = of, field }) => fieldOf(rows, field)?.title)];
  const named = titles.filter((title) => title !== undefined && title !== 'ID');
  const words = [...new Set(named)].join('、');
  // Beside a filter of the same name it says what it does.
  const hint = filters.some(({ field }) => field.title === words) ? `查找 ${words}` : words;
  return [{ key: 'keyword', field: text('查找', { hint }) }, ...filters];
}

/** What asks for it; null = the server has no operator. */
export const searchOf = ({ key, field }: Filter): ComponentType<SearchProps> | null =>
  key === 'keyword' ? KeywordSearch : cellOf(field.kind).Search;

/** The filter that a name of the query belongs to: both ends of a range are one. */
export const filterOf = (name: string): string => name.replace(/_(?:begin|end)$/, '');
