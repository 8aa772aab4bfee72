import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import {
  CopyButton,
  detailPath,
  MoveButtons,
  refreshResource,
  rowSaved,
  SourceLink,
  StateTag,
  TimeLeft,
} from '#kit/web/index.ts';
import type { DisputeGlance } from '../model/dispute-glance.ts';
import { disputeWaits, priceDispute } from '../model/price-dispute.ts';
import { priceDisputeLifecycle, type DisputeMove } from '../model/price-dispute-lifecycle.ts';
import { salesOrder } from '../model/order.ts';
import type { OrderDetailRow } from './order-row.ts';

/** The dispute about the price of an order that is open, if there is one. */
export const openDispute = (order: OrderDetailRow): DisputeGlance | undefined =>
  order.disputes?.find(({ status }) => status === 'open' || status === 'answered');

/** A dispute where its order is held: how far it is, what is to be written at the channel, and how it ends. */
export function DisputeHere({ order, dispute }: { order: OrderDetailRow; dispute: DisputeGlance }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const { id, disputeNo, status, waitsFor, dueAt, toSend } = dispute;
  return (
    <span className="or-dispute" role="group" aria-label={`价格争议 ${disputeNo}`}>
      <span className="or-dispute-head">
        <SourceLink title="打开争议" permission="orders:priceDispute:list" path={detailPath(priceDispute, id)}>
          争议 {disputeNo}
        </SourceLink>
        <StateTag lifecycle={priceDisputeLifecycle} state={status} />
        {waitsFor && <span>{disputeWaits.items[waitsFor]}</span>}
        {dueAt && <TimeLeft until={dueAt} nearHours={24} />}
      </span>
      {toSend && (
        <span className="or-dispute-head">
          <Button type="link" size="small" onClick={() => setOpen(!isOpen)}>
            {isOpen ? '收起致平台的文字' : '看致平台的文字'}
          </Button>
          <CopyButton text={toSend} what="致平台的文字" />
        </span>
      )}
      {toSend && isOpen && <pre className="or-dispute-text">{toSend}</pre>}
      <MoveButtons
        lifecycle={priceDisputeLifecycle}
        row={{ id, status, version: dispute.version, disputeNo }}
        moves={movesOf(toSend !== null)}
        look="plain"
        onDone={() => {
          rowSaved(salesOrder, order.id);
          void refreshResource(salesOrder);
          void refreshResource(priceDispute);
        }}
      />
    </span>
  );
}

const movesOf = (hasToSend: boolean): DisputeMove[] => [
  ...(hasToSend ? (['markSent'] as const) : []),
  'write',
  'expect',
  'accept',
  'withdraw',
];
