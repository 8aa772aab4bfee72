import { defineModule } from '#kit/server/module.ts';
import { inTransaction } from '#kit/server/outbox.ts';
import type { Registry } from '#kit/server/registry.ts';
import { orderReopened } from '#modules/orders/model/events.ts';
import * as declared from './model/declared.ts';
import { deskGrants } from './model/grants.ts';
import { deskMenus } from './model/menus.ts';
import { SEE_MONEY } from './model/analysis.ts';
import { orderCycle } from './model/order-cycle.ts';
import { analysisRoutes } from './server/analysis/analysis-routes.ts';
import { createFigureCache } from './server/analysis/figure-cache.ts';
import { createLists } from './server/analysis/listed.ts';
import { orderCycleRows } from './server/analysis/order-cycle-rows.ts';
import { arrangementRoutes } from './server/arrangement.ts';
import { batchRoutes } from './server/batches.ts';
import { failures } from './server/failures.ts';
import { deskInvariants } from './server/invariants.ts';
import { orderStory } from './server/order-story.ts';
import { createReconciler, reconcileByClock, reconciliation } from './server/reconciliation.ts';
import { scan } from './server/scan.ts';
import { endTakingBack } from './server/settled-tasks.ts';
import { abandonTask, retryTask, settleTask } from './server/tasks.ts';
import { deskTodos, todo } from './server/todo.ts';

interface Services {
  registry: Registry;
  /** Work was stored: look at the queue now. */
  wake: () => void;
  /** Hears which rows of which tenant have changed, after the commit. */
  onChanged: (listener: (tenant: number, resources: Iterable<string>) => void) => void;
}

/** 工作台: reads all, writes only the state of tasks. */
export const desk = defineModule<Services>({
  name: 'desk',
  declared,
  menus: deskMenus,
  grants: deskGrants,
  // Each answers with what the person may see, or has begun.
  open: {
    toSession: [
      'GET /desk/batch/list',
      'GET /desk/home',
      'GET /desk/scan',
      'GET /desk/todo',
      'POST /desk/batch/read',
      'PUT /desk/home',
    ],
  },
  inTransaction: [inTransaction(orderReopened, 'nobody cancels at the channel what was brought back', endTakingBack)],
  serves: [{ resource: orderCycle, rows: orderCycleRows }],
  permissions: [{ code: SEE_MONEY, title: '工作台看金额', resource: 'desk:analysis', isInner: true }],
  routes: [failures, ...arrangementRoutes, ...batchRoutes],
  build({ registry, wake, onChanged }, house) {
    const figures = createFigureCache();
    onChanged(figures.drop);
    const reconciler = createReconciler(house.invariants);
    return {
      moves: [{ retry: retryTask(wake), settleTask, abandonTask }],
      works: [reconcileByClock(reconciler)],
      routes: [
        ...analysisRoutes(figures, createLists(registry, house.serves)),
        todo(house.todos, figures),
        reconciliation(reconciler),
        scan(registry),
        orderStory(registry, house.serves),
      ],
      invariants: deskInvariants(registry),
      todos: deskTodos(reconciler),
    };
  },
});
