import { invalid, notFound, Refusal, staleVersion } from '#kit/model/refusal.ts';
import type { RowOf, RowStamps, WrittenOf } from '#kit/model/row.ts';
import { audit } from '#kit/server/audit.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import { editStamps, insertInto, setColumns } from '#kit/server/stored-rows.ts';
import { wireRow } from '#kit/server/wire-routes.ts';
import { depart } from '../model/depart.ts';
import { nextOrgCode, orgLevel } from '../model/org-code.ts';
import type { DepartChoice, DepartNode } from '../model/routes/departs.ts';
import { lockTree } from './depart-roles/depart-branch.ts';
import { requireDepartRolesGrantable } from './guards.ts';
import type { Sessions } from './sessions.ts';

const DEPART = 'system:depart';

export type DepartRow = RowOf<typeof depart> & { directorIds: string[] };
type DepartText = WrittenOf<typeof depart>;
type Texts = Omit<RowOf<typeof depart>, keyof RowStamps>;

/** All departments of the tenant. */
export const allDeparts = (tx: Tx): Promise<DepartRow[]> =>
  tx.rows<DepartRow>`
    select * from depart where tenant_id = ${tx.tenant} order by sort_no, org_code`;

/** One level of the tree, by where each of them leads on. */
export const departsBelow = (tx: Tx, parentId: string | null): Promise<(DepartRow & { hasBelow: boolean })[]> =>
  tx.rows<DepartRow & { hasBelow: boolean }>`
    select d.*, exists (select 1 from depart c
      where c.tenant_id = d.tenant_id and c.parent_id = d.id) as has_below
    from depart d
    where d.tenant_id = ${tx.tenant} and d.parent_id is not distinct from ${parentId}::uuid
    order by d.sort_no, d.org_code`;

/** What a department is answered with beside its fields. */
export const moreOfDepart = (_tx: Tx, row: Record<string, unknown>): Record<string, unknown> => ({
  parentId: row['parentId'] ?? '',
  orgType: String(row['level']),
  directorUserIds: (row['directorIds'] as string[]).join(','),
  isLeaf: true,
  children: null,
});

/** SysDepart as a tree node; `children` is null where there are none. */
export function toSysDepart(tx: Tx, row: DepartRow): DepartNode {
  const node = wireRow(tx, { resource: depart, more: moreOfDepart }, row) as DepartNode;
  // Where it stands is said by the tree.
  delete node['parentPath'];
  return node;
}

/** Rows as a tree; with `only`, those that match and the way that leads to them. */
export function departTree(tx: Tx, rows: readonly DepartRow[], only?: (row: DepartRow) => boolean): DepartNode[] {
  const byParent = Map.groupBy(rows, (row) => row.parentId ?? '');
  const build = (parent: string): DepartNode[] =>
    (byParent.get(parent) ?? []).flatMap((row) => {
      const children = build(row.id);
      if (only && children.length === 0 && !only(row)) return [];
      const below = { isLeaf: children.length === 0, children: children.length ? children : null };
      return [{ ...toSysDepart(tx, row), ...below }];
    });
  return build('');
}

/** Branches of the tree: whatever stands below none of these rows is a root of its own. */
export function departBranches(tx: Tx, rows: readonly DepartRow[], only?: (row: DepartRow) => boolean): DepartNode[] {
  const known = new Set(rows.map(({ id }) => id));
  const places = new Map(rows.map(({ id, parentId }) => [id, parentId ?? '']));
  const roots = rows.map((row) => (row.parentId && known.has(row.parentId) ? row : { ...row, parentId: null }));
  return departTree(tx, roots, only).map((node) => ({
    ...node,
    parentId: places.get(node.id) ?? '',
  }));
}

/** The tree without its particulars. */
export function departChoices(rows: readonly DepartRow[]): DepartChoice[] {
  const byParent = Map.groupBy(rows, (row) => row.parentId ?? '');
  const build = (parent: string): DepartChoice[] =>
    (byParent.get(parent) ?? []).map(({ id, name }) => {
      const children = build(id);
      const below = { isLeaf: children.length === 0, children: children.length ? children : null };
      return { key: id, value: id, title: name, ...below };
    });
  return build('');
}

/**
 * The code that the next department below a parent gets.
 * @throws Refusal 404 without such a parent, or where its level is full
 */
export async function freeOrgCode(tx: Tx, parentId: string | null): Promise<string> {
  const parent = parentId ? await departOf(tx, parentId) : null;
  const siblings = await tx.rows<{ orgCode: string }>`
    select org_code from depart
    where tenant_id = ${tx.tenant} and parent_id is not distinct from ${parentId}::uuid`;
  const orgCode = nextOrgCode(
    parent?.orgCode ?? '',
    siblings.map((row) => row.orgCode),
  );
  if (!orgCode) throw new Refusal('full', '该级部门数量已达上限');
  return orgCode;
}

