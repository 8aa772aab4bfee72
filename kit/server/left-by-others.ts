import { resourceKey, type AnyResource } from '#kit/model/resource.ts';
import { partakers } from './actor.ts';
import type { Tx } from './database.ts';
import { isPair } from './row-versions.ts';

interface Entry {
  rowId: string;
  action: string;
  isOwn: boolean;
  diff: Readonly<Record<string, unknown>>;
}

/**
 * Rows as they stood after the last change of some of their fields that was made by somebody else than the actor,
 * or whom they act for: by the audit trail, with everything later taken back. For checks in which nobody's own
 * entry vouches for what they do.
 * @param rows what is stored now
 * @param fields those that matter; of kinds that JSON knows (numbers, texts, choices, links, flags)
 * @returns values of these fields by id; null where nobody else has written them
 */
export async function leftByOthers<T extends { id: string }, K extends keyof T & string>(
  tx: Tx,
  resource: AnyResource,
  rows: readonly T[],
  fields: readonly K[],
): Promise<Map<string, Pick<T, K> | null>> {
  if (rows.length === 0) return new Map();
  const entries = await tx.rows<Entry>`
    select row_id, action, diff, coalesce(actor_id = any(${partakers(tx.actor)}::uuid[]), false) as is_own
    from audit_log
    where tenant_id = ${tx.tenant} and row_id = any(${rows.map(({ id }) => id)}::uuid[])
      and resource = ${resourceKey(resource)} and jsonb_typeof(diff) = 'object' order by at desc, id desc`;
  const byRow = Map.groupBy(entries, ({ rowId }) => rowId);
  return new Map(rows.map((row) => [row.id, asOthersLeft(row, byRow.get(row.id) ?? [], fields)]));
}

/** @param entries the newest first */
function asOthersLeft<T, K extends keyof T & string>(
  row: T,
  entries: readonly Entry[],
  fields: readonly K[],
): Pick<T, K> | null {
  const state = Object.fromEntries(fields.map((key) => [key, row[key]])) as Pick<T, K>;
  for (const { action, diff, isOwn } of entries) {
    const changed = fields.filter((key) => isPair(diff[key]));
    if (changed.length === 0) continue;
    if (!isOwn) return state;
    if (action === 'add') return null;
    for (const key of changed) state[key] = (diff[key] as [T[K], T[K]])[0];
  }
  return state;
}

/**
 * Rows that the actor, or whom they act for, added or changed one of some fields of, by the audit trail; whether
 * somebody else has looked since is not asked.
 */
export async function writtenByActor<T extends AnyResource>(
  tx: Tx,
  resource: T,
  ids: readonly string[],
  fields: readonly (keyof T['fields'] & string)[],
): Promise<Set<string>> {
  const rows = await tx.rows<{ rowId: string }>`
    select distinct row_id from audit_log
    where tenant_id = ${tx.tenant} and row_id = any(${[...ids]}::uuid[]) and resource = ${resourceKey(resource)}
      and actor_id = any(${partakers(tx.actor)}::uuid[]) and (action = 'add' or diff ?| ${[...fields]}::text[])`;
  return new Set(rows.map(({ rowId }) => rowId));
}
