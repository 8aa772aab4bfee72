import { setTimeout as sleep } from 'node:timers/promises';
import type { Field } from '#kit/model/field.ts';
import { camel, snake } from '#kit/model/resource.ts';
import { systemActor } from './actor.ts';
import type { Database, PlatformTx, Tx } from './database.ts';
import { tableOf, type Registry } from './registry.ts';
import { column, join, sql, type Sql } from './sql.ts';
import type { Vault } from './vault.ts';

/** A table with sealed values, or with digests of them. */
export interface SealedTable {
  /** Names the pass over it; a table may need more than one. */
  name: string;
  table: string;
  /** Rows of the platform have no tenant, and may have another key than `id`. */
  isPlatform?: boolean;
  key?: string;
  /** What `reseal` reads; the keys of its row are theirs in camel case. */
  columns: readonly string[];
  /** @returns the columns to be rewritten, none where all is of today's key */
  reseal(row: Record<string, unknown>, vault: Vault): Record<string, unknown>;
}

/** Columns that hold one sealed text each. */
export const sealedColumns = (
  table: string,
  columns: readonly string[],
  place: Pick<SealedTable, 'isPlatform' | 'key'> = {},
): SealedTable => ({
  name: table,
  table,
  columns,
  ...place,
  reseal: (row, vault) => {
    const fresh: Record<string, unknown> = {};
    for (const name of columns) {
      const sealed = row[camel(name)];
      const resealed = typeof sealed === 'string' ? vault.reseal(sealed) : null;
      if (resealed !== null) fresh[name] = resealed;
    }
    return fresh;
  },
});

/** The columns of all declared fields whose values are sealed. */
export function declaredSealed(registry: Registry): SealedTable[] {
  return registry.resources.flatMap((resource) => {
    const columns = Object.entries(resource.fields as Record<string, Field>)
      .filter(([, { kind }]) => kind === 'secret' || kind === 'sealed')
      .map(([key]) => snake(key));
    return columns.length > 0 ? [sealedColumns(tableOf(resource), columns)] : [];
  });
}

interface ResealingOptions {
  db: Database;
  vault: Vault;
  /** In any order that stays the same from start to start. */
  tables: readonly SealedTable[];
  log: (level: 'info' | 'warn' | 'error', about: object, message: string) => void;
  /** Rows of one step. */
  rowsAtOnce?: number;
}

export interface Resealing {
  /** Settles when nothing is sealed with the old key any more, or after `stop`. */
  done: Promise<void>;
  stop(): Promise<void>;
}

const ROWS_AT_ONCE = 200;
const RETRY_MS = 5000;
const LOG_EVERY_MS = 10_000;

/** Where re-sealing stands: the next row is behind `after` in this table of this tenant. */
interface Cursor {
  table: string;
  tenant: number;
  after: string | null;
  rows: number;
  unreadable: number;
}

/**
 * Reseals everything that the key before sealed, in small steps whose place is kept in the
 * database: a node that ends leaves the rest to the next one, and several take turns.
 */
export function startResealing(options: ResealingOptions): Resealing {
  const { log } = options;
  const stopped = new AbortController();
  const run = async (): Promise<void> => {
    log('info', {}, 're-sealing with the new key has begun: WAYBILL_SECRET_KEY_OLD is needed');
    let saidAt = performance.now();
    while (!stopped.signal.aborted) {
      try {
        const cursor = await oneStep(options);
        if (cursor === 'finished') return;
        if (performance.now() - saidAt < LOG_EVERY_MS) continue;
        saidAt = performance.now();
        log('info', { table: cursor.table, tenant: cursor.tenant, rows: cursor.rows }, 're-sealing');
      } catch (error) {
        log('warn', { err: error }, 're-sealing is tried again');
        await sleep(RETRY_MS, undefined, { signal: stopped.signal }).catch(() => undefined);
      }
    }
  };
  const done = run();
  return {
    done,
    async stop() {
      stopped.abort();
      await done;
    },
  };
}

async function oneStep(options: ResealingOptions): Promise<Cursor | 'finished'> {
  const { db, tables } = options;
  const at = await db.platform((tx) => readCursor(tx, tables));
  if (at === 'finished') return at;
  const table = tables.find(({ name }) => name === at.table);
  if (!table) throw new Error(`nothing is known of the sealed table ${at.table}`);
  if (table.isPlatform)
    return db.platform(async (tx) => {
      const cursor = await lockCursor(tx, tables);
      if (cursor === 'finished' || !isSamePlace(cursor, at)) return cursor;
      return moveOn(tx, options, cursor, await resealRows(tx, options, table, cursor));
    });
  return db.tx(systemActor(at.tenant, '更换密钥'), async (tx: Tx) => {
    const cursor = await lockCursor(tx.platform, tables);
    if (cursor === 'finished' || !isSamePlace(cursor, at)) return cursor;
    return moveOn(tx.platform, options, cursor, await resealRows(tx, options, table, cursor));
  });
}

