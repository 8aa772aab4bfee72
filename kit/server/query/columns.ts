import type { Field } from '#kit/model/field.ts';
import { listKeys } from '#kit/model/list-entry.ts';
import { snake, type AnyResource } from '#kit/model/resource.ts';
import { toWireTime } from '#kit/model/time.ts';
import type { Actor } from '../actor.ts';
import { serverKinds, type KindContext } from '../kinds.ts';
import { tableOf, type Registry } from '../registry.ts';
import { column, join, sql, type Sql } from '../sql.ts';
import { scopeConditions } from './row-limits.ts';

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
const auditFields = ({ kind }: AnyResource): Record<string, Field> =>
  kind === 'view' ? ID_ALONE : AUDIT_FIELDS;

/** Fields an actor may not see: neither shown, nor filtered, nor sorted by. */
export function maskedFields(resource: AnyResource, actor: Actor): Set<string> {
  const hidden = new Set<string>();
  for (const mask of actor.masks)
    for (const key of (resource.masks?.[mask] ?? []) as string[]) hidden.add(key);
  return hidden;
}

/** A field of the resource or an audit column, by wire key; undefined when unknown or hidden. */
export function fieldOf(
  resource: AnyResource,
  key: string,
  hidden: ReadonlySet<string>,
): Field | undefined {
  if (hidden.has(key)) return undefined;
  const fields = resource.fields as Record<string, Field>;
  if (Object.hasOwn(fields, key)) return fields[key];
  const audit = auditFields(resource);
  return Object.hasOwn(audit, key) ? audit[key] : undefined;
}

/**
 * What a list leaves out beside masked fields: sealed and structured fields, unless the
 * declaration lists them. Personal data is opened one row at a time, not by the page.
 */
export function hiddenInLists(resource: AnyResource, hidden: ReadonlySet<string>): Set<string> {
  const left = new Set(hidden);
  const listed = new Set(listKeys(resource));
  for (const [key, field] of Object.entries(resource.fields as Record<string, Field>))
    if ((field.kind === 'sealed' || field.kind === 'json') && !listed.has(key)) left.add(key);
  return left;
}

/**
 * Select list of a resource aliased `t`: its columns, and for every link the label of the row it
 * points to as `<column>_label`, so that a page of rows is one statement. The number of a document
 * is for those who may see the document.
 */
export function selectColumns(
  resource: AnyResource,
  { registry, hidden, actor }: { registry: Registry; hidden: ReadonlySet<string>; actor: Actor },
): Sql {
  const parts: Sql[] = Object.keys(auditFields(resource)).map((key) => column(`t.${snake(key)}`));
  for (const [key, field] of Object.entries(resource.fields as Record<string, Field>)) {
    if (hidden.has(key)) continue;
    const name = snake(key);
    parts.push(
      field.kind === 'secret'
        ? sql`t.${column(name)} is not null as ${column(name)}`
        : column(`t.${name}`),
    );
    const target = field.to ? registry.find(field.to) : undefined;
    if (target) {
      const seen = [
        sql`l.tenant_id = t.tenant_id and l.id = t.${column(name)}`,
        ...(target.kind === 'document' ? scopeConditions(target, actor, 'l') : []),
      ];
      parts.push(sql`(select l.${column(snake(target.label))} from ${column(tableOf(target))} l
        where ${join(seen, ' and ')}) as ${column(`${name}_label`)}`);
    }
  }
  return join(parts, ', ');
}

/**
 * Turns a selected row into its wire shape with `_dictText` siblings. Without the registry, what is
 * sealed stays closed.
 */
export function toWireRow(
  resource: AnyResource,
  row: Record<string, unknown>,
  { actor, registry, hidden }: { actor: Actor; registry?: Registry; hidden: ReadonlySet<string> },
): Record<string, unknown> {
  const wire: Record<string, unknown> =
    resource.kind === 'view' ? { id: row['id'] } : auditValues(row, actor);
  for (const [key, field] of Object.entries(resource.fields as Record<string, Field>)) {
    if (hidden.has(key)) continue;
    const value = row[key];
    wire[key] =
      value === null || value === undefined ? null : wireValue(field, value, row, actor, registry);
    const text = dictText(field, value, row[`${key}Label`]);
    if (text !== undefined) wire[`${key}_dictText`] = text;
  }
  return wire;
}

const auditValues = (row: Record<string, unknown>, { zone }: Actor): Record<string, unknown> => ({
  id: row['id'],
  createBy: row['createBy'] ?? null,
  createTime: row['createTime'] ? toWireTime(row['createTime'] as Date, zone) : null,
  updateBy: row['updateBy'] ?? null,
  updateTime: row['updateTime'] ? toWireTime(row['updateTime'] as Date, zone) : null,
  version: row['version'],
});

function wireValue(
  field: Field,
  value: unknown,
  row: Record<string, unknown>,
  actor: Actor,
  registry: Registry | undefined,
): unknown {
  if (field.kind === 'secret') return value === true ? '***' : null;
  if (field.kind === 'sealed')
    return !registry || actor.masks.has(registry.sealedMask)
      ? undefined
      : registry.vault.open(value as string);
  const currency = field.currency ? row[field.currency] : undefined;
  const context: KindContext =
    typeof currency === 'string' ? { zone: actor.zone, currency } : { zone: actor.zone };
  return serverKinds[field.kind].toWire(value, context);
}

function dictText(field: Field, value: unknown, label: unknown): string | null | undefined {
  const items = field.dict?.items as Record<string, string> | undefined;
  if (field.kind === 'link') return (label as string | null) ?? null;
  if (field.kind === 'flag')
    return value === null || value === undefined ? null : value ? '是' : '否';
  if (!items) return undefined;
  if (value === null || value === undefined) return null;
  const codes = Array.isArray(value) ? (value as string[]) : [value as string];
  return codes.map((code) => items[code] ?? code).join(',');
}
