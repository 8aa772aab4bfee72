import { invalid, type Refusal } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import { sql, type Sql } from '#kit/server/sql.ts';

type Named = 'roleNames' | 'departNames';

const TITLES: Record<Named, string> = { roleNames: '角色', departNames: '部门' };
const SOURCES: Record<Named, (tx: Tx) => Sql> = {
  roleNames: (tx) => sql`select id, name, code from role where tenant_id = ${tx.tenant}`,
  departNames: (tx) => sql`select id, name, org_code as code from depart where tenant_id = ${tx.tenant}`,
};

/** A role or a department that a cell has named. */
export interface NamedPart {
  id: string;
  name: string;
  code: string;
}

/** What cells of one transaction have named already, by field and cell. */
const known = new WeakMap<Tx, Map<string, readonly NamedPart[]>>();

/**
 * Roles or departments that a cell names, by name or by code, joined by commas. A cell that stands in
 * many rows is looked up once.
 * @returns undefined where the cell says nothing
 * @throws Refusal at the field for one that is not there, or whose name several have
 */
export async function partsNamed(
  tx: Tx,
  field: Named,
  cell: string | null | undefined,
): Promise<readonly NamedPart[] | undefined> {
  if (cell === undefined) return undefined;
  const seen = known.get(tx) ?? new Map<string, readonly NamedPart[]>();
  known.set(tx, seen);
  const key = `${field} ${cell ?? ''}`;
  const parts = seen.get(key) ?? (await find(tx, field, cell ?? ''));
  seen.set(key, parts);
  return parts;
}

async function find(tx: Tx, field: Named, cell: string): Promise<NamedPart[]> {
  const words = cell.split(/[,，、;；]/).map((word) => word.trim());
  const requested = [...new Set(words)].filter((word) => word !== '');
  if (requested.length === 0) return [];
  const rows = await tx.query<NamedPart>(sql`
    select id, name, code from (${SOURCES[field](tx)}) one
    where name = any(${requested}::text[]) or code = any(${requested}::text[])`);
  return requested.map((word) => {
    const byCode = rows.filter(({ code }) => code === word);
    const found = byCode.length > 0 ? byCode : rows.filter(({ name }) => name === word);
    if (found.length !== 1) throw unclear(field, word, found.length);
    return found[0] as NamedPart;
  });
}

const unclear = (field: Named, word: string, found: number): Refusal =>
  invalid([
    found === 0
      ? { field, code: 'missing', message: `${TITLES[field]}“${word}”不存在` }
      : { field, code: 'ambiguous', message: `有多个${TITLES[field]}叫“${word}”，请填写编码` },
  ]);
