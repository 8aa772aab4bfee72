import type { Tx } from '#kit/server/database.ts';
import { pick } from '#kit/server/stored-rows.ts';
import { readActions } from '../model/actions.ts';
import { familiesOf, readConditions, readJson } from '../model/conditions.ts';
import type { FactFamily } from '../model/fact.ts';
import type { JudgedRule } from '../model/judge-rules.ts';
import { rule, type RuleRow, type Trigger } from '../model/rule.ts';
import { subjectOf } from '../model/subject.ts';

/** A stored rule, read for the engine. */
export interface LiveRule extends JudgedRule {
  revision: number;
  status: RuleRow['status'];
  trigger: Trigger;
  owner: string | null;
}

const KEYS = [
  'id',
  'name',
  'trigger',
  'priority',
  'stopOnMatch',
  'shopIds',
  'conditions',
  'actions',
  'revision',
  'status',
  'owner',
] as const;

type Stored = Pick<RuleRow, (typeof KEYS)[number]>;

/** The texts of a rule as what they say; they were judged when they were saved. */
export const readRule = (row: Stored): LiveRule => ({
  id: row.id,
  name: row.name,
  trigger: row.trigger as Trigger,
  subject: subjectOf(row.trigger as Trigger),
  priority: row.priority,
  stopOnMatch: row.stopOnMatch,
  shopIds: readShops(row.shopIds),
  conditions: readConditions(row.conditions).value,
  actions: readActions(row.actions).value,
  revision: row.revision,
  status: row.status,
  owner: row.owner,
});

/** Ids of shops; null = all. */
export function readShops(text: string | null | undefined): readonly string[] | null {
  const json = readJson(text);
  if (!Array.isArray(json)) return null;
  const ids = json.filter((one): one is string => typeof one === 'string');
  return ids.length > 0 ? ids : null;
}

/** Rules that are judged when something happens. */
export async function liveRules(tx: Tx, trigger: Trigger): Promise<LiveRule[]> {
  const rows = await pick(tx, rule, KEYS)`
    deleted_at is null and status in ('active', 'dry_run') and trigger = ${trigger}`;
  return rows.map(readRule);
}

/** Whether anything is to be judged at all: asked with everything that happens. */
export async function hasLiveRules(tx: Tx, trigger: Trigger): Promise<boolean> {
  const found = await tx.maybe`
    select 1 from rule where tenant_id = ${tx.tenant} and deleted_at is null
      and status in ('active', 'dry_run') and trigger = ${trigger} limit 1`;
  return found !== undefined;
}

/** Rules by their ids, in whatever state. */
export async function rulesById(tx: Tx, ids: readonly string[]): Promise<LiveRule[]> {
  const rows = await pick(tx, rule, KEYS)`deleted_at is null and id = any(${[...ids]}::uuid[])`;
  return rows.map(readRule);
}

/** Whoever switches it off or changes it waits, or has done so: then nothing more is done by this version. */
export async function isStillOn(tx: Tx, { id, revision }: LiveRule): Promise<boolean> {
  const row = await tx.maybe<{ status: string; revision: number }>`
    select status, revision from rule
    where tenant_id = ${tx.tenant} and id = ${id}::uuid and deleted_at is null for share`;
  return row?.status === 'active' && row.revision === revision;
}

/** All rules that are switched on, whatever sets them off. */
export async function activeRules(tx: Tx): Promise<LiveRule[]> {
  const rows = await pick(tx, rule, KEYS)`deleted_at is null and status = 'active'`;
  return rows.map(readRule);
}

/** Families of facts that some rules ask about. */
export const queriedFamilies = (rules: readonly JudgedRule[]): Set<FactFamily> =>
  familiesOf(rules.map(({ conditions }) => conditions));
