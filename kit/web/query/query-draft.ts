import { useState } from 'react';
import {
  BLANK_ROW,
  isBlankRow,
  readConditions,
  rowFault,
  wireConditions,
  type MatchType,
  type QueryFields,
  type QueryRow,
  type WireCondition,
} from '#kit/model/advanced-query.ts';
import { MOST_CONDITIONS } from '#kit/model/query-language.ts';
import type { AdvancedFilter } from './advanced-filter.ts';

/** A row that keeps its place on the screen while others come and go. */
export type DraftRow = QueryRow & { id: number };

interface Draft {
  matchType: MatchType;
  rows: readonly DraftRow[];
  /** What of the query that was read is not here any more. */
  dropped: readonly string[];
  /** Whether faults are shown: not before somebody wanted to run or save it. */
  isJudged: boolean;
  /** Row that was just added. */
  fresh: number | null;
}

let lastId = 0;
const draftRow = (row: QueryRow): DraftRow => ({ ...row, id: ++lastId });

function draftOf(source: unknown, matchType: unknown, fields: QueryFields): Draft {
  const { rows, dropped } = readConditions(source, fields);
  return {
    matchType: matchType === 'or' ? 'or' : 'and',
    rows: (rows.length > 0 ? rows : [BLANK_ROW]).map(draftRow),
    dropped,
    isJudged: false,
    fresh: null,
  };
}

const BLANK: AdvancedFilter = {};

/** What is being built. It follows the query in force, and is kept while the builder is closed. */
export function useQueryDraft(fields: QueryFields, active: AdvancedFilter) {
  const read = ({ superQueryParams, superQueryMatchType }: AdvancedFilter): Draft =>
    draftOf(superQueryParams, superQueryMatchType, fields);
  const [draft, setDraft] = useState(() => read(active));
  const [followed, setFollowed] = useState(active);
  // Not an effect: what is typed must stay while the same query is in force.
  if (textOf(followed) !== textOf(active)) {
    setFollowed(active);
    if (textOf(active) !== textOf(filterOf(draft, fields))) setDraft(read(active));
  }
  const { rows } = draft;
  const change = (next: readonly DraftRow[], fresh: number | null = null): void =>
    setDraft({ ...draft, rows: next, fresh });
  return {
    ...draft,
    isFull: rows.length >= MOST_CONDITIONS,
    conditions: wireConditions(rows, fields),
    faultOf: (row: DraftRow): string | null => (draft.isJudged && !isBlankRow(row) ? rowFault(row, fields) : null),
    filter: () => filterOf(draft, fields),
    setMatchType: (matchType: MatchType) => setDraft({ ...draft, matchType }),
    setRow: (row: DraftRow) => change(rows.map((one) => (one.id === row.id ? row : one))),
    add(): void {
      const row = draftRow(BLANK_ROW);
      change([...rows, row], row.id);
    },
    remove(id: number): void {
      const left = rows.filter((row) => row.id !== id);
      change(left.length > 0 ? left : [draftRow(BLANK_ROW)]);
    },
    reset: () => setDraft(read(BLANK)),
    load: (query: { matchType: MatchType; conditions: readonly WireCondition[] }) =>
      setDraft(draftOf(query.conditions, query.matchType, fields)),
    /** Shows what is wrong. @returns the first row that cannot be asked; null when there is none */
    judge(): DraftRow | null {
      setDraft({ ...draft, isJudged: true });
      return rows.find((row) => !isBlankRow(row) && rowFault(row, fields) !== null) ?? null;
    },
  };
}

export type QueryDraft = ReturnType<typeof useQueryDraft>;

function filterOf({ rows, matchType }: Draft, fields: QueryFields): AdvancedFilter {
  const conditions = wireConditions(rows, fields);
  return conditions.length === 0
    ? {}
    : { superQueryParams: JSON.stringify(conditions), superQueryMatchType: matchType };
}

const textOf = ({ superQueryParams = '', superQueryMatchType = '' }: AdvancedFilter): string =>
  `${superQueryMatchType} ${superQueryParams}`;
