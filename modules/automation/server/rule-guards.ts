import { nextRuns } from '#kit/model/cron/next-runs.ts';
import { parseCron } from '#kit/model/cron/parse.ts';
import { invalid, type FieldError } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import { isUuid } from '#kit/server/kinds.ts';
import type { Registry } from '#kit/server/registry.ts';
import type { Guards } from '#kit/server/writer.ts';
import { actionKind, readActions, targetsOf } from '../model/actions.ts';
import { leavesOf, readConditions, readJson, type Group } from '../model/conditions.ts';
import {
  beyondWarehouses,
  cronNeeded,
  cronOver,
  cronTooOften,
  liveRuleStays,
  maskedFact,
  partFaults,
  ruleIsLive,
  shopsOutOfScope,
} from '../model/errors.ts';
import { FACTS } from '../model/facts.ts';
import { LIVE_STATES, VERSIONED, type rule, type RuleRow, type Trigger } from '../model/rule.ts';
import { subjectOf } from '../model/subject.ts';
import { readShops } from './live-rules.ts';
import { namesOf, type Naming } from './names.ts';
import { beyondReach } from './rule-reach.ts';

/** A rule by the clock runs no more often. */
const LEAST_MINUTES = 5;
const MOST_SHOPS = 100;

/** As a form or a sheet brings it: a field may be missing or empty. */
type Written = { [K in (typeof VERSIONED)[number]]?: RuleRow[K] | null };

/**
 * What a rule says is judged as a whole: questions and actions by their registries, what they name by
 * whether it is there. A change of what it says is a new version; while it is on, it may not be changed.
 */
export const ruleGuards = (registry: Registry): Guards<typeof rule> => ({
  async add(tx, values) {
    if (tx.actor.limits.warehouses) throw beyondWarehouses();
    await judgeRule(tx, registry, values);
    refuseMasked(tx, { conditions: readConditions(values.conditions).value });
    Object.assign(values, { status: 'draft', revision: 1, owner: tx.actor.username });
  },
  async edit(tx, before, values) {
    const beyond = beyondReach(tx.actor, before);
    if (beyond) throw beyond;
    const changed = { ...before, ...values };
    await judgeRule(tx, registry, changed);
    if (changed.conditions !== before.conditions)
      refuseMasked(tx, { conditions: readConditions(changed.conditions).value });
    // What was written in another spelling of the same is no change.
    for (const key of ['shopIds', 'conditions', 'actions'] as const)
      if (values[key] !== undefined) Object.assign(values, { [key]: changed[key] });
    const isOther = VERSIONED.some((key) => (changed[key] ?? null) !== (before[key] ?? null));
    if (!isOther) return;
    if (before.status === 'active') throw ruleIsLive();
    Object.assign(values, { revision: before.revision + 1, owner: tx.actor.username });
  },
  async delete(tx, rows) {
    const beyond = rows.map((row) => beyondReach(tx.actor, row)).find(Boolean);
    if (beyond) throw beyond;
    const live = rows.find(({ status }) => LIVE_STATES.includes(status));
    if (live) throw liveRuleStays({ rule: live.name });
  },
});

/** @throws Refusal 422 with every fault at its field; else the texts are in their one spelling */
async function judgeRule(tx: Tx, registry: Registry, values: Written): Promise<void> {
  const subject = subjectOf((values.trigger ?? 'orderPulled') as Trigger);
  const conditions = readConditions(values.conditions, subject);
  const actions = readActions(values.actions, subject);
  const shopIds = shopFaults(tx, values.shopIds);
  const errors: FieldError[] = [
    ...partFaults('conditions', conditions.faults),
    ...partFaults('actions', actions.faults),
    ...shopIds.errors,
  ];
  if (errors.length > 0) throw invalid(errors);
  const about = {
    conditions: conditions.value,
    actions: actions.value,
    shopIds: readShops(values.shopIds),
  };
  const gone = await goneTargets(tx, registry, about);
  if (gone.length > 0) throw invalid(gone);
  judgeClock(tx, values);
  Object.assign(values, {
    conditions: JSON.stringify(about.conditions),
    actions: JSON.stringify(about.actions),
    shopIds: about.shopIds ? JSON.stringify(about.shopIds) : null,
  });
}

/** What a rule names that is there no more, each with its place. */
export async function goneTargets(tx: Tx, registry: Registry, about: Naming): Promise<FieldError[]> {
  const names = await namesOf(tx, registry, [about]);
  return [
    ...partFaults('conditions', goneFacts(about.conditions, names)),
    ...about.actions.flatMap((action, at) =>
      targetsOf(action).some(([, id]) => !names.has(id))
        ? partFaults('actions', [
            {
              at: `${at + 1}`,
              message: `“${actionKind.items[action.kind]}”所选的已删除，请重新选择`,
            },
          ])
        : [],
    ),
    ...((about.shopIds ?? []).some((id) => !names.has(id))
      ? partFaults('shopIds', [{ at: '', message: '所选店铺已删除，请重新选择' }])
      : []),
  ];
}

/** @throws Refusal 422 where the actor may not see what a condition asks about */
export function refuseMasked({ actor }: Pick<Tx, 'actor'>, { conditions }: { conditions: Group }): void {
  for (const { fact } of leavesOf(conditions)) {
    const { mask, title } = FACTS[fact];
    if (mask && actor.masks.has(mask)) throw maskedFact({ fact: title, mask });
  }
}

const goneFacts = (conditions: Group, names: ReadonlyMap<string, string>): { at: string; message: string }[] =>
  leavesOf(conditions).flatMap(({ fact, value, at }) => {
    const { to, title } = FACTS[fact];
    const ids = [...(at ? [at] : []), ...(to ? [value].flat().filter((one) => typeof one === 'string') : [])];
    return ids.some((id) => !names.has(id)) ? [{ at: '', message: `“${title}”所选的已删除，请重新选择` }] : [];
  });

/** Who is bounded to shops makes rules for those alone. */
function shopFaults(tx: Tx, text: string | null | undefined): { errors: FieldError[] } {
  const json = text ? readJson(text) : [];
  if (!Array.isArray(json) || !json.every(isUuid) || json.length > MOST_SHOPS)
    return { errors: partFaults('shopIds', [{ at: '', message: '适用店铺格式不正确' }]) };
  const own = tx.actor.limits.shops;
  if (own && (json.length === 0 || json.some((id) => !own.includes(id)))) throw shopsOutOfScope();
  return { errors: [] };
}

function judgeClock(tx: Tx, values: Written): void {
  if (values.trigger !== 'schedule') {
    values.cron = null;
    return;
  }
  if (!values.cron) throw cronNeeded();
  const parsed = parseCron(values.cron);
  if (!parsed.ok) throw invalid([{ field: 'cron', code: 'invalid', message: parsed.message }]);
  const runs = nextRuns(parsed.cron, { after: tx.now, zone: tx.actor.zone, count: 3 });
  if (runs.length === 0) throw cronOver();
  const gaps = runs.slice(1).map((at, index) => at.getTime() - (runs[index] as Date).getTime());
  if (gaps.some((gap) => gap < LEAST_MINUTES * 60_000)) throw cronTooOften({ minutes: LEAST_MINUTES });
}
