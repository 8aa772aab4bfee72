import { movePermission } from '#kit/model/lifecycle.ts';
import type { Refusal } from '#kit/model/refusal.ts';
import { may } from '#kit/server/actor.ts';
import { command, type Command } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Registry } from '#kit/server/registry.ts';
import { pick, setColumns, setEach } from '#kit/server/stored-rows.ts';
import { partOrderLifecycle } from '#modules/aftersales/model/part-lifecycle.ts';
import { orderLifecycle } from '#modules/orders/model/order-lifecycle.ts';
import { actionKind, readActions, type ActionKind } from '../model/actions.ts';
import { actionForbidden, matchesAll, targetsGone, testFirst, versionGone } from '../model/errors.ts';
import { readConditions } from '../model/conditions.ts';
import { ruleVersion } from '../model/rule-records.ts';
import { rule, ruleLifecycle, type RuleRow, type Trigger } from '../model/rule.ts';
import { subjectOf } from '../model/subject.ts';
import { readShops } from './live-rules.ts';
import { goneTargets } from './rule-guards.ts';
import { nextRun } from './rule-jobs.ts';
import { beyondReach } from './rule-reach.ts';
import { storeVersion } from './rule-versions.ts';

/** The right that an action needs of whoever does it by hand; null: it changes no order. */
const RIGHT_OF: Readonly<Record<ActionKind, string | null>> = {
  assignWarehouse: movePermission(orderLifecycle, 'reallocate'),
  addTag: 'orders:salesOrder:edit',
  addHold: movePermission(orderLifecycle, 'hold'),
  releaseHold: movePermission(orderLifecycle, 'release'),
  accept: movePermission(orderLifecycle, 'accept'),
  assignShipMethod: movePermission(orderLifecycle, 'setShipMethod'),
  split: movePermission(orderLifecycle, 'split'),
  setPriority: movePermission(orderLifecycle, 'setPriority'),
  addRemark: movePermission(orderLifecycle, 'remark'),
  askInfo: movePermission(partOrderLifecycle, 'needInfo'),
  notify: null,
  createTask: null,
};

/** Nobody lets a rule do what they may not do themselves. @returns the refusal, or null */
export function forbiddenAction(tx: Tx, { actions }: Pick<RuleRow, 'actions'>): Refusal | null {
  const wrong = readActions(actions).value.find(({ kind }) => {
    const right = RIGHT_OF[kind];
    return right !== null && !may(tx.actor, right);
  });
  return wrong ? actionForbidden({ action: actionKind.items[wrong.kind] }) : null;
}

/** 试运行: judged with everything that happens, noted, and nothing done. */
export const tryOutRule: Command = command(ruleLifecycle, 'tryOut', {
  guard: async (tx, rows) => reachRefusals(tx, rows),
  run: (tx, rows) => setOff(tx, rows),
});

const reachRefusals = ({ actor }: Tx, rows: readonly RuleRow[]): Map<string, Refusal> =>
  new Map(
    rows.flatMap((row) => {
      const refusal = beyondReach(actor, row);
      return refusal ? [[row.id, refusal] as const] : [];
    }),
  );

interface LastTest {
  ruleId: string;
  orders: number;
  matched: number;
}

/** 停用: nothing is judged by it any more, from the next commit on. */
export const pauseRule: Command = command(ruleLifecycle, 'pause', {
  run: (tx, rows) => setColumns(tx, rule, rows, { nextAt: null }),
});

const setOff = (tx: Tx, rows: readonly RuleRow[]): Promise<void> =>
  setEach(
    tx,
    rule,
    rows.map(({ id, trigger, cron }) => ({
      id,
      fault: null,
      nextAt: trigger === 'schedule' ? nextRun(cron, tx.now, tx.actor.zone) : null,
    })),
  );

const lastTests = (tx: Tx, rows: readonly RuleRow[]): Promise<LastTest[]> =>
  tx.rows<LastTest>`
    select distinct on (t.rule_id) t.rule_id, t.order_count as orders, t.matched_count as matched
    from rule_test t join rule r on r.tenant_id = t.tenant_id and r.id = t.rule_id
      and r.revision = t.revision
    where t.tenant_id = ${tx.tenant} and t.rule_id = any(${rows.map(({ id }) => id)}::uuid[])
    order by t.rule_id, t.create_time desc, t.id desc`;

/** 启用: only what was held against the past in exactly this version; what meets all is said first. */
const activating = (registry: Registry): Command =>
  command(ruleLifecycle, 'activate', {
    async guard(tx, rows, { acceptAll }) {
      const refusals = reachRefusals(tx, rows);
      const tests = new Map((await lastTests(tx, rows)).map((test) => [test.ruleId, test]));
      for (const row of rows) {
        if (refusals.has(row.id)) continue;
        const test = tests.get(row.id);
        const refusal = forbiddenAction(tx, row) ?? (await goneRefusal(tx, registry, row));
        if (refusal) refusals.set(row.id, refusal);
        else if (row.testedRevision !== row.revision || !test)
          refusals.set(row.id, testFirst({ revision: row.revision }));
        else if (test.orders > 0 && test.matched === test.orders && !acceptAll)
          refusals.set(row.id, matchesAll({ ...test, of: subjectOf(row.trigger as Trigger) }));
      }
      return refusals;
    },
    run: (tx, rows) => setOff(tx, rows),
  });

/** What it names may have been deleted since it was saved. */
async function goneRefusal(tx: Tx, registry: Registry, row: RuleRow): Promise<Refusal | null> {
  const gone = await goneTargets(tx, registry, {
    conditions: readConditions(row.conditions).value,
    actions: readActions(row.actions).value,
    shopIds: readShops(row.shopIds),
  });
  return gone.length > 0 ? targetsGone({ what: gone.map(({ message }) => message).join('；') }) : null;
}

/**
 * 启用, and 恢复版本: what the rule said once is what it says again, under a number of its own, and is tested
 * once more. Both look up what rules name.
 */
export const lookingUpMoves = (registry: Registry): { activateRule: Command; restoreRule: Command } => ({
  activateRule: activating(registry),
  restoreRule: command(ruleLifecycle, 'restore', {
    guard: async (tx, rows) => reachRefusals(tx, rows),
    async run(tx, rows, { revision }) {
      for (const row of rows) {
        const [stored] = await pick(tx, ruleVersion, ['content'])`
          rule_id = ${row.id}::uuid and revision = ${revision}`;
        if (!stored) throw versionGone();
        const content = stored.content as Pick<
          RuleRow,
          'trigger' | 'cron' | 'shopIds' | 'conditions' | 'actions' | 'stopOnMatch'
        >;
        const beyond = beyondReach(tx.actor, content);
        if (beyond) throw beyond;
        await setColumns(tx, rule, [row.id], {
          trigger: content.trigger,
          cron: content.cron,
          shopIds: content.shopIds,
          conditions: content.conditions,
          actions: content.actions,
          stopOnMatch: content.stopOnMatch,
          revision: row.revision + 1,
          owner: tx.actor.username,
        });
        await storeVersion(tx, registry, row.id);
      }
    },
  }),
});
