import type { TreeHit, TreePlace } from '#kit/model/tree.ts';
import { snake } from '#kit/model/resource.ts';
import type { Tx } from '#kit/server/database.ts';
import { column, join, sql, type Sql } from '#kit/server/sql.ts';
import { badDict, dictSource, holdsWord, readCondition } from './dict-sources.ts';

type TreeSearch = TreePlace & { keyword?: string };

const MOST_HITS = 50;
/** Far deeper than anybody nests: a walk upwards always ends. */
const MOST_LEVELS = 50;

interface Step {
  hit: string;
  value: string;
  name: string;
  parentId: string | null;
  depth: number;
}

/**
 * Rows of a registered tree whose name or code holds a word, wherever they hang. What a condition
 * hides is not found, nor what hangs below it, as if the tree had been opened level by level.
 */
export async function findInTree(tx: Tx, query: TreeSearch): Promise<TreeHit[]> {
  const { tableName = '', text = '', code = '', pidField = 'pid' } = query;
  const { table, key } = dictSource(tx, [tableName, text, code].join(','));
  if (!table.parent?.includes(snake(pidField))) throw badDict();
  const word = query.keyword?.trim() ?? '';
  if (word === '') return [];
  const root = await rootOf(tx, table.rows(tx), key, query);
  if (root === undefined) return [];
  const visible = join([sql`true`, ...readCondition(table, query.condition)], ' and ');
  const steps = await tx.query<Step>(sql`
    with recursive seen as (select t.* from (${table.rows(tx)}) t where ${visible}),
    hits as (select t.id from seen t where ${holdsWord(word, 'code')}),
    up as (
      select h.id as hit, s.id, s.parent_id, s.${column(key)}::text as value, s.name, 0 as depth
      from hits h join seen s on s.id = h.id
      union all
      select up.hit, s.id, s.parent_id, s.${column(key)}::text, s.name, up.depth + 1
      from up join seen s on s.id = up.parent_id
      where up.depth < ${MOST_LEVELS} and up.parent_id is distinct from ${root}::uuid)
    select up.hit, up.value, up.name, up.parent_id, up.depth
    from up join seen s on s.id = up.hit order by s.code, s.id, up.depth desc`);
  return [...Map.groupBy(steps, (step) => step.hit).values()]
    .filter(([top]) => top?.parentId === root)
    .slice(0, MOST_HITS)
    .map(asHit);
}

/** Id of the row below which is searched: null = the whole tree, undefined = there is none. */
async function rootOf(
  tx: Tx,
  rows: Sql,
  key: string,
  { pid = '', pcode = '' }: TreeSearch,
): Promise<string | null | undefined> {
  const [by, requested] = pid === '' ? ['code', pcode] : [key, pid];
  if (requested === '' || requested === '0') return null;
  const [row] = await tx.query<{ id: string }>(
    sql`select t.id from (${rows}) t where t.${column(by)}::text = ${requested} limit 1`,
  );
  return row?.id;
}

function asHit(steps: readonly Step[]): TreeHit {
  const path = steps.map(({ value, name }) => ({ value, title: name }));
  const own = path.pop() as { value: string; title: string };
  return { ...own, above: path };
}
