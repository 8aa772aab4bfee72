import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import { fetchResource, ForeignWords, keyOf, usePermission, type ListAnswer } from '#kit/web/index.ts';
import { trackingEvent } from '../../model/shipping-label.ts';
import './carrier.css';

type EventRow = WireRow<typeof trackingEvent>;

const MOST_SHOWN = 50;

/** 轨迹: what the carrier has reported of the parcels of a shipment, the last first. */
export function ParcelEvents({ shipmentId }: { shipmentId: string }): ReactNode {
  const maySee = usePermission('fulfilment:trackingEvent:list');
  const { data } = useQuery({
    queryKey: keyOf(trackingEvent, 'ofShipment', shipmentId),
    queryFn: ({ signal }) =>
      fetchResource<ListAnswer<EventRow>>(trackingEvent, 'list', { shipmentId, pageSize: MOST_SHOWN }, { signal }),
    enabled: maySee,
    staleTime: 0,
  });
  if (!maySee || !data) return null;
  if (data.records.length === 0) return <p className="ca-weak">承运商还没有报告轨迹。</p>;
  const isSeveral = new Set(data.records.map(({ trackingNo }) => trackingNo)).size > 1;
  return (
    <ol className="ca-events" aria-label="物流轨迹">
      {data.records.map((event) => (
        <li key={event.id} className={isTrouble(event.code) ? 'ca-trouble' : undefined}>
          <time>{event.at}</time>
          <b>{event['code_dictText'] as string}</b>
          <span>
            {event.place}
            {isSeveral && <span className="ca-weak">　{event.trackingNo}</span>}
            {event.said && <ForeignWords text={event.said} />}
          </span>
        </li>
      ))}
    </ol>
  );
}

const isTrouble = (code: string): boolean => code === 'exception' || code === 'lost';
