import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { fetchRoute, toastError, useOptionalPage, usePermission } from '#kit/web/index.ts';
import { batchText, isOver, type BatchProgress } from '../model/batch.ts';
import { batchesRoute, readBatchRoute } from '../model/routes.ts';
import { retryFailures } from './retry-failures.ts';
import './tasks.css';

const REFETCH_MS = 2000;

/** What the person's batches have set off, under the head of their list, until it is read. */
export function BatchStrip({ resource }: { resource: string }): ReactNode {
  const { data = [], refetch } = useQuery({
    // Begins with the resource: asked again as soon as a batch of it has run.
    queryKey: [resource, 'batches'],
    queryFn: ({ signal }) => fetchRoute(batchesRoute, { query: { resource }, signal }),
    refetchInterval: ({ state }) => (state.data?.some((one) => !isOver(one)) ? REFETCH_MS : false),
    staleTime: 0,
  });
  const read = async (id: string): Promise<void> => {
    try {
      await fetchRoute(readBatchRoute, { body: { id } });
    } catch (error) {
      toastError(error);
    }
    void refetch();
  };
  if (data.length === 0) return null;
  return (
    <ul className="dk-batches" aria-label="批量进度">
      {data.map((batch) => (
        <BatchLine
          key={`${batch.id} ${batch.title}`}
          batch={batch}
          onRead={() => read(batch.id)}
          onRetried={() => void refetch()}
        />
      ))}
    </ul>
  );
}

function BatchLine({
  batch,
  onRead,
  onRetried,
}: {
  batch: BatchProgress;
  onRead: () => Promise<void>;
  onRetried: () => void;
}): ReactNode {
  const page = useOptionalPage();
  const maySee = usePermission('desk:delivery:list');
  const isDone = isOver(batch);
  const lacks = batch.failed + batch.byHand > 0;
  const state = !isDone ? 'busy' : lacks ? 'bad' : 'done';
  const see = (): void => {
    const query = lacks ? batch.query : { tab: '*', batchId: batch.id };
    page?.open(`/tasks?${new URLSearchParams(query).toString()}`);
    if (isDone) void onRead();
  };
  return (
    <li className={`dk-batch dk-batch-${state}`}>
      <span role="status" className="dk-batch-text">
        {batchText(batch)}
      </span>
      {!isDone && (
        <span className="dk-batch-bar" aria-hidden>
          <span style={{ width: `${(batch.done / batch.total) * 100}%` }} />
        </span>
      )}
      {page && maySee && (
        <Button type="link" size="small" onClick={see}>
          查看
        </Button>
      )}
      {isDone && batch.failed > 0 && <RetryFailed batch={batch} onDone={onRetried} />}
      {isDone && (
        <Button type="text" size="small" onClick={() => void onRead()}>
          知道了
        </Button>
      )}
    </li>
  );
}

/** Exactly what failed of this batch; what waits for a person at the channel stays theirs. */
function RetryFailed({ batch, onDone }: { batch: BatchProgress; onDone: () => void }): ReactNode {
  const mayRetry = usePermission('desk:delivery:retry');
  const [isBusy, setBusy] = useState(false);
  if (!mayRetry) return null;
  const retry = async (): Promise<void> => {
    setBusy(true);
    await retryFailures({ ...batch.query, failure: 'failed' });
    setBusy(false);
    onDone();
  };
  return (
    <Button type="link" size="small" loading={isBusy} onClick={() => void retry()}>
      重试失败的 {batch.failed} 条
    </Button>
  );
}
