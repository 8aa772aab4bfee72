import { Pagination } from 'antd';
import type { ReactNode } from 'react';
import type { Row } from '#ui/cells/faces.ts';
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
  if (list.total === 0) return null;
  return (
    <div className="wb-pagination">
      {!isMobile && note}
      <Pagination
        size="small"
        current={list.pageNo}
        pageSize={list.params.pageSize}
        total={list.total}
        showSizeChanger={{ options: sizesOf(list) }}
        showQuickJumper={!isMobile}
        showLessItems={isMobile}
        showTotal={(total, range) => totalLine(total, list.totalText, range)}
        onChange={list.setPage}
      />
    </div>
  );
}

/** What fills the window stands first, under its name. */
function sizesOf<R extends Row>({ resource, fitting }: ListHandle<R>): SizeOption[] {
  const { start, options } = pageSizesOf(resource);
  const plain = options.map((size) => ({ value: size, label: `${size} 条/页` }));
  if (start !== null || fitting === undefined) return plain;
  return [
    { value: fitting, label: `铺满 ${fitting} 条` },
    ...plain.filter(({ value }) => value !== fitting),
  ];
}

interface SizeOption {
  value: number;
  label: string;
}
