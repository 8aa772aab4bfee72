import type { Invariant } from '#kit/server/invariant.ts';
import type { ModuleParts } from '#kit/server/module.ts';
import type { Registry } from '#kit/server/registry.ts';
import { delivery } from '../model/task.ts';
import { analysisRoute } from './analysis.ts';
import { batchRoutes } from './batches.ts';
import { deskInvariants } from './invariants.ts';
import { createReconciler, reconciliationRoute } from './reconciliation.ts';
import { abandonTask, retryTask } from './tasks.ts';
import { todoRoute } from './todo.ts';

export interface DeskServices {
  registry: Registry;
  /** Work was stored: look at the queue now. */
  wake: () => void;
  /** Truths of the modules below; this module adds its own. */
  invariants: readonly Invariant[];
}

/** 工作台: reads all, writes only the state of tasks. */
export function createDesk(services: DeskServices): ModuleParts {
  const own = deskInvariants(services.registry);
  const reconciler = createReconciler(() => [...services.invariants, ...own]);
  return {
    serves: [{ resource: delivery, commands: [retryTask(services.wake), abandonTask] }],
    routes: [todoRoute(reconciler), analysisRoute, reconciliationRoute(reconciler), ...batchRoutes],
    invariants: own,
  };
}
