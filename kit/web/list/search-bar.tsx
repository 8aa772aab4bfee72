import { DownOutlined, UpOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import type { Row } from '#ui/cells/faces.ts';
import { useIsMobile } from '#ui/use-is-mobile.ts';
import { FilterField } from './filter-field.tsx';
import { filterOf, type Filter } from './list-filters.ts';
import { useFilterDraft } from './use-filter-draft.ts';
import type { ListHandle } from './use-list.ts';

/** Filters that stand open; on a phone one. */
const OPEN_FIELDS = { desktop: 3, mobile: 1 };

interface SearchBarProps<R extends Row> {
  list: ListHandle<R>;
  filters: readonly Filter[];
}

/**
 * The query form of a dialog: the first three filters, the others behind 展开. Choices search at
 * once, typed text on Enter or 查询. A page has {@link FilterRow}.
 */
export function SearchBar<R extends Row>({ list, filters }: SearchBarProps<R>): ReactNode {
  const open = OPEN_FIELDS[useIsMobile() ? 'mobile' : 'desktop'];
  const draft = useFilterDraft(list);
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
        draft.search();
      }}
    >
      {shown.map((filter) => (
        <FilterField key={filter.key} list={list} filter={filter} draft={draft} idPrefix={id} />
      ))}
      <div className="wb-search-buttons">
        <Button type="primary" htmlType="submit">
          查询
        </Button>
        <Button onClick={draft.reset}>重置</Button>
        {filters.length > open && (
          <UnfoldButton
            isOpen={isOpen}
            active={countActive(filters.slice(open), list.params.filters)}
            onToggle={() => setOpen(!isOpen)}
          />
        )}
      </div>
    </form>
  );
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

const countActive = (filters: readonly Filter[], query: Readonly<Record<string, string>>): number => {
  const names = new Set(Object.keys(query).map(filterOf));
  return filters.filter(({ key }) => names.has(key)).length;
};
