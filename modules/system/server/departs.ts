import { invalid, notFound, Refusal } from '#kit/model/refusal.ts';
import { audit } from '#kit/server/audit.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import { nextOrgCode, orgLevel } from '../model/org-code.ts';
import type { Sessions } from './sessions.ts';
import type { DepartNode } from '../model/routes/departs.ts';
import { toSysDepart, type DepartRow } from './wire.ts';

const DEPART = 'system:depart';

/** Column values of a department, by our names. */
export interface DepartText {
  name: string;
  nameEn?: string | null;
  abbreviation?: string | null;
  sortNo?: number;
  category?: string | null;
  mobile?: string | null;
  fax?: string | null;
  address?: string | null;
  memo?: string | null;
  description?: string | null;
  status?: string | null;
  /** People of the tenant who lead it. */
  directors?: readonly string[];
}

/** All departments of the tenant. */
export const allDeparts = (tx: Tx): Promise<DepartRow[]> =>
  tx.rows<DepartRow>`
    select * from depart where tenant_id = ${tx.tenant} order by sort_no, org_code`;

/** Rows as a tree; with `only`, those that match and the way that leads to them. */
export function departTree(
  rows: readonly DepartRow[],
  zone: string,
  only?: (row: DepartRow) => boolean,
): DepartNode[] {
  const byParent = Map.groupBy(rows, (row) => row.parentId ?? '');
  const build = (parent: string): DepartNode[] =>
    (byParent.get(parent) ?? []).flatMap((row) => {
      const children = build(row.id);
      if (only && children.length === 0 && !only(row)) return [];
      const node = toSysDepart(row, zone);
      return [
        { ...node, isLeaf: children.length === 0, children: children.length ? children : null },
      ];
    });
  return build('');
}

/** Adds a department below a parent, with the next code of its level. */
export async function addDepart(
  tx: Tx,
  parentId: string | null,
  text: DepartText,
): Promise<{ id: string; orgCode: string }> {
  // One lock for the whole tree of the tenant: codes are given out one after the other.
  await tx.platform.rows`select id from tenant where id = ${tx.tenant} for update`;
  const parent = parentId ? await departOf(tx, parentId) : null;
  const siblings = await tx.rows<{ orgCode: string }>`
    select org_code from depart
    where tenant_id = ${tx.tenant} and parent_id is not distinct from ${parentId}::uuid`;
  const orgCode = nextOrgCode(
    parent?.orgCode ?? '',
    siblings.map((row) => row.orgCode),
  );
  if (!orgCode) throw new Refusal('full', '该级部门数量已达上限');
  const id = newId();
  await tx.run`
    insert into depart (tenant_id, id, parent_id, name, name_en, abbreviation, sort_no, category,
      level, org_code, mobile, fax, address, memo, description, status, create_by, create_time)
    values (${tx.tenant}, ${id}, ${parentId}, ${text.name}, ${text.nameEn ?? null},
      ${text.abbreviation ?? null}, ${text.sortNo ?? 0}, ${text.category ?? (parent ? '2' : '1')},
      ${orgLevel(orgCode)}, ${orgCode}, ${text.mobile ?? null}, ${text.fax ?? null},
      ${text.address ?? null}, ${text.memo ?? null}, ${text.description ?? null},
      ${text.status ?? '1'}, ${tx.actor.username}, ${tx.now})`;
  if (text.directors) await writeDirectors(tx, { id, directorIds: [] }, text.directors);
  const diff = { name: [null, text.name], orgCode: [null, orgCode] };
  audit(tx, DEPART, [{ rowId: id, action: 'add', diff }]);
  return { id, orgCode };
}

