import { Pagination } from 'antd';
import { memo, type ReactNode } from 'react';
import type { Row } from '#ui/cells/faces.ts';
import { useSteady } from '#ui/use-steady.ts';
import { totalLine } from './list-query.ts';
import { pageSizesOf } from './page-sizes.ts';
import type { ListHandle } from './use-list.ts';

/** Where a list is among its pages: at the lower edge of the window while its rows go on below. */
export function ListPagination<R extends Row>({
  list,
  isMobile,
  note,
}: {
  list: ListHandle<R>;
  isMobile: boolean;
  note: ReactNode;
}): ReactNode {
  const setPage = useSteady(list.setPage);
  const { resource, fitting, pageNo, total, totalText } = list;
  if (total === 0) return null;
  return (
    <div className="wb-pagination">
      {!isMobile && note}
      <Pages {...{ resource, fitting, pageNo, total, totalText, isMobile, setPage }} pageSize={list.params.pageSize} />
    </div>
  );
}

/** Drawn again only when it says something else: a dozen buttons and a choice are dear. */
const Pages = memo(function Pages({
  pageNo,
  pageSize,
  total,
  totalText,
  isMobile,
  setPage,
  ...sizes
}: Pick<ListHandle, 'resource' | 'fitting' | 'pageNo' | 'total' | 'totalText' | 'setPage'> & {
  pageSize: number;
  isMobile: boolean;
}): ReactNode {
  return (
    <Pagination
      size="small"
      current={pageNo}
      pageSize={pageSize}
      total={total}
      showSizeChanger={{ options: sizesOf(sizes) }}
      showQuickJumper={!isMobile}
      showLessItems={isMobile}
      showTotal={(all, range) => totalLine(all, totalText, range)}
      onChange={setPage}
    />
  );
});

/** What fills the window stands first, under its name. */
function sizesOf({ resource, fitting }: Pick<ListHandle, 'resource' | 'fitting'>): SizeOption[] {
  const { start, options } = pageSizesOf(resource);
  const plain = options.map((size) => ({ value: size, label: `${size} 条/页` }));
  if (start !== null || fitting === undefined) return plain;
  return [{ value: fitting, label: `铺满 ${fitting} 条` }, ...plain.filter(({ value }) => value !== fitting)];
}

interface SizeOption {
  value: number;
  label: string;
}
