import { wordOf, type TenantWords } from '#kit/model/dict.ts';
import { TAG_SEPARATOR, TONE_FIELD, type Field } from '#kit/model/field.ts';
import { listKeys } from '#kit/model/list-entry.ts';
import { snake, type AnyResource } from '#kit/model/resource.ts';
import { toWireTime } from '#kit/model/time.ts';
import type { Actor } from '../actor.ts';
import { serverKinds, type KindContext } from '../kinds.ts';
import { tableOf, type Registry } from '../registry.ts';
import { column, join, sql, type Sql } from '../sql.ts';
import { scopeConditions } from './row-limits.ts';
import { auditFields } from './fields.ts';
import { rulesOn } from './row-rules.ts';

export { AUDIT_FIELDS, fieldOf, maskedFields } from './fields.ts';

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
 * is for those who may see the document, so is what is somebody's among rows that are open to all, and no row has a
 * name where a data rule hides it.
 */
export function selectColumns(
  resource: AnyResource,
  { registry, hidden, actor }: { registry: Registry; hidden: ReadonlySet<string>; actor: Actor },
): Sql {
  const parts: Sql[] = Object.keys(auditFields(resource)).map((key) => column(`t.${snake(key)}`));
  for (const [key, field] of Object.entries(resource.fields as Record<string, Field>)) {
    if (hidden.has(key)) continue;
    const name = snake(key);
    parts.push(field.kind === 'secret' ? sql`t.${column(name)} is not null as ${column(name)}` : column(`t.${name}`));
    const target = field.to ? registry.find(field.to) : undefined;
    if (target && field.kind === 'tags') parts.push(tagLabels(target, name, actor));
    else if (target) {
      const seen = [
        sql`l.tenant_id = t.tenant_id and l.id = t.${column(name)}`,
        ...(target.kind === 'document' || target.scope?.openWithout ? scopeConditions(target, actor, 'l') : []),
        ...rulesOn(target, actor, 'l'),
      ];
      parts.push(sql`(select l.${column(snake(target.label))} from ${column(tableOf(target))} l
        where ${join(seen, ' and ')}) as ${column(`${name}_label`)}`);
    }
  }
  return join(parts, ', ');
}

/** Names and tones of the tags of a row, as `<column>_label`, in the order of their names. */
function tagLabels(target: AnyResource, name: string, actor: Actor): Sql {
  const seen = [sql`l.tenant_id = t.tenant_id and l.id = any(t.${column(name)})`, ...rulesOn(target, actor, 'l')];
  const label = column(`l.${snake(target.label)}`);
  return sql`(select jsonb_agg(jsonb_build_array(${label}, ${column(`l.${TONE_FIELD}`)}) order by ${label})
    from ${column(tableOf(target))} l where ${join(seen, ' and ')}) as ${column(`${name}_label`)}`;
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
  const wire: Record<string, unknown> = resource.kind === 'view' ? { id: row['id'] } : auditValues(row, actor);
  for (const [key, field] of Object.entries(resource.fields as Record<string, Field>)) {
    if (hidden.has(key)) continue;
    const value = row[key];
    wire[key] = value === null || value === undefined ? null : wireValue(field, value, row, actor, registry);
    const text = dictText(field, value, labelOf(field, row[`${key}Label`], actor, registry), actor.words);
    if (text !== undefined) wire[`${key}_dictText`] = text;
    if (field.kind === 'tags') wire[`${key}_tones`] = labelsOf(row[`${key}Label`]).map(([, tone]) => tone);
  }
  return wire;
}

function labelOf(field: Field, label: unknown, { words }: Actor, registry: Registry | undefined): unknown {
  const target = field.kind === 'link' && typeof label === 'string' ? registry?.find(field.to ?? '') : undefined;
  return target ? nameOf(target, label as string, words) : label;
}

/** What a row is called in words: some are called by one of their choices, and not by its code. */
export function nameOf(resource: AnyResource, label: string, words: Actor['words']): string {
  const { dict } = (resource.fields as Record<string, Field>)[resource.label] ?? {};
  return dict ? (wordOf(dict, label, words) ?? label) : label;
}

/** What {@link tagLabels} gives; null where there are none. */
const labelsOf = (label: unknown): [name: string, tone: string][] =>
  (label as [string, string][] | null | undefined) ?? [];

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
    return !registry || actor.masks.has(registry.sealedMask) ? undefined : registry.vault.open(value as string);
  const currency = field.currency ? row[field.currency] : undefined;
  const context: KindContext = typeof currency === 'string' ? { zone: actor.zone, currency } : { zone: actor.zone };
  return serverKinds[field.kind].toWire(value, context);
}

function dictText(
  field: Field,
  value: unknown,
  label: unknown,
  words: TenantWords | undefined,
): string | null | undefined {
  const { dict } = field;
  if (field.kind === 'link') return (label as string | null) ?? null;
  if (field.kind === 'tags')
    return (
      labelsOf(label)
        .map(([name]) => name)
        .join(TAG_SEPARATOR) || null
    );
  if (field.kind === 'flag') return value === null || value === undefined ? null : value ? '是' : '否';
  if (!dict) return undefined;
  if (value === null || value === undefined) return null;
  const codes = Array.isArray(value) ? (value as string[]) : [value as string];
  return codes.map((code) => wordOf(dict, code, words) ?? code).join(',');
}
