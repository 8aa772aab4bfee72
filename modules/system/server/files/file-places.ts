import type { Field } from '#kit/model/field.ts';
import { resourceKey, snake, type AnyResource } from '#kit/model/resource.ts';
import { may } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { maskedFields } from '#kit/server/query/columns.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { tableOf, type Registry } from '#kit/server/registry.ts';
import { column, join, sql } from '#kit/server/sql.ts';
import { announcement } from '../../model/announcement.ts';
import { messageTemplate } from '../../model/message.ts';

/** An upload as its places are looked for. */
export interface PlacedFile {
  id: string;
  ownerType: string | null;
  ownerId: string | null;
}

/** Where an upload is used, in words, and whether who asks may see that record. */
export interface FilePlace {
  text: string;
  isSeen: boolean;
}

/** What a label is read of as it stands; anything else is named by its title alone. */
const PLAIN = new Set<Field['kind']>(['text', 'textarea']);

/**
 * Where uploads are used: by the record that holds each, or by a text or a face that shows it. What the
 * reader may not see is named by its kind alone.
 * @returns places by id; a file without one is used nowhere
 */
export async function placesOf(
  tx: Tx,
  registry: Pick<Registry, 'resources'>,
  files: readonly PlacedFile[],
): Promise<Map<string, FilePlace>> {
  const places = await shownIn(
    tx,
    files.filter(({ ownerType }) => ownerType === null).map(({ id }) => id),
  );
  for (const type of new Set(files.flatMap(({ ownerType }) => ownerType ?? []))) {
    const held = files.filter(({ ownerType }) => ownerType === type);
    const resource = registry.resources.find((one) => resourceKey(one) === type);
    const labels = resource && (await labelsOf(tx, resource, held));
    for (const { id, ownerId } of held) {
      const label = labels?.get(ownerId ?? '');
      const title = resource?.title ?? '其他记录';
      const text = label === undefined ? `${title}（无权查看）` : label ? `${title}“${label}”` : title;
      places.set(id, { text, isSeen: label !== undefined });
    }
  }
  return places;
}

/** Labels of rows that the reader may see, by id. */
async function labelsOf(tx: Tx, resource: AnyResource, files: readonly PlacedFile[]): Promise<Map<string, string>> {
  if (!may(tx.actor, `${resourceKey(resource)}:list`)) return new Map();
  const ids = files.flatMap(({ ownerId }) => ownerId ?? []);
  if (resource.kind === 'view') return new Map(ids.map((id) => [id, '']));
  const field = (resource.fields as Record<string, Field>)[resource.label];
  const isPlain = field && PLAIN.has(field.kind) && !maskedFields(resource, tx.actor).has(resource.label);
  const label = isPlain ? column(`t.${snake(resource.label)}`) : sql`''`;
  const conditions = [...baseConditions(resource, tx.actor), sql`t.id = any(${ids}::uuid[])`];
  const rows = await tx.query<{ id: string; label: string | null }>(sql`
    select t.id, ${label} as label from ${column(tableOf(resource))} t
    where ${join(conditions, ' and ')}`);
  return new Map(rows.map((row) => [row.id, row.label ?? '']));
}

/** What shows uploads without holding them, and whose list its reader has to see to learn its name. */
const SHOWN_IN: Readonly<Record<string, { title: string; of: AnyResource | null }>> = {
  notice: { title: '系统通告', of: announcement },
  template: { title: '消息模板', of: messageTemplate },
  // Everybody knows their colleagues by name.
  face: { title: '用户头像', of: null },
};

/** Whether the actor sees all rows of what shows a file: one alone is not looked for here. */
const seesAll = ({ actor }: Tx, of: AnyResource | null): boolean =>
  of === null || (may(actor, `${resourceKey(of)}:list`) && !actor.rules?.[resourceKey(of)]);

/** Texts and faces that show an upload without holding it: they name it by its address. */
async function shownIn(tx: Tx, ids: readonly string[]): Promise<Map<string, FilePlace>> {
  if (ids.length === 0) return new Map();
  // The end of an address is the id without its dashes: it stands the same however it is encoded.
  const rows = await tx.rows<{ id: string; kind: string; label: string }>`
    with file as (
      select f.id, replace(f.id::text, '-', '') as mark from unnest(${ids}::uuid[]) as f (id)
    )
    select f.id, 'notice' as kind, a.title as label from file f
    join announcement a on a.tenant_id = ${tx.tenant} and a.deleted_at is null
      and strpos(a.content, f.mark) > 0
    union all
    select f.id, 'template', t.name from file f
    join message_template t on t.tenant_id = ${tx.tenant} and t.deleted_at is null
      and strpos(t.content, f.mark) > 0
    union all
    select f.id, 'face', u.realname from file f
    join membership m on m.tenant_id = ${tx.tenant}
    join app_user u on u.id = m.user_id and strpos(u.avatar, f.mark) > 0`;
  return new Map(
    rows.map(({ id, kind, label }) => {
      const { title = '', of = null } = SHOWN_IN[kind] ?? {};
      const isSeen = seesAll(tx, of);
      return [id, { text: isSeen ? `${title}“${label}”` : `${title}（无权查看）`, isSeen }];
    }),
  );
}
