import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Modal, Skeleton, Tag } from 'antd';
import { useState, type ReactNode } from 'react';
import { fetchRoute, grouped, refreshResource, toast, useActionKeys, usePermission } from '#kit/web/index.ts';
import { salesOrder } from '#modules/orders/model/order.ts';
import { chooseRateRoute, ratesRoute, type ShopRate, type ShopRates } from '../../model/carrier-routes.ts';
import { shipment } from '../../model/shipment.ts';
import { shippingLabel } from '../../model/shipping-label.ts';
import './carrier.css';

const TIMEOUT = 60_000;

/** 比价: every way a packed shipment may leave, by our tables and by what carriers ask now. */
export function RateShop({ id, onClose }: { id: string; onClose: () => void }): ReactNode {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['fulfilment:rates', id],
    queryFn: () => fetchRoute(ratesRoute, { params: { id }, timeout: TIMEOUT }),
    gcTime: 0,
    staleTime: 0,
    retry: false,
  });
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const keys = useActionKeys();
  const choose = async ({ shipMethodId }: ShopRate, isBought: boolean): Promise<void> => {
    setBusy(shipMethodId);
    setFault(null);
    const body = { shipMethodId, isBought };
    try {
      await fetchRoute(chooseRateRoute, { params: { id }, body, key: keys.keyFor(body) });
      keys.settle(null);
      toast.done(isBought ? '已换物流渠道，等待承运商返回面单' : '已换物流渠道');
      for (const one of [shipment, salesOrder, shippingLabel]) void refreshResource(one);
      onClose();
    } catch (refusal) {
      keys.settle(refusal);
      setFault(refusal instanceof Error ? refusal.message : '没有换成');
    } finally {
      setBusy(null);
    }
  };
  return (
    <Modal
      open
      title="比价"
      width={880}
      onCancel={onClose}
      footer={
        <>
          <Button loading={isFetching} onClick={() => void refetch()}>
            重新报价
          </Button>
          <Button onClick={onClose}>关闭</Button>
        </>
      }
    >
      {fault && <Alert type="error" showIcon className="wb-form-note" title={fault} />}
      {error && !data && <Alert type="error" showIcon title={error.message} />}
      {!data && !error && <Skeleton active />}
      {data && <Rates data={data} busy={busy} onChoose={(rate, isBought) => void choose(rate, isBought)} />}
    </Modal>
  );
}

function Rates({
  data,
  busy,
  onChoose,
}: {
  data: ShopRates;
  busy: string | null;
  onChoose: (rate: ShopRate, isBought: boolean) => void;
}): ReactNode {
  return (
    <>
      <p className="ca-weak">
        {data.boxes
          .map(
            ({ boxNo, billableLb, weightLb, dimLb }) =>
              `${boxNo} 计费重 ${billableLb} lb（实重 ${weightLb}，材积重 ${dimLb}）`,
          )
          .join('；')}
        {data.wallet && `　钱包可用 ${grouped(data.wallet.available)} ${data.wallet.currency}`}
      </p>
      {data.isMasked && <p className="ca-weak">没有查看成本的权限，价格不显示。</p>}
      <ul className="ca-rates" aria-label="各渠道的价格">
        <li className="ca-rate-head" aria-hidden>
          <span>物流渠道</span>
          <span>价表</span>
          <span>实时报价</span>
          <span>时效</span>
          <span />
        </li>
        {data.rates.map((rate) => (
          <Rate key={rate.shipMethodId} rate={rate} busy={busy} onChoose={onChoose} />
        ))}
      </ul>
    </>
  );
}

const amountText = (amount: string | null, currency: string | null): string =>
  amount === null ? '—' : `${grouped(amount)} ${currency ?? ''}`;

function Rate({
  rate,
  busy,
  onChoose,
}: {
  rate: ShopRate;
  busy: string | null;
  onChoose: (rate: ShopRate, isBought: boolean) => void;
}): ReactNode {
  const mayChoose = usePermission('fulfilment:shipment:chooseRate');
  const mayBuy = usePermission('fulfilment:shipment:buyLabel');
  const { method, carrier, service, reason, note } = rate;
  return (
    <li className={reason === null ? undefined : 'ca-unfit'}>
      <span className="ca-method">
        <b>{method}</b>
        {rate.isCurrent && <Tag>当前</Tag>}
        {rate.isCheapest && <Tag color="green">最便宜</Tag>}
        {rate.isFastest && <Tag color="blue">最快</Tag>}
        <small>{[carrier, service].filter(Boolean).join(' · ')}</small>
        {reason === null && note !== null && <small>{note}</small>}
        {reason !== null && <small className="ca-fault">{reason}</small>}
      </span>
      <span data-title="价表" title={rate.how ?? undefined}>
        {amountText(rate.tableAmount, rate.tableCurrency)}
      </span>
      <span data-title="实时报价">{amountText(rate.liveAmount, rate.liveCurrency)}</span>
      <span data-title="时效">{rate.days === null ? '—' : `${rate.days} 天`}</span>
      <span className="ca-choose">
        {reason === null && mayChoose && !rate.isCurrent && (
          <Button size="small" disabled={busy !== null} onClick={() => onChoose(rate, false)}>
            选用
          </Button>
        )}
        {reason === null && mayChoose && mayBuy && rate.isBought && (
          <Button
            size="small"
            type="primary"
            loading={busy === rate.shipMethodId}
            disabled={busy !== null}
            onClick={() => onChoose(rate, true)}
          >
            {rate.isCurrent ? '购买面单' : '选用并购买'}
          </Button>
        )}
      </span>
    </li>
  );
}
