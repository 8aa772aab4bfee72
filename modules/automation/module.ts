import type { Database } from '#kit/server/database.ts';
import { defineModule } from '#kit/server/module.ts';
import type { Registry } from '#kit/server/registry.ts';
import { scheduledRulesWork, sweepRuleRunsWork } from './model/clock-works.ts';
import * as declared from './model/declared.ts';
import { automationGrants } from './model/grants.ts';
import { automationMenus } from './model/menus.ts';
import { ruleRun, ruleTestOrder } from './model/rule-records.ts';
import { rule } from './model/rule.ts';
import { automationInTransaction } from './server/reactions.ts';
import { ruleGuards } from './server/rule-guards.ts';
import { ruleHits } from './server/rule-hits.ts';
import { enqueueScheduledRules, ruleJobs } from './server/rule-jobs.ts';
import * as ruleMoves from './server/rule-moves.ts';
import { ruleRoutes } from './server/rule-routes.ts';
import { reasonsSeen } from './server/run-reasons.ts';
import { sweepRuleRuns } from './server/sweep-runs.ts';
import * as taskMoves from './server/task-moves.ts';
import { automationTodos } from './server/todos.ts';

const HOUR_MS = 3_600_000;

interface Services {
  db: Database;
  registry: Registry;
}

/** 自动化规则 回测 轨迹 规则待办. */
export const automation = defineModule<Services>({
  name: 'automation',
  declared,
  menus: automationMenus,
  grants: automationGrants,
  todos: automationTodos,
  moves: [ruleMoves, taskMoves],
  build: (services) => ({
    serves: [
      { resource: rule, guards: ruleGuards(services.registry), beside: ruleHits },
      { resource: ruleRun, detail: reasonsSeen },
      { resource: ruleTestOrder, detail: reasonsSeen },
    ],
    moves: [ruleMoves.lookingUpMoves(services.registry)],
    inTransaction: automationInTransaction(services.registry),
    routes: ruleRoutes(services),
    jobs: ruleJobs(services),
    scheduled: [
      { kind: scheduledRulesWork, everyMs: 30_000, run: (now) => enqueueScheduledRules(services.db, now) },
      { kind: sweepRuleRunsWork, everyMs: HOUR_MS, run: (now) => sweepRuleRuns(services.db, now) },
    ],
  }),
});