/** Changes what a department is called; its place and code stay. */
export async function editDepart(tx: Tx, id: string, text: Partial<DepartText>): Promise<void> {
  const before = await departOf(tx, id);
  const { name = before.name, sortNo = before.sortNo } = text;
  const kept = <K extends keyof DepartText>(key: K, old: string | null): string | null =>
    text[key] === undefined ? old : (text[key] as string | null);
  await tx.run`
    update depart set name = ${name}, sort_no = ${sortNo},
      name_en = ${kept('nameEn', before.nameEn)},
      abbreviation = ${kept('abbreviation', before.abbreviation)},
      category = ${kept('category', before.category) ?? before.category},
      mobile = ${kept('mobile', before.mobile)}, fax = ${kept('fax', before.fax)},
      address = ${kept('address', before.address)}, memo = ${kept('memo', before.memo)},
      description = ${kept('description', before.description)},
      status = ${kept('status', before.status) ?? before.status},
      update_by = ${tx.actor.username}, update_time = ${tx.now}, version = version + 1
    where tenant_id = ${tx.tenant} and id = ${id}`;
  if (text.directors) await writeDirectors(tx, before, text.directors);
  const { directors = before.directorIds } = text;
  const diff = { name: [before.name, name], directors: [before.directorIds, directors] };
  audit(tx, DEPART, [{ rowId: id, action: 'edit', diff }]);
}

/** Who leads a department, there and at the people: those who lead it now, or do not any more. */
async function writeDirectors(
  tx: Tx,
  { id, directorIds: before }: Pick<DepartRow, 'id' | 'directorIds'>,
  directors: readonly string[],
): Promise<void> {
  const wanted = [...new Set(directors)];
  // Who led it before and has left the tenant since may still be named by the form.
  const added = wanted.filter((one) => !before.includes(one));
  const { n } = await tx.one<{ n: number }>`
    select count(*)::integer as n from membership
    where tenant_id = ${tx.tenant} and user_id = any(${added}::uuid[]) and status <> 'deleted'`;
  if (n < added.length)
    throw invalid([{ field: 'directorUserIds', code: 'missing', message: '部门负责人不存在' }]);
  await tx.run`update depart set director_ids = ${wanted}::uuid[]
    where tenant_id = ${tx.tenant} and id = ${id}`;
  await tx.run`
    update membership set is_superior = is_superior or user_id = any(${wanted}::uuid[]),
      led_departs = case when user_id = any(${wanted}::uuid[])
        then array_append(array_remove(led_departs, ${id}::uuid), ${id}::uuid)
        else array_remove(led_departs, ${id}::uuid) end
    where tenant_id = ${tx.tenant} and user_id = any(${[...wanted, ...before]}::uuid[])`;
}

/** Deletes departments with everything below them: their roles, rights and memberships go along. */
export async function deleteDeparts(
  tx: Tx,
  sessions: Sessions,
  ids: readonly string[],
): Promise<void> {
  const gone = await tx.rows<{ id: string; name: string; orgCode: string }>`
    select d.id, d.name, d.org_code from depart d
    where d.tenant_id = ${tx.tenant} and exists (
      select 1 from depart top where top.tenant_id = d.tenant_id
        and top.id = any(${ids}::uuid[]) and starts_with(d.org_code, top.org_code))
    order by d.org_code`;
  if (gone.length === 0) throw notFound();
  const { n } = await tx.one<{ n: number }>`
    select count(*)::integer as n from depart where tenant_id = ${tx.tenant}`;
  if (n === gone.length) throw new Refusal('lastDepart', '至少需要保留一个部门');
  await tx.run`delete from depart
    where tenant_id = ${tx.tenant} and id = any(${gone.map((row) => row.id)}::uuid[])`;
  const codes = gone.map((row) => row.orgCode);
  await tx.run`update session set org_code = null
    where tenant_id = ${tx.tenant} and org_code = any(${codes}::text[])`;
  await tx.run`update membership set org_code = null
    where tenant_id = ${tx.tenant} and org_code = any(${codes}::text[])`;
  audit(
    tx,
    DEPART,
    gone.map((row) => ({ rowId: row.id, action: 'delete', diff: { name: [row.name, null] } })),
  );
  tx.onCommit(() => sessions.forgetTenant(tx.tenant));
}

async function departOf(tx: Tx, id: string): Promise<DepartRow> {
  const row = await tx.maybe<DepartRow>`
    select * from depart where tenant_id = ${tx.tenant} and id = ${id} for update`;
  if (!row) throw invalid([{ field: 'id', code: 'missing', message: '未找到对应实体' }]);
  return row;
}
