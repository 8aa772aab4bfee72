import type { Fields } from '#kit/model/field.ts';
import type { GridColumn } from '#ui/grid/grid-column.ts';
import { findResource } from '../declarations.ts';

/**
 * A column with what else spreadsheets call it: a link is named by what it leads to, and by what the
 * rows there are found by, as 仓库编码.
 */
export function withHeadings<C extends GridColumn>(column: C): C {
  const target = findResource(column.field.to ?? '');
  if (!target) return column;
  const fields: Fields = target.fields;
  const named = Object.entries(fields).flatMap(([key, { unique, title }]) =>
    unique || key === target.label ? [title] : [],
  );
  return { ...column, headings: [target.title, ...named, ...(column.headings ?? [])] };
}
