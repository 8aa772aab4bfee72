import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import {
  fetchResource,
  keyOf,
  MoveButtons,
  refreshResource,
  rowSaved,
  StateTag,
  usePermission,
  type ListAnswer,
} from '#kit/web/index.ts';
import { salesOrder } from '#modules/orders/model/order.ts';
import { cancellationLifecycle } from '../model/channel-lifecycles.ts';
import { cancellationRequest } from '../model/channel-product.ts';
import './channels.css';

type Request = WireRow<typeof cancellationRequest>;

/** 取消申请 where it is missed: what the channel wants cancelled, answered in the order's hold. */
export function AnswerInOrder({ orderId }: { orderId: string }): ReactNode {
  const mayRead = usePermission('channels:cancellationRequest:list');
  const { data } = useQuery({
    queryKey: keyOf(cancellationRequest, 'ofOrder', orderId),
    queryFn: ({ signal }) =>
      fetchResource<ListAnswer<Request>>(cancellationRequest, 'list', { orderId, pageSize: 50 }, { signal }),
    enabled: mayRead,
    staleTime: 0,
  });
  const open = data?.records.filter(({ status }) => status !== 'closed') ?? [];
  return open.map((row) => <OneRequest key={row.id} row={row} isOnly={open.length === 1} />);
}

/** One that is answered stays until the channel has heard it: the order is held until then. */
function OneRequest({
  row,
  isOnly,
}: {
  row: Request;
  /** The hold says already what it asks for. */
  isOnly: boolean;
}): ReactNode {
  return (
    <span className="ch-answer-here" role="group" aria-label={`取消申请 ${row.requestId}`}>
      {!isOnly && (
        <span>
          {row.channelSku} <strong>×{row.qty}</strong>
          {row.reason && <span className="ch-answer-reason"> · {row.reason}</span>}
        </span>
      )}
      {row.status !== 'pending' && <StateTag lifecycle={cancellationLifecycle} state={row.status} />}
      <MoveButtons
        lifecycle={cancellationLifecycle}
        row={row}
        look="plain"
        onDone={() => {
          // What becomes of the order by it is no news of others.
          if (row.orderId) rowSaved(salesOrder, row.orderId);
          void refreshResource(salesOrder);
        }}
      />
    </span>
  );
}
