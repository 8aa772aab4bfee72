import { Button, Drawer } from 'antd';
import { useId, type ReactNode } from 'react';
import type { Row } from '#ui/cells/faces.ts';
import { useIsMobile } from '#ui/use-is-mobile.ts';
import { FilterField } from './filter-field.tsx';
import type { Filter } from './list-filters.ts';
import type { FilterDraft } from './use-filter-draft.ts';
import type { ListHandle } from './use-list.ts';
import './filter-drawer.css';

export interface FilterDrawerProps {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  list: ListHandle<any>;
  filters: readonly Filter[];
  draft: FilterDraft;
  head?: ReactNode;
  /** Puts the filters above the list, where they stay; absent: there is no room. */
  onStay: (() => void) | undefined;
  onClose: () => void;
}

/** All filters of a list: beside it, on a phone as a sheet from below. */
export function FilterDrawer({ list, filters, draft, head, onStay, onClose }: FilterDrawerProps): ReactNode {
  const id = useId();
  const isMobile = useIsMobile();
  return (
    <Drawer
      open
      title="筛选"
      placement={isMobile ? 'bottom' : 'right'}
      size={isMobile ? '80dvh' : 400}
      onClose={onClose}
      extra={
        onStay && (
          <Button type="link" onClick={onStay}>
            固定在列表上方
          </Button>
        )
      }
      footer={
        <div className="wb-filter-deeds">
          <Button onClick={draft.reset}>重置</Button>
          <Button
            type="primary"
            onClick={() => {
              draft.search();
              onClose();
            }}
          >
            查询
          </Button>
        </div>
      }
    >
      {head}
      <form
        className="wb-filter-sheet"
        onSubmit={(event) => {
          event.preventDefault();
          // Of its own: the row that it hangs from is a form as well.
          event.stopPropagation();
          draft.search();
        }}
      >
        {/* Enter searches, and leaves the drawer open. */}
        <button type="submit" hidden />
        {filters.map((filter: Filter) => (
          <FilterField<Row> key={filter.key} list={list} filter={filter} draft={draft} idPrefix={id} />
        ))}
      </form>
    </Drawer>
  );
}
