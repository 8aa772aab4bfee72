import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import type { AnyResource } from '#kit/model/resource.ts';
import { DetailBody } from './detail-body.tsx';
import { DetailHead, type DetailHeadProps } from './detail-head.tsx';
import type { DetailSlots } from './detail-slots.ts';
import { RowFault } from './row-fault.tsx';
import { useRow } from './use-row.ts';
import './detail.css';

export interface ResourceDetailProps extends DetailSlots, Pick<DetailHeadProps, 'level' | 'onGo'> {
  of: AnyResource;
  id: string;
  /** Something is typed in its child rows and not stored yet. */
  onDirty?: ((isDirty: boolean) => void) | undefined;
}

/** A row on its own: name and state, its moves, its fields, its child rows, its history. */
export function ResourceDetail(props: ResourceDetailProps): ReactNode {
  const { of, id } = props;
  const { data: row, error, refetch } = useRow(of, id);
  if (error && !row) return <RowFault of={of} error={error} level={props.level} onRetry={() => void refetch()} />;
  if (!row) return <Skeleton active className="wb-page-wait" />;
  return (
    <article className="wb-detail">
      <DetailHead {...props} row={row} />
      <DetailBody {...props} row={row} />
    </article>
  );
}
