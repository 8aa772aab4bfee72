import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { askRoute, tell, useOptionalPage, usePermission } from '#kit/web/index.ts';
import { batchText, isOver, type BatchProgress } from '../model/batch.ts';
import { batchesRoute, readBatchRoute } from '../model/routes.ts';
import './desk.css';

const ASK_AGAIN = 2000;

/** What the person's batches have set off, under the head of their list, until it is read. */
export function BatchStrip({ resource }: { resource: string }): ReactNode {
  const { data = [], refetch } = useQuery({
    // Begins with the resource: asked again as soon as a batch of it has run.
    queryKey: [resource, 'batches'],
    queryFn: ({ signal }) => askRoute(batchesRoute, { query: { resource }, signal }),
    refetchInterval: ({ state }) => (state.data?.some((one) => !isOver(one)) ? ASK_AGAIN : false),
    staleTime: 0,
  });
  const read = async (id: string): Promise<void> => {
    try {
      await askRoute(readBatchRoute, { body: { id } });
    } catch (error) {
      tell(error);
    }
    void refetch();
  };
  if (data.length === 0) return null;
  return (
    <ul className="dk-batches" aria-label="批量进度">
      {data.map((batch) => (
        <BatchLine key={`${batch.id} ${batch.title}`} batch={batch} onRead={() => read(batch.id)} />
      ))}
    </ul>
  );
}

function BatchLine({
  batch,
  onRead,
}: {
  batch: BatchProgress;
  onRead: () => Promise<void>;
}): ReactNode {
  const page = useOptionalPage();
  const maySee = usePermission('desk:delivery:list');
  const state = !isOver(batch) ? 'busy' : batch.failed > 0 ? 'bad' : 'done';
  const see = (): void => {
    const failed = batch.failed > 0 ? '&tab=dead' : '';
    page?.open(`/tasks?batchId=${batch.id}${failed}`);
    if (isOver(batch)) void onRead();
  };
  return (
    <li className={`dk-batch dk-batch-${state}`}>
      <span role="status">{batchText(batch)}</span>
      {page && maySee && (
        <Button type="link" size="small" onClick={see}>
          查看
        </Button>
      )}
      {isOver(batch) && (
        <Button type="text" size="small" onClick={() => void onRead()}>
          知道了
        </Button>
      )}
    </li>
  );
}
