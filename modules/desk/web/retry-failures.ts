import { batchRoute } from '#kit/model/resource-routes.ts';
import { askRoute, batchText, refreshResource, say, tell } from '#kit/web/index.ts';
import { delivery, deliveryLifecycle } from '../model/task.ts';

const TIMEOUT = 120_000;

/**
 * 重试 of everything that a filter finds, in one act; says what came of it. Each task looks at the
 * channel first, so that nothing happens there twice, however often this is asked for.
 */
export async function retryFailures(query: Readonly<Record<string, string>>): Promise<void> {
  try {
    const { rows } = await askRoute(batchRoute(deliveryLifecycle, 'retry'), {
      body: { filter: { ...query }, answers: {} },
      timeout: TIMEOUT,
    });
    const text = batchText(deliveryLifecycle.moves.retry, rows);
    if (rows.length === 0) say.warn('没有要重试的任务，可能已被处理');
    else if (rows.every(({ ok }) => ok)) say.done(text);
    else say.warn(text);
  } catch (error) {
    tell(error);
  }
  void refreshResource(delivery);
}
