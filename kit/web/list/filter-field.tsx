import { memo, type ReactNode } from 'react';
import type { Kind } from '#kit/model/field.ts';
import { findNumbers } from '../declarations.ts';
import type { Row } from '#ui/cells/faces.ts';
import { searchOf, type Filter } from './list-filters.ts';
import { NumberBox } from './number-box.tsx';
import type { FilterDraft } from './use-filter-draft.ts';
import type { ListHandle } from './use-list.ts';

/** Kinds that can say in an empty input what it is for; ranges have two. */
const NAMED_INSIDE = new Set<Kind>(['text', 'textarea', 'link', 'tags', 'choice', 'choices', 'flag']);

interface FilterFieldProps<R extends Row> {
  list: ListHandle<R>;
  filter: Filter;
  draft: FilterDraft;
  idPrefix: string;
  /** Its name stands in it, where its kind has room for one. */
  isBare?: boolean;
}

/**
 * One filter with its name, wherever filters stand: in the row, above the list, in the drawer. Choices
 * are dear to draw, and the list is drawn with every answer: they are only when they show something else.
 */
export const FilterField = memo(drawField, isSame) as typeof drawField;

function isSame<R extends Row>(before: FilterFieldProps<R>, after: FilterFieldProps<R>): boolean {
  const isOfList = after.filter.key === 'keyword';
  return (
    before.filter.key === after.filter.key &&
    before.filter.field === after.filter.field &&
    before.draft.draft === after.draft.draft &&
    before.draft.set === after.draft.set &&
    before.idPrefix === after.idPrefix &&
    before.isBare === after.isBare &&
    before.list.resource === after.list.resource &&
    (!isOfList || before.list === after.list)
  );
}

function drawField<R extends Row>({
  list,
  filter: { key, field },
  draft: { draft, set },
  idPrefix,
  isBare = false,
}: FilterFieldProps<R>): ReactNode {
  const Search = searchOf({ key, field });
  const id = idPrefix + key;
  const isNamed = isBare && NAMED_INSIDE.has(field.kind);
  const placeholder = isNamed && key !== 'keyword' ? field.title : undefined;
  const params = { field, name: key, id, query: draft, set, placeholder };
  const isNumberBox = key === 'keyword' && findNumbers(list.resource).length > 0;
  return (
    <div
      className={isNamed ? 'wb-search-field wb-named-inside' : 'wb-search-field'}
      data-kind={key === 'keyword' ? 'keyword' : field.kind}
      title={placeholder}
    >
      <label htmlFor={id}>{field.title}</label>
      {isNumberBox ? <NumberBox list={list} {...params} /> : Search && <Search {...params} />}
    </div>
  );
}
