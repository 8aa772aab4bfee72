import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Modal, Skeleton } from 'antd';
import { useState, type ReactNode } from 'react';
import type { BatchScope } from '#kit/model/resource-routes.ts';
import { fetchRoute, newKey, refreshResource, toast, toastError, usePermission } from '#kit/web/index.ts';
import { salesOrder } from '#modules/orders/model/order.ts';
import { MOST_RUN, runRulesRoute } from '../model/routes.ts';
import './rules.css';

interface RunProps {
  scope: BatchScope;
  count: number;
  onDone: () => void;
}

const TIMEOUT_MS = 180_000;
/** Orders of a preview that are named. */
const SHOWN = 50;

/** 执行规则: the rules that are switched on, for orders that are chosen or found; looked at first. */
export function RunRules(props: RunProps): ReactNode {
  const mayRun = usePermission('automation:rule:run');
  const [isOpen, setOpen] = useState(false);
  if (!mayRun) return null;
  const reason = props.count > MOST_RUN ? `一次最多 ${MOST_RUN} 个订单，请缩小范围` : undefined;
  return (
    <>
      <Button disabled={reason !== undefined} title={reason} onClick={() => setOpen(true)}>
        执行规则
      </Button>
      {isOpen && <RunDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function RunDialog({ scope, count, onDone, onClose }: RunProps & { onClose: () => void }): ReactNode {
  const [isBusy, setBusy] = useState(false);
  const [key] = useState(newKey);
  const { data, error } = useQuery({
    queryKey: ['automation', 'run', key],
    queryFn: ({ signal }) =>
      fetchRoute(runRulesRoute, { body: { ...scope, dryRun: true }, signal, timeout: TIMEOUT_MS }),
    staleTime: Infinity,
    retry: false,
  });
  const run = async (): Promise<void> => {
    setBusy(true);
    try {
      const done = await fetchRoute(runRulesRoute, { body: { ...scope }, key, timeout: TIMEOUT_MS });
      toast.done(
        `已判断 ${done.judged} 单，命中 ${done.matched} 单，执行 ${done.acted} 次${done.parked > 0 ? `，${done.parked} 条规则出错停用` : ''}`,
      );
      await refreshResource(salesOrder);
      onClose();
      onDone();
    } catch (failure) {
      toastError(failure);
    } finally {
      setBusy(false);
    }
  };
  const lines = data?.lines ?? [];
  return (
    <Modal
      open
      width={640}
      title={`对 ${count} 个订单执行规则`}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>关闭</Button>
          <Button
            type="primary"
            loading={isBusy}
            disabled={!data || data.matched === 0}
            title={data?.matched === 0 ? '没有订单命中规则' : undefined}
            onClick={() => void run()}
          >
            执行
          </Button>
        </>
      }
    >
      {error && <Alert showIcon type="error" title={error.message} />}
      {!data && !error && <Skeleton active />}
      {data && (
        <>
          <p>
            可以处理的 {data.judged} 单中，<strong>{data.matched}</strong> 单命中启用的规则。
            {data.matched > 0 && '执行后：'}
          </p>
          <ul className="au-preview">
            {lines.slice(0, SHOWN).map((line) => (
              <li key={line.orderId}>
                <strong>{line.channelOrderNo}</strong>
                {line.rules.map(({ ruleId, name, actions }) => (
                  <span key={ruleId}>
                    {name}：{actions.join('；')}
                  </span>
                ))}
              </li>
            ))}
          </ul>
          {lines.length > SHOWN && <p className="au-weak">其余 {lines.length - SHOWN} 单同样处理。</p>}
        </>
      )}
    </Modal>
  );
}
