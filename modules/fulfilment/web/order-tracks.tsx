import { useQuery } from '@tanstack/react-query';
import { Alert, Drawer, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import { fetchResource, CopiedText, keyOf, StateTag, type SlotActionProps, type ListAnswer } from '#kit/web/index.ts';
import { shipmentLifecycle } from '../model/shipment-lifecycle.ts';
import { shipment } from '../model/shipment.ts';
import { ParcelEvents } from './carriers/parcel-events.tsx';
import './packing/packing.css';

type ShipmentRow = WireRow<typeof shipment>;

/** 轨迹 of an order that has left: its parcels, and what carriers have reported of each shipment. */
export function OrderTracks({ row, onClose }: SlotActionProps<{ id: string; channelOrderNo: string }>): ReactNode {
  const { data, error } = useQuery({
    queryKey: keyOf(shipment, 'ofOrder', row.id),
    queryFn: ({ signal }) =>
      fetchResource<ListAnswer<ShipmentRow>>(shipment, 'list', { orderId: row.id, pageSize: 50 }, { signal }),
    staleTime: 0,
  });
  const left = data?.records.filter(({ shippedAt }) => shippedAt !== null) ?? [];
  return (
    <Drawer open title={`物流轨迹：${row.channelOrderNo}`} size={560} onClose={onClose}>
      {error && !data && <Alert type="error" showIcon title={error.message} />}
      {!data && !error && <Skeleton active />}
      {data && left.length === 0 && <p>这张订单不是从这里发出的，没有包裹。</p>}
      {left.map((one) => (
        <section key={one.id} className="pk-track" aria-label={one.shipmentNo}>
          <h3>
            {one.shipMethodId_dictText ?? one.carrierCode} <StateTag lifecycle={shipmentLifecycle} state={one.status} />
          </h3>
          {(one.trackingNo ?? '').split(',').map((no) => (
            <p key={no}>{no.trim() && <CopiedText text={no.trim()} what="运单号" />}</p>
          ))}
          <ParcelEvents shipmentId={one.id} />
        </section>
      ))}
    </Drawer>
  );
}
