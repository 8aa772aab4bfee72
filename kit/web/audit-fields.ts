import type { Field } from '#kit/model/field.ts';
import { listKeys } from '#kit/model/list-entry.ts';
import type { AnyResource, AuditKey } from '#kit/model/resource.ts';

/** Columns every stored row carries beside its own fields. */
export const AUDIT_FIELDS: Readonly<Record<AuditKey, Field>> = {
  id: { kind: 'text', title: 'ID' },
  createBy: { kind: 'text', title: '创建人', isPerson: true },
  createTime: { kind: 'datetime', title: '创建时间' },
  updateBy: { kind: 'text', title: '更新人', isPerson: true },
  updateTime: { kind: 'datetime', title: '更新时间' },
  version: { kind: 'integer', title: '版本' },
};

/** A field of a resource or an audit column, by key; those of a view are all declared. */
export function fieldOf(resource: AnyResource, key: string): Field | undefined {
  const fields = resource.fields as Readonly<Record<string, Field>>;
  if (Object.hasOwn(fields, key)) return fields[key];
  const isAudit = resource.kind !== 'view' && Object.hasOwn(AUDIT_FIELDS, key);
  return isAudit ? AUDIT_FIELDS[key as AuditKey] : undefined;
}

/** What a row is called: its label, by `_dictText` where the label is a choice or a link. */
export function labelOf(resource: AnyResource, row: Readonly<Record<string, unknown>>): string {
  const key = resource.label as string;
  const called = key === 'id' ? linkedNames(resource, row) : row[`${key}_dictText`];
  return String(called || row[key] || row['id'] || '');
}

/** A row without a name of its own is called by the first rows that it is about. */
const linkedNames = (resource: AnyResource, row: Readonly<Record<string, unknown>>): string =>
  listKeys(resource)
    .filter((key) => fieldOf(resource, key)?.kind === 'link' && row[`${key}_dictText`])
    .slice(0, 2)
    .map((key) => String(row[`${key}_dictText`]))
    .join(' · ');
