import type { Field } from '#kit/model/field.ts';
import { resourceKey, snake, type AnyResource } from '#kit/model/resource.ts';
import { newId, type Tx } from './database.ts';

export interface AuditEntry {
  rowId: string | null;
  action: string;
  diff?: Record<string, unknown> | null;
}

/** Writes who did what, in the transaction of the deed. Secrets and personal data stay out. */
export async function audit(
  tx: Tx,
  resource: string,
  entries: readonly AuditEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  const { actor } = tx;
  await tx.run`
    insert into audit_log (tenant_id, id, at, actor_id, actor_name, ip, request_id, resource, row_id, action, diff)
    select ${tx.tenant}, e.id, ${tx.now}, ${actor.userId}::uuid, ${actor.username}, ${actor.ip},
      ${actor.requestId}, ${resource}, e.row_id, e.action, e.diff
    from unnest(${entries.map(() => newId())}::uuid[], ${entries.map((e) => e.rowId)}::uuid[],
      ${entries.map((e) => e.action)}::text[],
      ${entries.map((e) => (e.diff ? JSON.stringify(e.diff) : null))}::jsonb[]) as e (id, row_id, action, diff)`;
}

const HIDDEN = new Set(['secret', 'sealed']);

/** Changed fields as `{field: [before, after]}`; secrets only say that they changed. */
export function fieldDiff(
  resource: AnyResource,
  before: Record<string, unknown> | null,
  after: Record<string, unknown>,
): Record<string, unknown> | null {
  const diff: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(after)) {
    const field = (resource.fields as Record<string, Field>)[key];
    if (!field) continue;
    const old = before?.[snake(key)] ?? null;
    if (plain(old) === plain(value)) continue;
    diff[key] = HIDDEN.has(field.kind) ? ['***', '***'] : [printable(old), printable(value)];
  }
  return Object.keys(diff).length > 0 ? diff : null;
}

const printable = (value: unknown): unknown =>
  typeof value === 'bigint' ? value.toString() : value;
const plain = (value: unknown): string =>
  JSON.stringify(typeof value === 'bigint' ? value.toString() : (value ?? null));

export const auditResource = (
  tx: Tx,
  resource: AnyResource,
  entries: readonly AuditEntry[],
): Promise<void> => audit(tx, resourceKey(resource), entries);
