import { Button } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { cellOf } from '../cells/cells.ts';
import type { SearchProps } from '#ui/cells/faces.ts';
import type { ReportOptions, ReportQuery } from '#kit/model/report.ts';
import { askedFilters, reportConditions, typedFilters, type ReportCondition } from './report-conditions.ts';
import '../list/list.css';
import '#ui/picker/picker.css';

type Filters = Record<string, string>;

export interface ReportSearchProps {
  conditions: readonly ReportQuery[];
  options: ReportOptions;
  /** What is asked at first: by default what the report itself says. */
  initial?: Readonly<Filters>;
  /** Flat filters in the query language of the lists. */
  onSearch: (filters: Filters) => void;
}

/**
 * The conditions of a report, asked as the lists ask for fields of their kind; those after the
 * second wait behind 展开. Choices search at once, typed text on Enter or 查询.
 */
export function ReportSearch({ conditions, options, initial, onSearch }: ReportSearchProps): ReactNode {
  const [draft, setDraft] = useState<Filters>(() => typedFilters(initial ?? defaultsOf(conditions)));
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const requested = reportConditions(conditions, options);
  if (requested.length === 0) return null;
  const shown = requested.filter(({ isFolded }) => isOpen || !isFolded);
  const set: SearchProps['set'] = (patch, now) => {
    const next = withPatch(draft, patch);
    setDraft(next);
    if (now) onSearch(askedFilters(conditions, next));
  };
  return (
    <form
      className="wb-search"
      role="search"
      aria-label="查询条件"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(askedFilters(conditions, draft));
      }}
    >
      {shown.map((one) => (
        <Condition key={one.key} condition={one} id={id + one.key} query={draft} set={set} />
      ))}
      <div className="wb-search-buttons">
        <Button type="primary" htmlType="submit">
          查询
        </Button>
        <Button
          onClick={() => {
            setDraft(defaultsOf(conditions));
            onSearch(defaultsOf(conditions));
          }}
        >
          重置
        </Button>
        {shown.length < requested.length || isOpen ? (
          <Button type="link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? '收起' : '展开'}
          </Button>
        ) : null}
      </div>
    </form>
  );
}

function Condition({
  condition: { key, field, isSingle },
  id,
  ...asking
}: Pick<SearchProps, 'id' | 'query' | 'set'> & { condition: ReportCondition }): ReactNode {
  const { Search, Edit } = cellOf(field.kind);
  return (
    <div className="wb-search-field">
      <label htmlFor={id}>{field.title}</label>
      {isSingle ? (
        <Edit
          id={id}
          field={field}
          name={key}
          value={asking.query[key]}
          onChange={(value) =>
            asking.set({ [key]: typeof value === 'string' || typeof value === 'number' ? String(value) : '' }, true)
          }
        />
      ) : (
        Search && <Search {...asking} field={field} name={key} id={id} />
      )}
    </div>
  );
}

/** What parameters of a report are where nobody says otherwise. */
const defaultsOf = (conditions: readonly ReportQuery[]): Filters =>
  Object.fromEntries(conditions.flatMap(({ field, value }) => (value ? [[field, value]] : [])));

/** Blank values ask for nothing and are left out. */
function withPatch(draft: Filters, patch: Readonly<Record<string, string | undefined>>): Filters {
  const next: Filters = {};
  for (const [name, value] of Object.entries({ ...draft, ...patch })) if (value) next[name] = value;
  return next;
}
