import { notFound, Refusal } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import { pick } from '#kit/server/stored-rows.ts';
import { ProbeError, type ProbedDatabase } from '#platform/databases/probe.ts';
import { QueryError, type QueriedRows, type ReadQuery } from '#platform/databases/read-query.ts';
import { selectFault } from '#platform/databases/select-grammar.ts';
import { dataSource } from '../../model/data-source.ts';
import type { ReportParam } from '../../model/reports/definition.ts';
import { addressOf, FAULTS } from '../data-sources.ts';

/** What is wrong with a query of a data source; null: nothing. */
export type JudgeQuery = (
  tx: Tx,
  dataSourceId: string,
  text: string,
  params: readonly ReportParam[],
) => Promise<string | null>;

/** Where a query goes, with whom it signs in. */
export interface QueryTarget {
  database: ProbedDatabase;
  mayBePrivate: boolean;
}

export interface QueryServices {
  readQuery: ReadQuery;
  sourceHosts: (tenant: number) => readonly string[];
}

/** Of one answer: what is more must be narrowed down by parameters. */
export const MOST_QUERIED = 5_000;

/** The database of a stored data source. @throws Refusal where there is none, or none that is spoken to */
export async function queryTarget(tx: Tx, sourceHosts: QueryServices['sourceHosts'], id: string): Promise<QueryTarget> {
  const [row] = await pick(tx, dataSource, ['type', 'driver', 'url', 'database', 'username', 'password'])`
    id = ${id}::uuid and deleted_at is null`;
  if (!row) throw notFound();
  const address = addressOf(row);
  if (address.engine !== 'postgresql') throw new Refusal('engine', '目前只有 PostgreSQL 数据源可以写查询');
  return {
    database: {
      ...address,
      database: row.database || address.database,
      username: row.username,
      password: row.password === null ? '' : tx.vault.open(row.password),
    },
    mayBePrivate: sourceHosts(tx.tenant).includes(`${address.host}:${address.port}`),
  };
}

const PLACE = /\$\{(\w+)\}/g;

/** A text with its parameters as `$1`, `$2` …, in the order of their names. */
export function boundText(text: string): { text: string; names: string[] } {
  const names: string[] = [];
  const bound = text
    .trim()
    .replace(/[;\s]+$/, '')
    .replace(PLACE, (_all, name: string) => {
      if (!names.includes(name)) names.push(name);
      return `$${names.indexOf(name) + 1}`;
    });
  return { text: bound, names };
}

/** Judges the text by the grammar, and its parameters by those of the report. */
export const judgeQuery =
  ({ sourceHosts }: Pick<QueryServices, 'sourceHosts'>): JudgeQuery =>
  async (tx, dataSourceId, given, params) => {
    await queryTarget(tx, sourceHosts, dataSourceId);
    const { text, names } = boundText(given);
    if (text === '') return '请输入查询';
    const unknown = names.find((name) => !params.some(({ paramName }) => paramName === name));
    if (unknown !== undefined) return `没有参数“${unknown}”`;
    return selectFault(text);
  };

/** Asks for the rows of a query. @throws Refusal in words for people, with nothing of the server in it */
export async function askQuery(
  readQuery: ReadQuery,
  { database, mayBePrivate }: QueryTarget,
  given: string,
  values: Readonly<Record<string, string>>,
  mostRows = MOST_QUERIED + 1,
): Promise<QueriedRows> {
  const { text, names } = boundText(given);
  // What was judged when it was stored is judged again: nothing is asked that was not.
  const fault = await selectFault(text);
  if (fault !== null) throw new Refusal('badQuery', `SQL执行失败：${fault}`);
  const bound = names.map((name) => values[name] ?? '');
  try {
    return await readQuery(database, { text, values: bound }, { mayBePrivate, mostRows });
  } catch (error) {
    if (error instanceof ProbeError) throw new Refusal('notConnected', `SQL执行失败：${FAULTS[error.fault]}`);
    if (error instanceof QueryError) throw new Refusal('badQuery', `SQL执行失败：${reasonOf(error.state)}`);
    throw error;
  }
}

/** Classes of PostgreSQL, and ours. */
function reasonOf(state: string): string {
  if (state === '57014') return '超过 10 秒没有结果，请缩小范围';
  if (state === 'tooMuch') return '结果太大，请减少列或缩小范围';
  if (state === 'busy') return '数据源正在查询，请稍后再试';
  if (state === '25006') return '查询不能修改数据';
  if (state === '42501') return '账号没有读取权限';
  if (state.startsWith('22')) return '参数的值与列的类型不符';
  if (state.startsWith('42')) return '表、列或写法不正确';
  return '对方数据库没有完成查询';
}
