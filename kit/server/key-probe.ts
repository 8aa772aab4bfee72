import { systemActor } from './actor.ts';
import type { Database } from './database.ts';
import type { SealedTable } from './resealing.ts';
import { column, join, sql, type Sql } from './sql.ts';
import type { Vault } from './vault.ts';

const ROWS_OF_A_TABLE = 3;

/** What the keys of this start are to the sealed values of a database. */
type KeyVerdict = 'nothingSealed' | 'opens' | 'opensWithOld' | 'foreign';

/**
 * Tries the keys on sealed values that the database holds already, a few of each table and tenant
 * until one opens. Single values that open with no key are no verdict: only where none does.
 */
export async function probeKey(db: Database, vault: Vault, tables: readonly SealedTable[]): Promise<KeyVerdict> {
  let found: KeyVerdict = 'nothingSealed';
  const tenants = await db.platform((tx) => tx.rows<{ id: number }>`select id from tenant`);
  for (const table of tables)
    for (const tenant of table.isPlatform ? [null] : tenants.map(({ id }) => id))
      for (const row of await sampleOf(db, table, tenant)) {
        const verdict = judge(table, row, vault);
        if (verdict === 'opens' || verdict === 'opensWithOld') return verdict;
        if (verdict === 'foreign') found = verdict;
      }
  return found;
}

function sampleOf(db: Database, table: SealedTable, tenant: number | null): Promise<Record<string, unknown>[]> {
  const columns = [...new Set(table.columns)].map(column);
  const filled = join(
    columns.map((name) => sql`${name} is not null`),
    ' or ',
  );
  const rows = (place: Sql): Sql =>
    sql`select ${join(columns, ', ')} from ${column(table.table)}
      where ${place} and (${filled}) limit ${ROWS_OF_A_TABLE}`;
  if (tenant === null) return db.platform((tx) => tx.query(rows(sql`true`)));
  return db.tx(systemActor(tenant, '核对密钥'), (tx) => tx.query(rows(sql`tenant_id = ${tx.tenant}`)));
}

/** Counts what was really opened: a row may hold something filled that is not sealed. */
function judge(table: SealedTable, row: Record<string, unknown>, vault: Vault): KeyVerdict {
  let verdict: KeyVerdict = 'nothingSealed';
  const reseal = (sealed: string): string | null => {
    const fresh = vault.reseal(sealed);
    verdict = fresh === null ? 'opens' : 'opensWithOld';
    return fresh;
  };
  const open = (sealed: string): string => {
    reseal(sealed);
    return vault.open(sealed);
  };
  try {
    table.reseal(row, { ...vault, reseal, open });
  } catch {
    return 'foreign';
  }
  return verdict;
}
