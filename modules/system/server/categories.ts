import { invalid, Refusal } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Guards } from '#kit/server/writer.ts';
import { nextCategoryCode } from '../model/category.ts';

/** Categories stay a tree with a code each; one that has others below it stays. */
export const categoryGuards: Guards = {
  async add(tx, values) {
    await lockTree(tx);
    if (!values.code) values.code = await freeCode(tx, idOf(values.parentId));
  },
  async edit(tx, before, values) {
    await lockTree(tx);
    const parent = 'parentId' in values ? idOf(values.parentId) : idOf(before.parentId);
    if (parent && 'parentId' in values) await refuseCycle(tx, String(before.id), parent);
    if ('code' in values && !values.code) values.code = await freeCode(tx, parent);
  },
  async delete(tx, rows) {
    await lockTree(tx);
    const ids = rows.map((row) => row.id);
    const child = await tx.maybe`
      select 1 from category where tenant_id = ${tx.tenant} and deleted_at is null
        and parent_id = any(${ids}::uuid[]) and id <> all(${ids}::uuid[]) limit 1`;
    if (child) throw new Refusal('hasChildren', '请先删除或移走下级分类');
  },
};

const idOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** One lock for the whole tree of the tenant: codes and places are given out one after the other. */
const lockTree = (tx: Tx): Promise<unknown> =>
  tx.platform.rows`select id from tenant where id = ${tx.tenant} for no key update`;

/** The code that the next category below a parent gets. @throws Refusal where its level is full */
export async function freeCode(tx: Tx, parentId: string | null): Promise<string> {
  const parent = parentId
    ? await tx.maybe<{ code: string }>`
        select code from category where tenant_id = ${tx.tenant} and id = ${parentId}::uuid`
    : undefined;
  const prefix = parent?.code ?? '';
  const taken = await tx.rows<{ code: string }>`
    select code from category where tenant_id = ${tx.tenant} and deleted_at is null
      and length(code) = ${prefix.length + 3} and starts_with(code, ${prefix})`;
  const code = nextCategoryCode(
    prefix,
    taken.map((row) => row.code),
  );
  if (!code) throw new Refusal('full', '该级分类数量已达上限');
  return code;
}

/** A category cannot hang below itself or below one of its own descendants. */
async function refuseCycle(tx: Tx, id: string, parent: string): Promise<void> {
  const cycle = await tx.maybe`
    with recursive above as (
      select id, parent_id from category where tenant_id = ${tx.tenant} and id = ${parent}::uuid
      union
      select c.id, c.parent_id from category c join above a on c.id = a.parent_id
      where c.tenant_id = ${tx.tenant})
    select 1 from above where id = ${id}::uuid`;
  if (cycle) throw invalid([{ field: 'parentId', code: 'cycle', message: '上级分类不能是自己或自己的下级' }]);
}
