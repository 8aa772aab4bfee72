import type { Field } from '#kit/model/field.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import type { Actor } from '../actor.ts';

/** Columns that every resource has beside its fields, with the kind they behave as. */
export const AUDIT_FIELDS: Record<string, Field> = {
  id: { kind: 'link', title: 'ID' },
  createBy: { kind: 'text', title: '创建人' },
  createTime: { kind: 'datetime', title: '创建时间' },
  updateBy: { kind: 'text', title: '更新人' },
  updateTime: { kind: 'datetime', title: '更新时间' },
  version: { kind: 'integer', title: '版本' },
};

const ID_ALONE = { id: AUDIT_FIELDS['id'] as Field };

/** Columns that rows of a resource have beside its fields: those of a view are all declared. */
export const auditFields = ({ kind }: AnyResource): Record<string, Field> =>
  kind === 'view' ? ID_ALONE : AUDIT_FIELDS;

/** Fields an actor may not see: neither shown, nor filtered, nor sorted by. */
export function maskedFields(resource: AnyResource, actor: Actor): Set<string> {
  const hidden = new Set<string>();
  for (const mask of actor.masks) for (const key of (resource.masks?.[mask] ?? []) as string[]) hidden.add(key);
  return hidden;
}

/** A field of the resource or an audit column, by wire key; undefined when unknown or hidden. */
export function fieldOf(resource: AnyResource, key: string, hidden: ReadonlySet<string>): Field | undefined {
  if (hidden.has(key)) return undefined;
  const fields = resource.fields as Record<string, Field>;
  if (Object.hasOwn(fields, key)) return fields[key];
  const audit = auditFields(resource);
  return Object.hasOwn(audit, key) ? audit[key] : undefined;
}
