import type { Field } from '#kit/model/field.ts';
import { resourceKey, type AnyResource } from '#kit/model/resource.ts';
import type { Tx } from './database.ts';

/** One change of a row, as the audit trail keeps it. */
export interface RowVersion {
  id: string;
  /** 1 is the first change that is known. */
  version: number;
  at: Date;
  actorName: string;
  /** Last word of what was done: `add`, `edit`, a move. */
  action: string;
  /** Changed fields as `[before, after]`; what a deed noted otherwise stands beside them. */
  diff: Readonly<Record<string, unknown>>;
}

/** Changes of one row that are looked at; those before are not kept apart any more. */
const MOST_VERSIONS = 1000;

/** The changes of a row, the oldest first: what said nothing of fields is none. */
export async function versionsOf(tx: Tx, resource: AnyResource, rowId: string): Promise<RowVersion[]> {
  const rows = await tx.rows<RowVersion>`
    select v.* from (
      select id, at, actor_name, action, diff,
        (row_number() over (order by at, id))::integer as version
      from audit_log
      where tenant_id = ${tx.tenant} and row_id = ${rowId} and resource = ${resourceKey(resource)}
        and jsonb_typeof(diff) = 'object') v
    order by v.version desc limit ${MOST_VERSIONS}`;
  return rows.toReversed();
}

/**
 * The row as it stood once one of its changes was done: what it is now, with everything later taken
 * back. Of a row that is gone only what its changes name is known.
 * @param at place of the change among `versions`
 * @param current stored values of the row; null: it is gone
 */
export function stateAt(
  { fields }: AnyResource,
  versions: readonly RowVersion[],
  at: number,
  current: Readonly<Record<string, unknown>> | null,
): Record<string, unknown> {
  const state: Record<string, unknown> = { ...current };
  const known = fields as Readonly<Record<string, Field>>;
  const take = (version: RowVersion, side: 0 | 1): void => {
    for (const [key, pair] of Object.entries(version.diff)) {
      const field = known[key];
      if (field && isPair(pair)) state[key] = storedOf(field, pair[side]);
    }
  };
  for (const version of versions.slice(at + 1).toReversed()) take(version, 0);
  if (current === null) for (const version of versions.slice(0, at + 1)) take(version, 1);
  return state;
}

export const isPair = (value: unknown): value is readonly [unknown, unknown] =>
  Array.isArray(value) && value.length === 2;

/** A value of the trail as a stored row has it: JSON knows neither instants nor exact amounts. */
function storedOf({ kind }: Field, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (kind === 'datetime' && typeof value === 'string') return new Date(value);
  if (kind === 'money' && typeof value === 'string' && /^-?\d+$/.test(value)) return BigInt(value);
  return value;
}
