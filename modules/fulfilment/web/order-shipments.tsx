import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import {
  fetchResource,
  detailPath,
  keyOf,
  MoveButtons,
  StateTag,
  usePage,
  usePermission,
  type ListAnswer,
} from '#kit/web/index.ts';
import { handover } from '../model/handover.ts';
import { shipmentLifecycle } from '../model/shipment-lifecycle.ts';
import { noticeStatus, shipment } from '../model/shipment.ts';
import { wave } from '../model/wave.ts';
import { interceptMoves } from './offered-moves.ts';
import { BoxTable } from './packing/box-table.tsx';
import { ParcelEvents } from './carriers/parcel-events.tsx';
import { usePacking } from './packing/packing-data.ts';
import { PrintMenu } from './print-menu.tsx';
import { shipmentAftersales } from './shipment-slots.ts';
import './packing/packing.css';

type ShipmentRow = WireRow<typeof shipment>;

/** The shipments of an order, on the order's page. */
export function OrderShipments({ orderId }: { orderId: string }): ReactNode {
  const maySee = usePermission('fulfilment:shipment:list');
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(shipment, 'ofOrder', orderId),
    queryFn: ({ signal }) =>
      fetchResource<ListAnswer<ShipmentRow>>(shipment, 'list', { orderId, pageSize: 50 }, { signal }),
    enabled: maySee,
    staleTime: 0,
  });
  if (!maySee) return null;
  if (error && !data)
    return (
      <section className="wb-detail-part">
        <h2>发货单</h2>
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
        发货单<span className="wb-part-count">{data.records.length}</span>
      </h2>
      {data.records.map((row) => (
        <OneShipment key={row.id} row={row} />
      ))}
    </section>
  );
}

function OneShipment({ row }: { row: ShipmentRow }): ReactNode {
  const { open } = usePage();
  const { data } = usePacking(row.id);
  const isOut = Boolean(row.shippedAt);
  return (
    <div className="pk-shipment">
      <div className="pk-shipment-head">
        <Button type="link" size="small" onClick={() => open(detailPath(shipment, row.id))}>
          {row.shipmentNo}
        </Button>
        <StateTag lifecycle={shipmentLifecycle} state={row.status} />
        <span>{row.warehouseId_dictText}</span>
        <span>{row.shipMethodId_dictText}</span>
        {isOut && <span>出库 {row.shippedAt}</span>}
        {isOut && (
          <span className={row.noticeStatus === 'failed' ? 'pk-missing' : 'pk-weak'}>
            ASN {noticeStatus.items[row.noticeStatus]}
          </span>
        )}
        <ShipmentWay row={row} />
        {row.interceptStatus && (
          <span className={row.interceptStatus === 'toContact' ? 'pk-missing' : 'pk-weak'}>
            拦截 {row['interceptStatus_dictText'] as string}
          </span>
        )}
        {isOut && <shipmentAftersales.Outlet shipmentId={row.id} status={row.status} />}
        <span className="wb-actions pk-shipment-print">
          {isOut && (
            <MoveButtons
              lifecycle={shipmentLifecycle}
              row={row}
              moves={[...interceptMoves(row), 'unship']}
              visible={2}
              look="plain"
            />
          )}
          <PrintMenu id={row.id} hasBoxes={(data?.boxes.length ?? 0) > 0} />
        </span>
      </div>
      {data && data.boxes.length > 0 && <BoxTable boxes={data.boxes} />}
      {isOut && row.labelSource === 'carrier' && <ParcelEvents shipmentId={row.id} />}
    </div>
  );
}

/** In which wave it is picked, and on which list it was handed over. */
function ShipmentWay({ row }: { row: ShipmentRow }): ReactNode {
  const { open } = usePage();
  const { waveId, handoverId } = row;
  return (
    <>
      {waveId && (
        <Button type="link" size="small" onClick={() => open(detailPath(wave, waveId))}>
          波次 {row['waveId_dictText'] as string}
        </Button>
      )}
      {handoverId && (
        <Button type="link" size="small" onClick={() => open(detailPath(handover, handoverId))}>
          交接 {row['handoverId_dictText'] as string}
        </Button>
      )}
    </>
  );
}
