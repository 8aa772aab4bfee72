import { Pagination } from 'antd';
import { useRef, type ReactNode } from 'react';
import { confirmAction } from '../feedback.tsx';
import type { GridProps, PageEvent } from './grid-props.ts';
import type { GridSession } from './grid-session.ts';

export interface GridPagesProps {
  session: GridSession;
  pagination: NonNullable<GridProps['pagination']>;
  onPageChange: GridProps['onPageChange'];
}

/** Turns the pages of a grid; what is not saved is asked about before it is gone. */
export function GridPages({ session, pagination, onPageChange }: GridPagesProps): ReactNode {
  const { current, pageSize, total, pageSizes, hasUnsaved } = pagination;
  const isAsking = useRef(false);
  const turn = async (to: PageEvent): Promise<void> => {
    if (isAsking.current) return;
    session.stopEdit();
    isAsking.current = true;
    const isLost = session.store.isDirty || (hasUnsaved?.() ?? false);
    const isAgreed =
      !isLost ||
      (await confirmAction({
        title: '当前页有未保存的修改，翻页后将丢失，确定要翻页吗?',
        okText: '放弃修改并翻页',
        danger: true,
      }));
    isAsking.current = false;
    if (isAgreed) onPageChange?.(to);
  };
  return (
    <Pagination
      className="wb-grid-pages"
      size="small"
      align="end"
      current={current}
      pageSize={pageSize}
      total={total}
      showSizeChanger={pageSizes !== undefined}
      {...(pageSizes ? { pageSizeOptions: [...pageSizes] } : {})}
      showTotal={(count, [from, to]) => `${from}-${to} 共 ${count} 条`}
      onChange={(page, size) => void turn({ current: page, pageSize: size })}
    />
  );
}
