import { SearchOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import type { Row } from '#ui/cells/faces.ts';
import { useIsMobile } from '#ui/use-is-mobile.ts';
import { fetched } from '#ui/fetched.tsx';
import { FilterChips } from '../lazy-list-dialogs.tsx';
import type { FilterDrawerProps } from './filter-drawer.tsx';
import { FilterField } from './filter-field.tsx';
import { filterOf, type Filter } from './list-filters.ts';
import type { ListPageProps } from './list-page-props.ts';
import { areFiltersOpen, storeFiltersOpen } from './list-storage.ts';
import { useFilterDraft } from './use-filter-draft.ts';
import { useOpenFound } from './use-open-found.ts';
import type { ListHandle } from './use-list.ts';

const FilterDrawer = fetched<FilterDrawerProps>(() =>
  import('./filter-drawer.tsx').then((module) => module.FilterDrawer),
);

/** Filters that stand in the row; on a phone the box alone. */
const IN_ROW = { desktop: 3, mobile: 1 };

export interface FilterRowProps<R extends Row> {
  list: ListHandle<R>;
  filters: readonly Filter[];
  quick: ListPageProps<R>['quick'];
  onOpen: (row: R) => void;
  /** Stands on top of the sheet of a phone. */
  sheet?: ReactNode;
}

/**
 * What a list is asked: the first filters, chips of the page and of what else is in force. All
 * filters are in a drawer, or stand below the row where somebody wants them there. Choices search at
 * once, typed text on Enter or 查询.
 */
export function FilterRow<R extends Row>({ list, filters, quick, onOpen, sheet }: FilterRowProps<R>): ReactNode {
  const isMobile = useIsMobile();
  const inRow = filters.slice(0, IN_ROW[isMobile ? 'mobile' : 'desktop']);
  const behind = filters.slice(inRow.length);
  const draft = useFilterDraft(list);
  const { isDrawn, isOpen, openDrawer, closeDrawer, setOpen } = useFilterPlace(list);
  const box = useOpenFound(list, onOpen);
  const id = useId();
  const fields = { list, draft };
  const isWide = isOpen && !isMobile && behind.length > 0;
  if (filters.length === 0 && !quick && !sheet) return null;
  return (
    <form
      className="wb-filters"
      role="search"
      aria-label="查询条件"
      onSubmit={(event) => {
        event.preventDefault();
        draft.search();
      }}
    >
      <div className="wb-filter-row">
        {inRow.map((filter) => (
          <span key={filter.key} className="wb-filter-one" {...(filter.key === 'keyword' ? box : {})}>
            <FilterField {...fields} filter={filter} idPrefix={id} isBare />
          </span>
        ))}
        {inRow.length > 0 && (
          <Button htmlType="submit" icon={<SearchOutlined aria-hidden />} aria-label="查询" title="查询" />
        )}
        {(behind.length > 0 || sheet) && (
          <Button aria-expanded={isWide || isDrawn} onClick={() => (isWide ? setOpen(false) : openDrawer())}>
            {isWide ? '收起' : '筛选'}
          </Button>
        )}
        {list.hasFilters && (
          <Button type="text" onClick={draft.reset}>
            重置
          </Button>
        )}
        {quick && <div className="wb-quick">{quick.show(list)}</div>}
        <ActiveFilters list={list} filters={filters} inRow={inRow} own={quick?.names(list.params.filters) ?? NONE} />
      </div>
      {isWide && (
        <div className="wb-filter-fields">
          {behind.map((filter) => (
            <FilterField key={filter.key} {...fields} filter={filter} idPrefix={id} />
          ))}
        </div>
      )}
      {isDrawn && (
        <FilterDrawer
          {...fields}
          filters={behind}
          head={sheet}
          onStay={isMobile ? undefined : () => setOpen(true)}
          onClose={closeDrawer}
        />
      )}
    </form>
  );
}

const NONE: readonly string[] = [];

/** Chips of what is in force and stands nowhere else. */
function ActiveFilters<R extends Row>({
  list,
  filters,
  inRow,
  own,
}: {
  list: ListHandle<R>;
  filters: readonly Filter[];
  inRow: readonly Filter[];
  own: readonly string[];
}): ReactNode {
  const shown = new Set(['numbers', 'keyword', ...own, ...inRow.map(({ key }) => key)]);
  const names = Object.keys(list.params.filters).filter((name) => !shown.has(name) && !shown.has(filterOf(name)));
  if (names.length === 0) return null;
  return <FilterChips list={list} filters={filters} names={names} />;
}

/** Where the filters behind the row are: in a drawer, or below it for as long as somebody likes. */
function useFilterPlace<R extends Row>({ resource }: ListHandle<R>) {
  const [isOpen, setIsOpen] = useState(() => areFiltersOpen(resource));
  const [isDrawn, setDrawn] = useState(false);
  return {
    isOpen,
    isDrawn,
    openDrawer: () => setDrawn(true),
    closeDrawer: () => setDrawn(false),
    setOpen(next: boolean): void {
      setDrawn(false);
      setIsOpen(next);
      storeFiltersOpen(resource, next);
    },
  };
}
