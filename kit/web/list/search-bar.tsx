import { DownOutlined, UpOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useId, useState, type ComponentType, type ReactNode } from 'react';
import { text, type Field } from '#kit/model/field.ts';
import { numbersFault, pastedNumbers, readNumbers } from '#kit/model/numbers.ts';
import { keepNumbersRoute } from '#kit/model/resource-routes.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import { fieldOf } from '../audit-fields.ts';
import { cellOf } from '../cells/cells.ts';
import { findNumbers } from '../declarations.ts';
import { KeywordSearch } from '#ui/cells/text-cells.tsx';
import type { Row, SearchProps } from '#ui/cells/faces.ts';
import { splitAdvanced } from '../query/advanced-filter.ts';
import { tell } from '#ui/feedback.tsx';
import { askRoute } from '#ui/http/route-call.ts';
import { useIsMobile } from '#ui/use-is-mobile.ts';
import { NumberBox } from './number-box.tsx';
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

/** A list that has numbers has a box to find them by, whatever else its page asks about. */
export function withNumberBox(of: AnyResource, filters: readonly Filter[]): readonly Filter[] {
  const places = findNumbers(of);
  if (places.length === 0 || filters.some(({ key }) => key === 'keyword')) return filters;
  const titles = [
    fieldOf(of, of.label)?.title,
    ...places.map(({ rows = of, field }) => fieldOf(rows, field)?.title),
  ];
  const named = titles.filter((title) => title !== undefined && title !== 'ID');
  const hint = [...new Set(named)].join('、');
  return [{ key: 'keyword', field: text('查找', { hint }) }, ...filters];
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
  const hasNumbers = findNumbers(list.resource).length > 0;
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
            {Search && key === 'keyword' && hasNumbers ? (
              <NumberBox
                list={list}
                field={field}
                name={key}
                id={id + key}
                query={draft}
                set={set}
              />
            ) : (
              Search && <Search field={field} name={key} id={id + key} query={draft} set={set} />
            )}
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
  const run = async (next: Record<string, string>): Promise<void> => {
    try {
      const asked = await withKeptNumbers(list, next);
      if (asked) list.setFilters({ ...asked, ...advanced });
    } catch (error) {
      tell(error);
    }
  };
  return {
    draft,
    set(patch: Record<string, string | undefined>, now: boolean): void {
      const next: Record<string, string> = {};
      for (const [name, value] of Object.entries({ ...draft, ...patch }))
        if (value) next[name] = value;
      setDraft(next);
      if (now) void run(next);
    },
    search(): void {
      const next = manyFromKeyword(list, draft);
      setDraft(next);
      void run(next).then(list.refresh);
    },
    reset(): void {
      setDraft({});
      list.setFilters({ ...advanced });
    },
  };
}

/** Many numbers that were typed, or came into the box without a paste, are many as well. */
function manyFromKeyword<R extends Row>(
  { resource }: ListHandle<R>,
  draft: Record<string, string>,
): Record<string, string> {
  const { keyword, ...rest } = draft;
  const isMany = keyword && findNumbers(resource).length > 0 && pastedNumbers(keyword);
  return isMany ? { ...rest, numbers: keyword } : draft;
}

/**
 * The filters as they are asked: pasted numbers under the id that they are kept by, which an
 * address has room for. Null: they are too many or too long, which stands at the box.
 * @throws ApiError
 */
async function withKeptNumbers<R extends Row>(
  { resource, params }: ListHandle<R>,
  draft: Record<string, string>,
): Promise<Record<string, string> | null> {
  const pasted = draft['numbers'];
  if (pasted === undefined || pasted === params.filters['numbers']) return draft;
  const numbers = readNumbers(pasted);
  if (numbersFault(numbers) !== null) return null;
  const { id } = await askRoute(keepNumbersRoute(resource), { body: { numbers } });
  return { ...draft, numbers: id };
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
