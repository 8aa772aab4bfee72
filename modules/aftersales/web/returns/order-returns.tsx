import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import {
  fetchResource,
  type SlotActionProps,
  detailPath,
  grouped,
  keyOf,
  StateTag,
  usePage,
  usePermission,
  type ListAnswer,
} from '#kit/web/index.ts';
import { returnLifecycle } from '../../model/return-lifecycle.ts';
import { returnOrder } from '../../model/return-order.ts';
import { RequestReturn, useOffer } from './request-return.tsx';
import '../aftersales.css';
import { isSent } from '../sent-order.ts';

type Back = WireRow<typeof returnOrder>;

/** Returns of an order, on the order's page. */
export function OrderReturns({ orderId }: { orderId: string }): ReactNode {
  const maySee = usePermission('aftersales:returnOrder:list');
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(returnOrder, 'ofOrder', orderId),
    queryFn: ({ signal }) =>
      fetchResource<ListAnswer<Back>>(returnOrder, 'list', { orderId, pageSize: 50 }, { signal }),
    enabled: maySee,
    staleTime: 0,
  });
  if (!maySee) return null;
  if (error && !data)
    return (
      <section className="wb-detail-part">
        <h2>退货</h2>
        <p role="alert">
          {error.message}{' '}
          <Button type="link" onClick={() => void refetch()}>
            重试
          </Button>
        </p>
      </section>
    );
  if (!data || data.records.length === 0) return null;
  return (
    <section className="wb-detail-part">
      <h2>
        退货<span className="wb-part-count">{data.records.length}</span>
      </h2>
      <ul className="as-returns" aria-label="退货">
        {data.records.map((row) => (
          <OneReturn key={row.id} row={row} />
        ))}
      </ul>
    </section>
  );
}

function OneReturn({ row }: { row: Back }): ReactNode {
  const { open } = usePage();
  const isCredited = Number(row.creditTotal) > 0;
  return (
    <li>
      <Button type="link" size="small" onClick={() => open(detailPath(returnOrder, row.id))}>
        {row.raNo ?? row.returnNo}
      </Button>
      <StateTag lifecycle={returnLifecycle} state={row.status} />
      <span>{row.type_dictText}</span>
      <span className="as-weak">{row.reasonId_dictText}</span>
      <span>
        收 {row.qtyReceived} / 退 {row.qtyRequested}
      </span>
      <span className="as-weak">{row.itemSummary}</span>
      <span>
        {isCredited ? `已退 ${grouped(row.creditTotal)}` : `应退 ${grouped(row.expectedCredit)}`} {row.currency}
      </span>
    </li>
  );
}

/** 申请退货 in the head of an order, as long as something of it may still come back. */
export function RequestReturnButton({ orderId, status }: { orderId: string; status: string }): ReactNode {
  const mayAdd = usePermission('aftersales:returnOrder:add');
  const [isOpen, setOpen] = useState(false);
  const { data } = useOffer(orderId, mayAdd && isSent(status));
  const isOffered = data?.lines.some(({ returnable, skuId }) => returnable > 0 && skuId !== null);
  if (!mayAdd || !isOffered) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>申请退货</Button>
      {isOpen && <RequestReturn orderId={orderId} onClose={() => setOpen(false)} />}
    </>
  );
}

/** 建退货 in the row of an order. */
export const ReturnOfRow = ({ row, onClose }: SlotActionProps<{ id: string }>): ReactNode => (
  <RequestReturn orderId={row.id} onClose={onClose} />
);
