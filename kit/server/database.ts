import { CALL_WAIT } from '#kit/model/call-wait.ts';
import pg from 'pg';
import { camel } from '#kit/model/resource.ts';
import type { Actor } from './actor.ts';
import { databaseFault } from './database-fault.ts';
import { HeldMoves } from './held-moves.ts';
import { Journal } from './journal.ts';
import { newId } from './new-id.ts';
import { PreparedStatements } from './prepared-statements.ts';
import { compile, type Sql, type Statement } from './sql.ts';
import type {
  BareDatabase,
  BareTx,
  Database,
  DatabaseOf,
  PlatformTx,
  Queries,
  Tx,
  TxOptions,
  TxServices,
} from './tx.ts';
import { writeJournal } from './write-journal.ts';

export { newId };
export type * from './tx.ts';

const RETRIED = new Set(['40001', '40P01']);
const MAX_TRIES = 6;
/** Of a call for a free session, or a new one from a server that does not answer. */
const CONNECTION_PATIENCE_MS = 15_000;
/**
 * Of the database with a transaction in which nothing is asked: work of the product asks again within seconds, and one
 * that was forgotten would hold its locks, and keep rows from being cleaned up, for as long as the process lives.
 */
export const IDLE_TRANSACTION_MS = 5 * 60_000;

/**
 * Statements that find their rows by key are planned once per connection, and on an index even
 * while a table is young: planning them again each time took more than half of their time.
 */
const BY_KEY = `, set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true)`;

const SNAPSHOT = ' isolation level repeatable read read only';

/** One person's question gets one processor: the others have questions too. */
const ONE_PROCESSOR = `set_config('max_parallel_workers_per_gather', '0', true)`;

const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    // int8 is money in minor units or a sequence: bigint. numeric and date stay text: no float,
    // no midnight shifts.
    if (oid === 20) return (text: string) => BigInt(text);
    if (oid === 1700 || oid === 1082) return (text: string) => text;
    return pg.types.getTypeParser(oid, format as 'text');
  }) as typeof pg.types.getTypeParser,
};

export interface BareOptions {
  connection: pg.PoolConfig;
  clock?: () => Date;
  /** Rows of these resources have changed; called after the commit. */
  onChange?: (tenant: number, resources: ReadonlySet<string>) => void;
  /** The resource whose rows a table holds: what is written there is reported as changed. */
  resourceOf?: (table: string) => string | undefined;
  /** Slow statements, without parameters. */
  onSlow?: (text: string, ms: number) => void;
  slowMs?: number;
  /** A write was refused for want of room. */
  onDiskFull?: () => void;
}

/** Opens the database of the product. */
export const openDatabase = (options: BareOptions, services: TxServices): Database =>
  open(options, (bare) => withServices(bare, services));

export const openBareDatabase = (options: BareOptions): BareDatabase => open(options, (bare) => bare);

function withServices(
  bare: BareTx,
  { emit, unmet, roomFor, callWaitSeconds = CALL_WAIT.seconds, ...services }: TxServices,
): Tx {
  const tx: Tx = {
    ...bare,
    ...services,
    callWaitSeconds,
    heldMoves: new HeldMoves(),
    emit: (event, aggregate, payload) => tx.emitAll(event, [{ aggregate, payload }]),
    async emitAll({ name }, facts) {
      if (facts.length === 0) return;
      const events = facts.map((fact) => ({ id: newId(), name, ...fact, at: bare.now }));
      await emit(tx, events);
    },
    unmet: (move, rows) => unmet(tx, move, rows),
    roomFor: (resource) => roomFor(tx, resource),
  };
  return tx;
}

