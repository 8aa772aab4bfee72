import { Button } from 'antd';
import type { ReactNode } from 'react';
import { DetailPart, detailPath, StateTag, TimeLeft, usePage, usePartRows, usePermission } from '#kit/web/index.ts';
import { partOrderLifecycle } from '../../model/part-lifecycle.ts';
import { partOrder } from '../../model/part-order.ts';
import { deadlineOf, NEAR_HOURS, type PartRow } from './part-row.ts';
import './parts.css';

/** The part orders of an order, on the order's page. */
export function OrderParts({ orderId }: { orderId: string }): ReactNode {
  const { open } = usePage();
  const { query, isShown } = usePartRows(
    partOrder,
    { orderId, pageSize: 50, column: 'createTime', order: 'desc' },
    orderId !== '',
  );
  const mayAdd = usePermission('aftersales:partOrder:add');
  if (!isShown) return null;
  return (
    <DetailPart
      title="配件补发"
      query={query}
      countOf={({ total }) => total}
      more={
        mayAdd &&
        (query.data?.total ?? 0) > 0 && (
          <Button size="small" onClick={() => open(`/orders/part/new?orderId=${orderId}`)}>
            申请补件
          </Button>
        )
      }
    >
      {({ records }) => (
        <ul className="as-rows" aria-label="配件补发">
          {records.map((row) => (
            <OnePartOrder key={row.id} row={row} />
          ))}
        </ul>
      )}
    </DetailPart>
  );
}

function OnePartOrder({ row }: { row: PartRow }): ReactNode {
  const { open } = usePage();
  const due = deadlineOf(row);
  return (
    <li>
      <Button type="link" size="small" onClick={() => open(detailPath(partOrder, row.id))}>
        {row.partOrderNo}
      </Button>
      <StateTag lifecycle={partOrderLifecycle} state={row.status} />
      <span>{row.itemSummary}</span>
      {due && (
        <span className="as-weak">
          {due.what} <TimeLeft until={due.at} nearHours={NEAR_HOURS} />
        </span>
      )}
      {row.trackingNo && (
        <span className="as-weak">
          {row.carrier} {row.trackingNo}
        </span>
      )}
    </li>
  );
}