const isSamePlace = (one: Cursor, other: Cursor): boolean => one.table === other.table && one.tenant === other.tenant;

type Platform = Pick<PlatformTx, 'one' | 'run'>;

interface CursorRow {
  oldKeyCheck: string | null;
  resealCursor: Cursor | null;
}

const readCursor = async (tx: Platform, tables: readonly SealedTable[]): Promise<Cursor | 'finished'> =>
  cursorOf(await tx.one<CursorRow>`select old_key_check, reseal_cursor from installation`, tables, tx);

/** Nodes that re-seal take turns. */
const lockCursor = async (tx: Platform, tables: readonly SealedTable[]): Promise<Cursor | 'finished'> =>
  cursorOf(await tx.one<CursorRow>`select old_key_check, reseal_cursor from installation for update`, tables, tx);

async function cursorOf(
  { oldKeyCheck, resealCursor }: CursorRow,
  [first]: readonly SealedTable[],
  tx: Platform,
): Promise<Cursor | 'finished'> {
  if (oldKeyCheck === null) return 'finished';
  if (resealCursor) return resealCursor;
  const tenant = (await nextTenant(tx, 0)) ?? 0;
  return { table: first?.name ?? '', tenant, after: null, rows: 0, unreadable: 0 };
}

const nextTenant = async (tx: Platform, after: number): Promise<number | null> =>
  (await tx.one<{ id: number | null }>`select min(id) as id from tenant where id > ${after}`).id;

interface Step {
  /** The last row looked at; null when there was none behind the cursor. */
  last: string | null;
  isLast: boolean;
  rows: number;
  unreadable: number;
}

/** Reseals the next rows behind the cursor. */
async function resealRows(
  tx: { query<T>(statement: Sql): Promise<T[]>; tenant?: number },
  { vault, log, rowsAtOnce = ROWS_AT_ONCE }: ResealingOptions,
  table: SealedTable,
  { after }: Cursor,
): Promise<Step> {
  const name = column(table.table);
  const key = column(table.key ?? 'id');
  const tenant = table.isPlatform ? sql`true` : sql`tenant_id = ${tx.tenant}`;
  const found = await tx.query<Record<string, unknown> & { rowKey: string }>(sql`
    select ${key} as row_key, ${join([...new Set(table.columns)].map(column), ', ')} from ${name}
    where ${tenant} and (${after}::uuid is null or ${key} > ${after}::uuid)
    order by ${key} limit ${rowsAtOnce} for update`);
  let unreadable = 0;
  for (const row of found) {
    const fresh = resealed(table, row, vault);
    if (!fresh) {
      unreadable++;
      log('warn', { table: table.name, row: row.rowKey }, 'a sealed value opens with no key');
      continue;
    }
    const sets = Object.entries(fresh).map(([part, value]) => sql`${column(part)} = ${value}`);
    if (sets.length > 0)
      await tx.query(sql`update ${name} set ${join(sets, ', ')}
        where ${tenant} and ${key} = ${row.rowKey}::uuid`);
  }
  const last = found.at(-1)?.rowKey ?? null;
  return { last, isLast: found.length < rowsAtOnce, rows: found.length, unreadable };
}

function resealed(table: SealedTable, row: Record<string, unknown>, vault: Vault): Record<string, unknown> | null {
  try {
    return table.reseal(row, vault);
  } catch {
    return null;
  }
}

/** Keeps where the next step begins: behind these rows, in the next tenant, in the next table. */
async function moveOn(
  tx: Platform,
  options: ResealingOptions,
  cursor: Cursor,
  step: Step,
): Promise<Cursor | 'finished'> {
  const next: Cursor = {
    ...cursor,
    after: step.last,
    rows: cursor.rows + step.rows,
    unreadable: cursor.unreadable + step.unreadable,
  };
  if (step.isLast) {
    const { tables } = options;
    const index = tables.findIndex(({ name }) => name === cursor.table);
    const tenant = tables[index]?.isPlatform ? null : await nextTenant(tx, cursor.tenant);
    next.after = null;
    next.tenant = tenant ?? (await nextTenant(tx, 0)) ?? 0;
    if (tenant === null) {
      const following = tables[index + 1];
      if (!following) return finish(tx, options, next);
      next.table = following.name;
    }
  }
  await tx.run`update installation set reseal_cursor = ${JSON.stringify(next)}::jsonb`;
  return next;
}

/** From now on the key before can be taken away; what is found by its digests stays found. */
async function finish(
  tx: Platform,
  { vault, log }: ResealingOptions,
  { rows, unreadable }: Cursor,
): Promise<'finished'> {
  const retired = vault.seal(JSON.stringify(vault.retiredDigestKeys()));
  await tx.run`
    update installation set old_key_check = null, reseal_cursor = null,
      retired_digests = ${retired}`;
  log(
    unreadable > 0 ? 'warn' : 'info',
    { rows, unreadable },
    're-sealing has finished: WAYBILL_SECRET_KEY_OLD can be taken away',
  );
  return 'finished';
}
