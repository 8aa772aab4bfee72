import { useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useState, type ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import {
  fetchResource,
  fetchRoute,
  detailPath,
  keyOf,
  MoveButtons,
  refreshResource,
  toast,
  StateTag,
  toastError,
  usePage,
  usePermission,
  type ListAnswer,
} from '#kit/web/index.ts';
import { trackNowRoute } from '../../model/carrier-routes.ts';
import type { Packing } from '../../model/routes.ts';
import { shipment } from '../../model/shipment.ts';
import {
  shippingLabel,
  shippingLabelLifecycle,
  trackingEvent,
  type ShippingLabelMove,
} from '../../model/shipping-label.ts';
import { ParcelEvents } from './parcel-events.tsx';
import { RateShop } from './rate-shop.tsx';
import './carrier.css';

type LabelRow = WireRow<typeof shippingLabel>;

const REFETCH_MS = 3000;
const MOVES: readonly ShippingLabelMove[] = ['voidLabel'];
const UNDER_WAY: ReadonlySet<string> = new Set(['requested', 'voiding']);
const ON_THE_WAY: ReadonlySet<string> = new Set(['shipped', 'inTransit', 'exception', 'delivered', 'lost']);

/** What carriers have to do with a shipment: prices before the label, the label, and its way. */
export function CarrierPart({ data, onDone }: { data: Packing; onDone: () => void }): ReactNode {
  const mayRates = usePermission('fulfilment:shipment:rates');
  const [isShopping, setShopping] = useState(false);
  // A shipment that another leads leaves as that one does.
  const isPacked = data.status === 'packed' && !data.lead;
  return (
    <>
      <WayNotices data={data} />
      {isPacked && mayRates && (
        <p className="ca-shop">
          <Button onClick={() => setShopping(true)}>比价</Button>
          <span className="ca-weak">价表和承运商的实时报价放在一起，选定的渠道订单也跟着换。</span>
        </p>
      )}
      {isShopping && (
        <RateShop
          id={data.id}
          onClose={() => {
            setShopping(false);
            onDone();
          }}
        />
      )}
      <Labels data={data} />
    </>
  );
}

function WayNotices({ data }: { data: Packing }): ReactNode {
  return (
    <>
      {data.isScanLate && (
        <Alert
          type="warning"
          showIcon
          title="揽收超时：出库已久，承运商还没有首次扫描"
          description="确认货已交给承运商；没有交出的，撤销发货。"
        />
      )}
      {data.status === 'exception' && (
        <Alert
          type="error"
          showIcon
          title={`运输异常：${data.exceptionReason ?? ''}`}
          description="联系承运商处理；恢复后点“恢复运输”，找不回来点“确认丢失”。"
        />
      )}
      {data.status !== 'lost' && data.claimNote && (
        <Alert
          type="warning"
          showIcon
          title={`包裹已找回，曾经索赔：${data.claimNote}`}
          description="撤回索赔，或与承运商结清。"
        />
      )}
      {data.status === 'lost' && (
        <Alert
          type="error"
          showIcon
          title={`包裹丢失：${data.exceptionReason ?? ''}`}
          description={
            data.claimNote
              ? `索赔：${data.claimNote}`
              : '货物按损失处理；点“登记索赔”向承运商索赔，在时限内提交。找到了点“找回”。'
          }
        />
      )}
    </>
  );
}

function Labels({ data }: { data: Packing }): ReactNode {
  const maySee = usePermission('fulfilment:shippingLabel:list');
  const mayTrack = usePermission('fulfilment:shipment:track');
  const { open } = usePage();
  const { data: labels } = useQuery({
    queryKey: keyOf(shippingLabel, 'ofShipment', data.id),
    queryFn: ({ signal }) =>
      fetchResource<ListAnswer<LabelRow>>(shippingLabel, 'list', { shipmentId: data.id, pageSize: 20 }, { signal }),
    enabled: maySee,
    staleTime: 0,
    refetchInterval: (query) =>
      query.state.data?.records.some(({ status }) => UNDER_WAY.has(status)) ? REFETCH_MS : false,
  });
  if (!labels || labels.records.length === 0) return null;
  const isOut = ON_THE_WAY.has(data.status) && data.labelSource === 'carrier';
  const track = (): Promise<void> =>
    fetchRoute(trackNowRoute, { params: { id: data.id } }).then(() => {
      toast.done('已请承运商更新轨迹');
      setTimeout(() => {
        void refreshResource(trackingEvent);
        void refreshResource(shipment);
      }, REFETCH_MS);
    }, toastError);
  return (
    <section className="ca-part" aria-label="承运商面单">
      <h2>承运商面单</h2>
      <ul className="ca-labels">
        {labels.records.map((label) => (
          <li key={label.id}>
            <Button type="link" size="small" onClick={() => open(detailPath(shippingLabel, label.id))}>
              {label.labelNo}
            </Button>
            <StateTag lifecycle={shippingLabelLifecycle} state={label.status} />
            <span>
              {label['carrierAccountId_dictText'] as string} · {label.service}
            </span>
            {label.cost && (
              <span>
                {label.cost} {label.currency}
              </span>
            )}
            {label.status !== 'failed' && <span className="ca-weak">{label['charge_dictText'] as string}</span>}
            {label.status === 'active' && label.voidDeadline && (
              <span className="ca-weak">可作废至 {label.voidDeadline}</span>
            )}
            <MoveButtons
              lifecycle={shippingLabelLifecycle}
              row={label}
              moves={MOVES}
              visible={1}
              look="plain"
              onDone={() => void refreshResource(shipment)}
            />
            {(label.error ?? label.note) && (
              <span className={label.error ? 'ca-fault' : 'ca-weak'}>{label.error ?? label.note}</span>
            )}
          </li>
        ))}
      </ul>
      {isOut && (
        <>
          <p className="ca-shop">
            <b>轨迹</b>
            {mayTrack && (
              <Button size="small" onClick={() => void track()}>
                刷新轨迹
              </Button>
            )}
          </p>
          <ParcelEvents shipmentId={data.id} />
        </>
      )}
    </section>
  );
}
