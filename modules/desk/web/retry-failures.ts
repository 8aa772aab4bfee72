import { batchRoute } from '#kit/model/resource-routes.ts';
import { fetchRoute, batchText, refreshResource, toast, toastError } from '#kit/web/index.ts';
import { delivery, deliveryLifecycle } from '../model/task.ts';

const TIMEOUT = 120_000;

/**
 * 重试 of everything that a filter finds, in one act; says what came of it. Each task looks at the
 * channel first, so that nothing happens there twice, however often this is asked for.
 */
export async function retryFailures(query: Readonly<Record<string, string>>): Promise<void> {
  try {
    const { rows } = await fetchRoute(batchRoute(deliveryLifecycle, 'retry'), {
      body: { filter: { ...query }, answers: {} },
      timeout: TIMEOUT,
    });
    const text = batchText(deliveryLifecycle.moves.retry, rows);
    if (rows.length === 0) toast.warn('没有要重试的任务，可能已被处理');
    else if (rows.every(({ ok }) => ok)) toast.done(text);
    else toast.warn(text);
  } catch (error) {
    toastError(error);
  }
  void refreshResource(delivery);
}
