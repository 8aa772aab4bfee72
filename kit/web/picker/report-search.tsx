import { Button, Input, Select } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { toSearchValue } from '../cells/search-text.ts';
import type { ReportQuery } from './use-report.ts';
import '../list/list.css';
import './picker.css';

type Draft = Readonly<Record<string, string>>;

/** The conditions of a report; those after the second wait behind 展开. */
export function ReportSearch({
  conditions,
  options,
  onSearch,
}: {
  conditions: readonly ReportQuery[];
  options: Readonly<Record<string, { value: string; text: string }[]>>;
  onSearch: (filters: Record<string, string>) => void;
}): ReactNode {
  const [draft, setDraft] = useState<Draft>({});
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const asked = conditions.filter(({ view }) => view !== 'link');
  if (asked.length === 0) return null;
  const shown = asked.filter(({ hidden }) => isOpen || hidden !== '1');
  const set = (name: string, value: string): void => setDraft({ ...draft, [name]: value });
  return (
    <form
      className="wb-search"
      role="search"
      aria-label="查询条件"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(filtersOf(draft, asked));
      }}
    >
      {shown.map((one) => (
        <div key={one.field} className="wb-search-field">
          <label htmlFor={id + one.field}>{one.label}</label>
          <Condition
            id={id + one.field}
            condition={one}
            options={options[one.field]}
            draft={draft}
            set={set}
          />
        </div>
      ))}
      <div className="wb-search-buttons">
        <Button type="primary" htmlType="submit">
          查询
        </Button>
        <Button
          onClick={() => {
            setDraft({});
            onSearch({});
          }}
        >
          重置
        </Button>
        {shown.length < asked.length || isOpen ? (
          <Button type="link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? '收起' : '展开'}
          </Button>
        ) : null}
      </div>
    </form>
  );
}

/** A code is chosen, a text holds what is typed, an amount or a day lies between two. */
function Condition({
  id,
  condition: { field, label, mode },
  options,
  draft,
  set,
}: {
  id: string;
  condition: ReportQuery;
  options: { value: string; text: string }[] | undefined;
  draft: Draft;
  set: (name: string, value: string) => void;
}): ReactNode {
  const text = (name: string, more: { id?: string; 'aria-label'?: string }): ReactNode => (
    <Input
      {...more}
      value={draft[name] ?? ''}
      allowClear
      onChange={({ target }) => set(name, target.value)}
    />
  );
  if (options)
    return (
      <Select
        id={id}
        allowClear
        placeholder="全部"
        value={draft[field] ?? null}
        options={options.map(({ value, text }) => ({ value, label: text }))}
        onChange={(value: string | null | undefined) => set(field, value ?? '')}
      />
    );
  if (mode !== 'group') return text(field, { id });
  return (
    <span className="wb-picker-range">
      {text(`${field}_begin`, { id })}
      {text(`${field}_end`, { 'aria-label': `${label}至` })}
    </span>
  );
}

/** Typed texts mean "contains"; codes, amounts and days go as they are. */
function filtersOf(draft: Draft, conditions: readonly ReportQuery[]): Record<string, string> {
  const texts = new Set(
    conditions
      .filter(({ mode, view }) => mode === 'single' && view !== 'list')
      .map((one) => one.field),
  );
  const filters: Record<string, string> = {};
  for (const [name, typed] of Object.entries(draft)) {
    const value = texts.has(name) ? toSearchValue(typed) : typed.trim();
    if (value) filters[name] = value;
  }
  return filters;
}
