import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Modal, Spin } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import { ApiError, fetchResource, fetchRoute, keyOf, refreshResource, useOptionalPage } from '#kit/web/index.ts';
import { channelAccount } from '#modules/base/model/channel-account.ts';
import { salesOrder } from '#modules/orders/model/order.ts';
import { pullRun, quarantinedOrder } from '../model/channel-product.ts';
import { listingComparison, pullListingsRoute } from '../model/listing-comparison.ts';
import { pullAccountRoute } from '../model/routes.ts';
import './channels.css';

interface PullRow {
  id: string;
  status: 'running' | 'done' | 'partial' | 'failed';
  status_dictText: string;
  pages: number | null;
  seen: number | null;
  created: number | null;
  changed: number | null;
  repeated: number | null;
  gone: number | null;
  quarantined: number | null;
  error: string | null;
}

const POLL = 1_000;

type PullKind = 'orders' | 'listings';

const PULLS = {
  orders: { route: pullAccountRoute, title: '拉单', nothing: '平台没有新的订单。' },
  listings: { route: pullListingsRoute, title: '同步商品', nothing: '平台上没有这个店铺的商品。' },
} as const;

/** Pulls a shop's orders, or reads its goods, now and shows how far it is; it goes on when the dialog is closed. */
export function PullProgress({
  kind,
  id,
  name,
  onClose,
}: {
  kind: PullKind;
  id: string;
  name: string;
  onClose: () => void;
}): ReactNode {
  const page = useOptionalPage();
  const { title } = PULLS[kind];
  const request = useRequestedPull(kind, id);
  const run = useQuery({
    queryKey: keyOf(pullRun, 'watch', request.runId),
    queryFn: ({ signal }) => fetchResource<PullRow>(pullRun, 'queryById', { id: request.runId }, { signal }),
    enabled: request.runId !== null,
    refetchInterval: ({ state }) => (isOver(state.data) ? false : POLL),
  });
  const isDone = isOver(run.data);
  useEffect(() => {
    if (!isDone) return;
    for (const resource of [channelAccount, salesOrder, quarantinedOrder, listingComparison])
      void refreshResource(resource);
  }, [isDone]);
  const open = (path: string) => () => {
    onClose();
    page?.open(path);
  };
  const error = request.error ?? (run.data ? null : run.error);
  return (
    <Modal
      open
      title={`${title}：${name}`}
      width={560}
      onCancel={onClose}
      footer={
        <>
          {(run.data?.quarantined ?? 0) > 0 && <Button onClick={open('/channel/wf/quarantine')}>查看异常订单</Button>}
          {isDone && kind === 'orders' && (run.data?.created ?? 0) > 0 && (
            <Button onClick={open('/orders/pending')}>查看待处理订单</Button>
          )}
          {isDone && kind === 'listings' && (
            <Button onClick={open('/channel/wf/comparison?gap=differs')}>查看差异</Button>
          )}
          <Button type="primary" onClick={onClose}>
            {isDone || error ? '关闭' : '转到后台'}
          </Button>
        </>
      }
    >
      {error ? (
        <Alert type="error" showIcon title={error.message} />
      ) : (
        <RunState kind={kind} run={run.data} isJoined={request.isJoined} />
      )}
    </Modal>
  );
}

function RunState({ kind, run, isJoined }: { kind: PullKind; run: PullRow | undefined; isJoined: boolean }): ReactNode {
  const figures: [string, number | null | undefined][] = [
    ['页数', run?.pages],
    ['读取', run?.seen],
    ['新增', run?.created],
    ['变更', run?.changed],
    ['无变化', run?.repeated],
    ...(kind === 'listings' ? [['平台已没有', run?.gone] satisfies [string, number | null | undefined]] : []),
    ['异常', run?.quarantined],
  ];
  return (
    <>
      <div role="status">
        {!isOver(run) && isJoined ? `已有${PULLS[kind].title}在排队，正在显示它的进度。` : ''}
        {!isOver(run) && <Spin size="small" />} {run ? `状态：${run.status_dictText}` : '正在排队…'}
      </div>
      <dl className="ch-figures">
        {figures.map(([title, value]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{value ?? 0}</dd>
          </div>
        ))}
      </dl>
      {run?.error && <Alert type={run.status === 'failed' ? 'error' : 'warning'} showIcon title={run.error} />}
      {run?.status === 'done' && run.seen === 0 && <p>{PULLS[kind].nothing}</p>}
    </>
  );
}

const isOver = (run: PullRow | undefined): boolean => run !== undefined && run.status !== 'running';

/** Asks once; two renders in development ask for the same pull. */
function useRequestedPull(
  kind: PullKind,
  id: string,
): {
  runId: string | null;
  isJoined: boolean;
  error: Error | null;
} {
  const [state, setState] = useState<{
    runId: string | null;
    isJoined: boolean;
    error: Error | null;
  }>({ runId: null, isJoined: false, error: null });
  useEffect(() => {
    let isCurrent = true;
    fetchRoute(PULLS[kind].route, { params: { id } }).then(
      ({ runId, isNew }) => {
        if (isCurrent) setState({ runId, isJoined: !isNew, error: null });
        void refreshResource(pullRun);
      },
      (error: unknown) => {
        if (isCurrent)
          setState({
            runId: null,
            isJoined: false,
            error: error instanceof Error ? error : new ApiError(0, `${PULLS[kind].title}未能开始`),
          });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [kind, id]);
  return state;
}
