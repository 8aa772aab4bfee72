import { forbidden, invalid } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import { OPERATOR_TENANT } from '../model/operator-tenant.ts';
import { isPlatformRight, splitCodes } from '../model/permission-code.ts';
import { requireHeld } from './guards.ts';
import type { PermissionRow } from './permission-table.ts';

interface RequestedGrants {
  /** What is granted now. */
  held: readonly string[];
  wanted: readonly string[];
  /** What the one who saves was shown; null: all that is granted. */
  last: readonly string[] | null;
  permissions: readonly PermissionRow[];
}

interface GrantChange {
  given: string[];
  taken: string[];
  /** Menus and buttons that are given. */
  rows: PermissionRow[];
  /** As the log names them. */
  diff: { given: string[]; taken: string[] };
}

/**
 * What a save of rights changes: given is `wanted` less `last`, taken `last` less `wanted`. Nobody hands
 * on or takes away what they lack, and outside the operator's tenant nobody gives what reaches beyond it.
 */
export function grantChange(tx: Tx, { held, wanted, last, permissions }: RequestedGrants): GrantChange {
  const base = last ?? held;
  const given = wanted.filter((id) => !base.includes(id) && !held.includes(id));
  const taken = base.filter((id) => !wanted.includes(id) && held.includes(id));
  const byId = new Map(permissions.map((row) => [row.id, row]));
  if (given.some((id) => !byId.has(id)))
    throw invalid([{ field: 'permissionIds', code: 'missing', message: '权限不存在' }]);
  const codes = (ids: readonly string[]): string[] => ids.flatMap((id) => splitCodes(byId.get(id)?.perms ?? null));
  requireHeld(tx.actor, codes([...given, ...taken]));
  if (tx.tenant !== OPERATOR_TENANT && codes(given).some(isPlatformRight)) throw forbidden();
  const namesOf = (ids: readonly string[]): string[] =>
    ids.map((id) => byId.get(id)?.perms ?? byId.get(id)?.name ?? id);
  return {
    given,
    taken,
    rows: given.flatMap((id) => byId.get(id) ?? []),
    diff: { given: namesOf(given), taken: namesOf(taken) },
  };
}
