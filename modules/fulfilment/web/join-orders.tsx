import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Checkbox, Modal, Skeleton } from 'antd';
import { useState, type ReactNode } from 'react';
import type { BatchScope } from '#kit/model/resource-routes.ts';
import { fetchRoute, newKey, refreshResource, toast, toastError, usePermission } from '#kit/web/index.ts';
import { salesOrder } from '#modules/orders/model/order.ts';
import { joinRoute, MOST_JOINED, type JoinAnswer, type JoinGroup } from '../model/join-routes.ts';
import { shipment } from '../model/shipment.ts';
import './join-orders.css';

interface JoinProps {
  scope: BatchScope;
  count: number;
  tab: string;
  onDone: () => void;
}

const TIMEOUT_MS = 120_000;
/** Orders that stay alone and are named. */
const SHOWN = 50;

/** 合并发货: of the chosen orders those that go to one address in one parcel; looked at first. */
export function JoinOrders(props: JoinProps): ReactNode {
  const mayJoin = usePermission('fulfilment:shipment:join');
  const [isOpen, setOpen] = useState(false);
  // Before an order is accepted nothing of it can be joined.
  if (!mayJoin || props.tab !== 'shipping') return null;
  const reason =
    props.count > MOST_JOINED
      ? `一次最多 ${MOST_JOINED} 个订单，请缩小范围`
      : props.count < 2
        ? '至少选择两个订单'
        : undefined;
  return (
    <>
      <Button disabled={reason !== undefined} title={reason} onClick={() => setOpen(true)}>
        合并发货
      </Button>
      {isOpen && <JoinDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function JoinDialog({ scope, count, onDone, onClose }: Omit<JoinProps, 'tab'> & { onClose: () => void }): ReactNode {
  const [key] = useState(newKey);
  const [not, setNot] = useState<readonly string[]>([]);
  const [outcome, setOutcome] = useState<JoinAnswer | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { data, error } = useQuery({
    queryKey: ['fulfilment', 'join', key],
    queryFn: ({ signal }) => fetchRoute(joinRoute, { body: { ...scope, dryRun: true }, signal, timeout: TIMEOUT_MS }),
    staleTime: Infinity,
    retry: false,
  });
  const meant = (data?.groups ?? []).filter((group) => !not.includes(group.key));
  const run = async (): Promise<void> => {
    setBusy(true);
    try {
      const groups = meant.map((group) => group.key);
      const done = await fetchRoute(joinRoute, { body: { ...scope, groups }, timeout: TIMEOUT_MS });
      await Promise.all([refreshResource(salesOrder), refreshResource(shipment)]);
      onDone();
      if (done.joined.length < groups.length) return setOutcome(done);
      toast.done(`已合并 ${done.joined.length} 组：${done.joined.join('、')}`);
      onClose();
    } catch (failure) {
      toastError(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      width={640}
      title={`合并发货：${count} 个订单`}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>关闭</Button>
          {!outcome && (
            <Button
              type="primary"
              loading={isBusy}
              disabled={meant.length === 0}
              title={data && data.groups.length === 0 ? '没有可以合并的订单' : undefined}
              onClick={() => void run()}
            >
              合并 {meant.length} 组
            </Button>
          )}
        </>
      }
    >
      {error && <Alert showIcon type="error" title={error.message} />}
      {!data && !error && <Skeleton active />}
      {outcome ? (
        <Outcome outcome={outcome} />
      ) : (
        data && (
          <>
            <Groups
              groups={data.groups}
              not={not}
              onTick={(group, isMeant) => setNot(isMeant ? not.filter((one) => one !== group) : [...not, group])}
            />
            <Left left={data.left} isOpen={data.groups.length === 0} />
          </>
        )
      )}
    </Modal>
  );
}

function Groups({
  groups,
  not,
  onTick,
}: {
  groups: readonly JoinGroup[];
  not: readonly string[];
  onTick: (key: string, isMeant: boolean) => void;
}): ReactNode {
  if (groups.length === 0) return <p>所选订单中没有可以一起发的。</p>;
  return (
    <>
      <p>同店铺、同地址、同仓、同物流渠道的订单装在一起，用同一组运单号；订单各自开票和回传。</p>
      <ul className="fj-groups" aria-label="可以合并的订单">
        {groups.map((group) => (
          <li key={group.key}>
            <Checkbox checked={!not.includes(group.key)} onChange={({ target }) => onTick(group.key, target.checked)}>
              {group.orders.length} 单 · {group.warehouse} · {group.shipMethod}
            </Checkbox>
            <span className="fj-numbers">
              {group.orders.map(({ channelOrderNo, unitCount }) => `${channelOrderNo}（${unitCount} 件）`).join('、')}
            </span>
            {group.orders.some(({ isReady }) => isReady) && (
              <span className="fj-weak">其中待发货的订单会同时开始配货</span>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function Left({ left, isOpen }: { left: JoinAnswer['left']; isOpen: boolean }): ReactNode {
  if (left.length === 0) return null;
  return (
    <details className="fj-left" open={isOpen}>
      <summary>不合并 {left.length} 单</summary>
      <ul>
        {left.slice(0, SHOWN).map(({ channelOrderNo, why }) => (
          <li key={channelOrderNo}>
            <strong>{channelOrderNo}</strong> {why}
          </li>
        ))}
      </ul>
      {left.length > SHOWN && <p>其余 {left.length - SHOWN} 单同样各自发货。</p>}
    </details>
  );
}

function Outcome({ outcome }: { outcome: JoinAnswer }): ReactNode {
  return (
    <>
      <Alert
        showIcon
        type="warning"
        title={`已合并 ${outcome.joined.length} 组，${outcome.groups.length - outcome.joined.length} 组没有合并`}
      />
      <Left left={outcome.left} isOpen />
    </>
  );
}
