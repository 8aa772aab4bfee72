import { DownOutlined, UpOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import type { Field } from '#kit/model/field.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import { fieldOf } from '../audit-fields.ts';
import { cellOf } from '../cells/cells.ts';
import type { Row } from '../cells/faces.ts';
import { useIsMobile } from '../shell/use-is-mobile.ts';
import type { ListHandle } from './use-list.ts';

/** A filter of a list: a key of the resource, or a query name with a field that says how to ask. */
export type FilterSpec = string | { key: string; field: Field };

interface Filter {
  key: string;
  field: Field;
}

const OPEN_FIELDS = 3;

/** Filters of a list that can be asked: what the server has no operator for is left out. */
export function listFilters(
  resource: AnyResource,
  specs: readonly FilterSpec[] = resource.search as readonly string[],
): Filter[] {
  return specs.flatMap((spec) => {
    const key = typeof spec === 'string' ? spec : spec.key;
    const field = typeof spec === 'string' ? fieldOf(resource, spec) : spec.field;
    return field && cellOf(field.kind).Search ? [{ key, field }] : [];
  });
}

/**
 * The query bar: the first three filters, the others behind 展开. Choices search at once, typed
 * text on Enter or 查询.
 */
export function SearchBar<R extends Row>({
  list,
  filters,
}: {
  list: ListHandle<R>;
  filters: readonly Filter[];
}): ReactNode {
  const isMobile = useIsMobile();
  const [draft, setDraft] = useState<Record<string, string>>({ ...list.params.filters });
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setDraft({ ...list.params.filters }), [list.params.filters]);
  if (filters.length === 0) return null;

  const first = isMobile ? 1 : OPEN_FIELDS;
  const shown = isOpen ? filters : filters.slice(0, first);
  const hidden = filters.slice(first);
  const active = hidden.filter(({ key }) => isAsked(key, list.params.filters)).length;
  const set = (patch: Record<string, string | undefined>, now: boolean): void => {
    const next: Record<string, string> = {};
    for (const [name, value] of Object.entries({ ...draft, ...patch }))
      if (value) next[name] = value;
    setDraft(next);
    if (now) list.setFilters(next);
  };
  return (
    <form
      className="wb-search"
      role="search"
      aria-label="查询条件"
      onSubmit={(event) => {
        event.preventDefault();
        list.setFilters(draft);
        list.refresh();
      }}
    >
      {shown.map(({ key, field }) => {
        const { Search } = cellOf(field.kind);
        return (
          <div key={key} className="wb-search-field">
            <label htmlFor={`search-${key}`}>{field.title}</label>
            {Search && <Search field={field} name={key} query={draft} set={set} />}
          </div>
        );
      })}
      <div className="wb-search-buttons">
        <Button type="primary" htmlType="submit">
          查询
        </Button>
        <Button
          onClick={() => {
            setDraft({});
            list.setFilters({});
          }}
        >
          重置
        </Button>
        {hidden.length > 0 && (
          <Button
            type="link"
            aria-expanded={isOpen}
            icon={isOpen ? <UpOutlined aria-hidden /> : <DownOutlined aria-hidden />}
            iconPlacement="end"
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? '收起' : active > 0 ? `展开(${active})` : '展开'}
          </Button>
        )}
      </div>
    </form>
  );
}

const isAsked = (key: string, filters: Readonly<Record<string, string>>): boolean =>
  [key, `${key}_begin`, `${key}_end`].some((name) => filters[name] !== undefined);
