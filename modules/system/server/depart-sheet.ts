import { invalid } from '#kit/model/refusal.ts';
import type { WrittenOf } from '#kit/model/row.ts';
import type { Tx } from '#kit/server/database.ts';
import { sql, type Sql } from '#kit/server/sql.ts';
import type { SheetStore } from '#kit/server/writer.ts';
import type { depart } from '../model/depart.ts';
import { addDepart, editDepart } from './departs.ts';

/** Between the names of a path. */
const STEP = '/';

/** Departments with the names that lead to them; codes say who stands above, without a look at the others. */
export const departRows = (tx: Tx): Sql => sql`
  select d.*, (select string_agg(a.name, ${STEP} order by a.org_code)
    from generate_series(1, d.level - 1) as step (n)
    join depart a on a.tenant_id = d.tenant_id
      and a.org_code = substr(d.org_code, 1, step.n * 3)) as parent_path
  from depart d where d.tenant_id = ${tx.tenant}`;

type SheetDepart = Partial<WrittenOf<typeof depart>> & { parentPath?: string | null };

/**
 * Departments of a sheet, each below one that is there already or stands in a row before it. A place
 * that differs from the one there is refused: what goes along with a move is shown first on the page.
 */
export const departSheet: SheetStore<typeof depart> = {
  async add(tx, values) {
    const { parentId: _, parentPath, ...texts } = values as SheetDepart;
    const parent = await departNamed(tx, parentPath);
    await addDepart(tx, parent, texts as WrittenOf<typeof depart>, undefined);
  },
  async edit(tx, id, values) {
    const { parentId: _, parentPath, ...texts } = values as SheetDepart;
    if (parentPath !== undefined) {
      const parent = await departNamed(tx, parentPath);
      const stored = await tx.maybe<{ parentId: string | null }>`
        select parent_id from depart where tenant_id = ${tx.tenant} and id = ${id}`;
      if (stored && stored.parentId !== parent) throw unclear('与现有的上级不同：请在部门管理用「移动」调整');
    }
    await editDepart(tx, id, texts as WrittenOf<typeof depart>, undefined, null);
  },
};

/** A department by its code, its path, or a name that only one has; null where the cell is blank. */
async function departNamed(tx: Tx, cell: string | null | undefined): Promise<string | null> {
  const word = (cell ?? '').trim();
  if (word === '') return null;
  const rows = await tx.query<{ id: string; orgCode: string; path: string }>(sql`
    select id, org_code, concat_ws(${STEP}, parent_path, name) as path from (${departRows(tx)}) d
    where org_code = ${word} or name = ${word.split(STEP).at(-1)?.trim() ?? ''}`);
  const byCode = rows.filter(({ orgCode }) => orgCode === word);
  const byPath = rows.filter(({ path }) => path === word);
  const found = [byCode, byPath, word.includes(STEP) ? [] : rows].find((some) => some.length > 0);
  if (!found) throw unclear(`“${word}”不存在`);
  if (found.length > 1) throw unclear(`有多个部门叫“${word}”，请填写编码或完整路径`);
  return found[0]?.id ?? null;
}

const unclear = (message: string) => invalid([{ field: 'parentPath', code: 'missing', message: `上级部门${message}` }]);
