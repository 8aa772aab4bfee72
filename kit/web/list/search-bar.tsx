import { DownOutlined, UpOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useId, useState, type ComponentType, type ReactNode } from 'react';
import type { Field } from '#kit/model/field.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import { fieldOf } from '../audit-fields.ts';
import { cellOf } from '../cells/cells.ts';
import { KeywordSearch } from '#ui/cells/text-cells.tsx';
import type { Row, SearchProps } from '#ui/cells/faces.ts';
import { splitAdvanced } from '../query/advanced-filter.ts';
import { useIsMobile } from '#ui/use-is-mobile.ts';
import type { ListHandle } from './use-list.ts';

/**
 * A filter of a list: a key of the resource, or a query name with a field that says how to ask.
 * `keyword` is the search over several fields that the server offers; its hint stands in the box.
 */
export type FilterSpec<R extends Row = Row> = (keyof R & string) | Filter;

export interface Filter {
  key: string;
  field: Field;
}

/** Filters that stand open; on a phone one. */
const OPEN_FIELDS = { desktop: 3, mobile: 1 };

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

const searchOf = ({ key, field }: Filter): ComponentType<SearchProps> | null =>
  key === 'keyword' ? KeywordSearch : cellOf(field.kind).Search;

interface SearchBarProps<R extends Row> {
  list: ListHandle<R>;
  filters: readonly Filter[];
}

/**
 * The query bar: the first three filters, the others behind 展开. Choices search at once, typed
 * text on Enter or 查询.
 */
export function SearchBar<R extends Row>({ list, filters }: SearchBarProps<R>): ReactNode {
  const open = OPEN_FIELDS[useIsMobile() ? 'mobile' : 'desktop'];
  const { draft, set, search, reset } = useDraft(list);
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  if (filters.length === 0) return null;
  const shown = isOpen ? filters : filters.slice(0, open);
  return (
    <form
      className="wb-search"
      role="search"
      aria-label="查询条件"
      onSubmit={(event) => {
        event.preventDefault();
        search();
      }}
    >
      {shown.map(({ key, field }) => {
        const Search = searchOf({ key, field });
        return (
          <div key={key} className="wb-search-field">
            <label htmlFor={id + key}>{field.title}</label>
            {Search && <Search field={field} name={key} id={id + key} query={draft} set={set} />}
          </div>
        );
      })}
      <div className="wb-search-buttons">
        <Button type="primary" htmlType="submit">
          查询
        </Button>
        <Button onClick={reset}>重置</Button>
        {filters.length > open && (
          <UnfoldButton
            isOpen={isOpen}
            active={countAsked(filters.slice(open), list.params.filters)}
            onToggle={() => setOpen(!isOpen)}
          />
        )}
      </div>
    </form>
  );
}

/**
 * What is being typed; it becomes the filter of the list by a search. The advanced query beside it
 * has a builder of its own: it stays as it is, and changing it wipes nothing that is typed here.
 */
function useDraft<R extends Row>(list: ListHandle<R>) {
  const [filters, advanced] = splitAdvanced(list.params.filters);
  const [draft, setDraft] = useState<Record<string, string>>({ ...filters });
  const asked = JSON.stringify(filters);
  const [followed, setFollowed] = useState(asked);
  // Not an effect: that would run again, and wipe what is typed, whenever the page comes to the front.
  if (followed !== asked) {
    setFollowed(asked);
    setDraft({ ...filters });
  }
  return {
    draft,
    set(patch: Record<string, string | undefined>, now: boolean): void {
      const next: Record<string, string> = {};
      for (const [name, value] of Object.entries({ ...draft, ...patch }))
        if (value) next[name] = value;
      setDraft(next);
      if (now) list.setFilters({ ...next, ...advanced });
    },
    search(): void {
      list.setFilters({ ...draft, ...advanced });
      list.refresh();
    },
    reset(): void {
      setDraft({});
      list.setFilters({ ...advanced });
    },
  };
}

/** 展开, with the number of filters in force behind it. */
function UnfoldButton({
  isOpen,
  active,
  onToggle,
}: {
  isOpen: boolean;
  active: number;
  onToggle: () => void;
}): ReactNode {
  const closed = active > 0 ? `展开(${active})` : '展开';
  return (
    <Button
      type="link"
      aria-expanded={isOpen}
      icon={isOpen ? <UpOutlined aria-hidden /> : <DownOutlined aria-hidden />}
      iconPlacement="end"
      onClick={onToggle}
    >
      {isOpen ? '收起' : closed}
    </Button>
  );
}

const countAsked = (filters: readonly Filter[], asked: Readonly<Record<string, string>>): number =>
  filters.filter(({ key }) =>
    [key, `${key}_begin`, `${key}_end`].some((name) => asked[name] !== undefined),
  ).length;