function open<T extends BareTx>(options: BareOptions, equip: (bare: BareTx) => T): DatabaseOf<T> {
  const pool = new pg.Pool({
    max: 16,
    connectionTimeoutMillis: CONNECTION_PATIENCE_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
    ...options.connection,
    types,
  });
  pool.on('error', () => undefined); // an idle session lost: the next query opens a new one
  // The pool listens to idle sessions alone. One that is lost between two statements of a
  // transaction would end the process; its next statement says what happened.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const clock = options.clock ?? (() => new Date());
  const prepared = new PreparedStatements();

  const send = async (client: pg.PoolClient, statement: Statement): Promise<Answer> => {
    const started = performance.now();
    try {
      const { text, values } = statement;
      const name = prepared.nameFor(client, statement);
      const query = { text, values, rowMode: 'array' as const, ...(name && { name }) };
      return answerOf(await client.query(query));
    } catch (error) {
      if (databaseFault(error) === 'diskFull') options.onDiskFull?.();
      throw error;
    } finally {
      const ms = performance.now() - started;
      if (options.onSlow && ms > (options.slowMs ?? 200)) options.onSlow(statement.text, ms);
    }
  };

  const queries = (
    client: pg.PoolClient,
    check: (text: string) => void,
    hear: (text: string) => void = () => undefined,
  ): Queries => {
    const ask = async (strings: readonly string[], values: readonly unknown[]) => {
      const statement = compile(strings, values);
      check(statement.text);
      const answer = await send(client, statement);
      if (answer.count > 0) hear(statement.text);
      return answer;
    };
    return {
      rows: async <T>(s: TemplateStringsArray, ...v: unknown[]) => (await ask(s, v)).rows as T[],
      one: async <T>(s: TemplateStringsArray, ...v: unknown[]) => {
        const { rows } = await ask(s, v);
        if (rows.length !== 1) throw new Error(`expected one row, got ${rows.length}`);
        return rows[0] as T;
      },
      maybe: async <T>(s: TemplateStringsArray, ...v: unknown[]) => (await ask(s, v)).rows[0] as T | undefined,
      run: async (s, ...v) => (await ask(s, v)).count,
    };
  };

  const retrying = async <T>(attempt: () => Promise<T>): Promise<T> => {
    for (let tries = 1; ; tries++) {
      try {
        return await attempt();
      } catch (error) {
        const code = (error as { code?: string }).code;
        if (!code || !RETRIED.has(code) || tries >= MAX_TRIES) throw error;
        await new Promise((wake) => setTimeout(wake, Math.random() * 20 * 2 ** tries));
      }
    }
  };

  const inTransaction = async <T>(begin: string, work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      await client.query(begin);
      const result = await work(client);
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback').catch((cause: Error) => {
        broken = cause;
      });
      throw error;
    } finally {
      client.release(broken ?? prepared.isFull(client));
    }
  };

  const tx = async <R>(
    actor: Actor,
    work: (tx: T) => Promise<R>,
    { isByKey = false, isSnapshot = false }: TxOptions = {},
  ): Promise<R> => {
    if (!Number.isSafeInteger(actor.tenant) || actor.tenant <= 0) throw new Error('a transaction needs a tenant');
    let wakes: (() => void)[] = [];
    let journal = new Journal();
    // The tenant goes in as text, in one trip with begin: it is checked to be an integer above.
    const begin = `begin${isSnapshot ? SNAPSHOT : ''}; select set_config('app.tenant', '${actor.tenant}', true), ${ONE_PROCESSOR}${isByKey ? BY_KEY : ''}`;
    const result = await retrying(() => {
      wakes = [];
      return inTransaction(begin, async (client) => {
        const opened = begun(client, actor, wakes);
        journal = opened.journal;
        const result = await work(equip(opened));
        await writeJournal(opened);
        return result;
      });
    });
    for (const wake of wakes) wake();
    const changed = journal.resources();
    if (changed.size > 0) options.onChange?.(actor.tenant, changed);
    return result;
  };

  const begun = (client: pg.PoolClient, actor: Actor, wakes: (() => void)[]): BareTx => {
    const now = clock();
    const journal = new Journal();
    const hear = (text: string): void => {
      for (const table of writtenTables(text)) {
        const resource = options.resourceOf?.(table);
        if (resource !== undefined) journal.touched.add(resource);
      }
    };
    return {
      ...queries(client, requireTenantColumn, hear),
      platform: queries(client, () => undefined),
      tenant: actor.tenant,
      actor,
      now,
      journal,
      query: async <R>(statement: Sql) => {
        const compiled = compile(statement.strings, statement.values);
        requireTenantColumn(compiled.text);
        const answer = await send(client, compiled);
        if (answer.count > 0) hear(compiled.text);
        return answer.rows as R[];
      },
      onCommit: (run) => wakes.push(run),
    };
  };

  const platform = <R>(work: (tx: PlatformTx) => Promise<R>): Promise<R> =>
    retrying(() =>
      inTransaction(`begin; select ${ONE_PROCESSOR}`, (client) =>
        work({
          ...queries(client, () => undefined),
          now: clock(),
          query: async <Row>(statement: Sql) =>
            (await send(client, compile(statement.strings, statement.values))).rows as Row[],
          asUser: async (userId) => {
            await client.query(`select set_config('app.user', $1, true)`, [userId]);
          },
        }),
      ),
    );

  const alone = async <R>(strings: TemplateStringsArray, ...values: unknown[]): Promise<R[]> =>
    retrying(async () => {
      const client = await pool.connect();
      try {
        return (await send(client, compile(strings, values))).rows as R[];
      } finally {
        client.release(prepared.isFull(client));
      }
    });

  return { tx, platform, alone, pool, close: () => pool.end() };
}

interface Answer {
  rows: object[];
  count: number;
}

/** The one place where columns become the keys of a row: `ship_by` is read as `shipBy`. */
function answerOf({ fields, rows, rowCount }: pg.QueryArrayResult<unknown[]>): Answer {
  const names = fields.map(({ name }) => camel(name));
  const named = rows.map((values) => {
    const row: Record<string, unknown> = {};
    for (let at = 0; at < names.length; at++) row[names[at] as string] = values[at];
    return row;
  });
  return { rows: named, count: rowCount ?? 0 };
}

const WRITE = /\b(?:insert into|update|delete from) "?([a-z_]+)/g;

/** Tables that a statement writes, its `with` parts too; a lock (`for update of o`) names none. */
function* writtenTables(text: string): Iterable<string> {
  for (const [, table = ''] of text.matchAll(WRITE)) yield table;
}

function requireTenantColumn(text: string): void {
  if (!text.includes('tenant_id')) throw new Error(`statement without tenant_id: ${text.slice(0, 80)}`);
}
