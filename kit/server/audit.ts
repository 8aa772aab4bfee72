import type { Field } from '#kit/model/field.ts';
import { resourceKey, type AnyResource } from '#kit/model/resource.ts';
import type { Tx } from './database.ts';

export interface AuditEntry {
  rowId: string | null;
  action: string;
  diff?: Record<string, unknown> | null;
}

/** Notes who did what; stored with the transaction of the deed. Secrets and personal data stay out. */
export function audit(tx: Tx, resource: string, entries: readonly AuditEntry[]): void {
  for (const { rowId, action, diff } of entries)
    tx.journal.operations.push({ resource, rowId, action, diff: diff ? JSON.stringify(diff) : null });
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
    const old = before?.[key] ?? null;
    if (plain(old) === plain(value)) continue;
    diff[key] = HIDDEN.has(field.kind) ? ['***', '***'] : [printable(old), printable(value)];
  }
  return Object.keys(diff).length > 0 ? diff : null;
}

const printable = (value: unknown): unknown => (typeof value === 'bigint' ? value.toString() : value);
const plain = (value: unknown): string =>
  JSON.stringify(typeof value === 'bigint' ? value.toString() : (value ?? null));

export const auditResource = (tx: Tx, resource: AnyResource, entries: readonly AuditEntry[]): void =>
  audit(tx, resourceKey(resource), entries);
