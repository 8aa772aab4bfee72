import type { Field, Kind } from '#kit/model/field.ts';
import { OPERATORS } from '#kit/model/query-language.ts';
import { ANY_VALUE, type ReportOptions, type ReportQuery } from '#kit/model/report.ts';

/** A condition as a filter of a list: its name in the query, and the field that says how to ask. */
export interface ReportCondition {
  key: string;
  field: Field;
  /** Stands there once the conditions are unfolded. */
  isFolded: boolean;
  /** One value is asked for of a kind that lists ask for between two. */
  isSingle: boolean;
}

/** The conditions that can be asked; codes without a list and links to nowhere are left out. */
export const reportConditions = (queries: readonly ReportQuery[], options: ReportOptions): ReportCondition[] =>
  queries.flatMap((query) => {
    const field = fieldOf(query, options);
    return field
      ? [
          {
            key: query.field,
            field,
            isFolded: query.hidden === '1',
            isSingle: query.mode === 'single' && MEASURED.has(field.kind),
          },
        ]
      : [];
  });

type Filters = Readonly<Record<string, string>>;

/** What is asked as it stands in the boxes: one that binds nothing is blank. */
export const typedFilters = (asked: Filters): Record<string, string> =>
  Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== '' && value !== ANY_VALUE));

/** What is asked by what stands in the boxes: where one with a default was cleared, it is said to bind nothing. */
export const askedFilters = (queries: readonly ReportQuery[], typed: Filters): Record<string, string> => ({
  ...Object.fromEntries(queries.flatMap(({ field, value }) => (value ? [[field, ANY_VALUE]] : []))),
  ...typedFilters(typed),
});

const MEASURED: ReadonlySet<Kind> = new Set<Kind>([
  'date',
  'integer',
  'quantity',
  'money',
  'price',
  'rate',
  'length',
  'weight',
]);

function fieldOf(query: ReportQuery, options: ReportOptions): Field | null {
  const { label: title, field, to } = query;
  const items = options[field];
  if (items)
    return {
      kind: 'choice',
      title,
      dict: {
        kind: 'dict',
        code: query.dictCode ?? field,
        items: Object.fromEntries(items.map(({ value, text }) => [value, text])),
      },
    };
  if (query.view === 'list') return null;
  const kind = kindOf(query);
  if (kind === 'link') return to ? { kind, title, to } : null;
  return OPERATORS[kind].length > 0 ? { kind, title } : null;
}

/** A view that is no kind of ours is a number where it has two ends, else a text. */
function kindOf({ view, mode }: ReportQuery): Kind {
  if (Object.hasOwn(OPERATORS, view)) return view as Kind;
  return mode === 'group' ? 'integer' : 'text';
}