/** Adds a department below a parent, with the next code of its level. */
export async function addDepart(
  tx: Tx,
  parentId: string | null,
  text: DepartText,
  directors: readonly string[] | undefined,
): Promise<{ id: string; orgCode: string }> {
  await lockTree(tx);
  const orgCode = await freeOrgCode(tx, parentId);
  const id = newId();
  const category = text.category ?? (parentId ? '2' : '1');
  const place = { parentId, orgCode, level: orgLevel(orgCode) };
  const texts = given(text) as Texts;
  await insertInto(tx, depart, [{ ...texts, ...place, id, category }]);
  if (directors) await writeDirectors(tx, { id, directorIds: [] }, directors);
  const diff = { name: [null, text.name], orgCode: [null, orgCode] };
  audit(tx, DEPART, [{ rowId: id, action: 'add', diff }]);
  return { id, orgCode };
}

/**
 * Changes what a department is called; its place and code stay.
 * @param version of the row that was edited; null = whatever it is now
 */
export async function editDepart(
  tx: Tx,
  id: string,
  text: DepartText,
  directors: readonly string[] | undefined,
  version: number | null,
): Promise<void> {
  const before = await departOf(tx, id);
  if (version !== null && version !== before.version) throw staleVersion();
  await setColumns(tx, depart, [id], { ...given(text), ...editStamps(tx, before) });
  if (directors) await writeDirectors(tx, before, directors);
  const diff = {
    name: [before.name, text.name ?? before.name],
    directors: [before.directorIds, directors ?? before.directorIds],
  };
  audit(tx, DEPART, [{ rowId: id, action: 'edit', diff }]);
}

/** What a row always has is left as it is where it is emptied. */
function given({ category, status, sortNo, ...text }: DepartText) {
  const always = Object.entries({ category, status, sortNo });
  return {
    ...text,
    ...Object.fromEntries(always.filter(([, value]) => value != null)),
  } as Partial<Texts>;
}

/** Who leads a department, there and at the people: those who lead it now, or do not any more. */
async function writeDirectors(
  tx: Tx,
  { id, directorIds: before }: Pick<DepartRow, 'id' | 'directorIds'>,
  directors: readonly string[],
): Promise<void> {
  const requested = [...new Set(directors)];
  // Who led it before and has left the tenant since may still be named by the form.
  const added = requested.filter((one) => !before.includes(one));
  const { n } = await tx.one<{ n: number }>`
    select count(*)::integer as n from membership
    where tenant_id = ${tx.tenant} and user_id = any(${added}::uuid[]) and status <> 'deleted'`;
  if (n < added.length) throw invalid([{ field: 'directorUserIds', code: 'missing', message: '部门负责人不存在' }]);
  await tx.run`update depart set director_ids = ${requested}::uuid[]
    where tenant_id = ${tx.tenant} and id = ${id}`;
  await tx.run`
    update membership set is_superior = is_superior or user_id = any(${requested}::uuid[]),
      led_departs = case when user_id = any(${requested}::uuid[])
        then array_append(array_remove(led_departs, ${id}::uuid), ${id}::uuid)
        else array_remove(led_departs, ${id}::uuid) end
    where tenant_id = ${tx.tenant} and user_id = any(${[...requested, ...before]}::uuid[])`;
}

/** Deletes departments with everything below them: their roles, rights and memberships go along. */
export async function deleteDeparts(tx: Tx, sessions: Sessions, ids: readonly string[]): Promise<number> {
  // Whatever is added or moved below them meanwhile would go along unseen.
  await lockTree(tx);
  const gone = await tx.rows<{ id: string; name: string; orgCode: string }>`
    select d.id, d.name, d.org_code from depart d
    where d.tenant_id = ${tx.tenant} and exists (
      select 1 from depart top where top.tenant_id = d.tenant_id
        and top.id = any(${ids}::uuid[]) and starts_with(d.org_code, top.org_code))
    order by d.org_code`;
  if (gone.length === 0) throw notFound();
  const lost = gone.map((row) => row.id);
  const roles = await tx.rows<{ id: string }>`
    select id from depart_role where tenant_id = ${tx.tenant}
      and depart_id = any(${lost}::uuid[])`;
  await requireDepartRolesGrantable(
    tx,
    roles.map(({ id }) => id),
  );
  const { n } = await tx.one<{ n: number }>`
    select count(*)::integer as n from depart where tenant_id = ${tx.tenant}`;
  if (n === gone.length) throw new Refusal('lastDepart', '至少需要保留一个部门');
  await tx.run`delete from depart
    where tenant_id = ${tx.tenant} and id = any(${lost}::uuid[])`;
  await tx.run`update membership set led_departs = array(
      select led from unnest(led_departs) with ordinality as o (led, n)
      where led <> all(${lost}::uuid[]) order by n)
    where tenant_id = ${tx.tenant} and led_departs && ${lost}::uuid[]`;
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
  return gone.length;
}

async function departOf(tx: Tx, id: string): Promise<DepartRow> {
  const row = await tx.maybe<DepartRow>`
    select * from depart where tenant_id = ${tx.tenant} and id = ${id} for update`;
  if (!row) throw invalid([{ field: 'id', code: 'missing', message: '未找到对应实体' }]);
  return row;
}
