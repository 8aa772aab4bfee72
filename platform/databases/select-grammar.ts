import { loadModule, parseSync } from 'libpg-query';

/*
 * One SELECT, judged by the grammar of PostgreSQL itself: what it is made of is looked up in closed lists, and
 * whatever they do not have is refused. Nothing is found by looking at the text.
 */

/** Parts of a statement that only read. */
const NODES: ReadonlySet<string> = new Set([
  'SelectStmt',
  'ResTarget',
  'ColumnRef',
  'A_Star',
  'String',
  'Integer',
  'Float',
  'Boolean',
  'A_Const',
  'A_Expr',
  'BoolExpr',
  'NullTest',
  'BooleanTest',
  'FuncCall',
  'TypeCast',
  'TypeName',
  'CaseExpr',
  'CaseWhen',
  'CoalesceExpr',
  'MinMaxExpr',
  'SubLink',
  'RangeVar',
  'RangeSubselect',
  'JoinExpr',
  'Alias',
  'SortBy',
  'WindowDef',
  'WithClause',
  'CommonTableExpr',
  'ParamRef',
  'List',
  'A_ArrayExpr',
  'GroupingSet',
  'SQLValueFunction',
]);

const FUNCTIONS: ReadonlySet<string> = new Set([
  'count',
  'sum',
  'avg',
  'min',
  'max',
  'string_agg',
  'bool_and',
  'bool_or',
  'stddev',
  'variance',
  'round',
  'trunc',
  'abs',
  'ceil',
  'ceiling',
  'floor',
  'mod',
  'sign',
  'power',
  'sqrt',
  'lower',
  'upper',
  'btrim',
  'ltrim',
  'rtrim',
  'length',
  'char_length',
  'substr',
  'substring',
  'left',
  'right',
  'replace',
  'concat',
  'concat_ws',
  'position',
  'strpos',
  'split_part',
  'initcap',
  'nullif',
  'to_char',
  'to_date',
  'date_trunc',
  'date_part',
  'extract',
  'now',
  'age',
  'timezone',
  'make_date',
  'row_number',
  'rank',
  'dense_rank',
  'lag',
  'lead',
  'first_value',
  'last_value',
  'ntile',
]);

const TYPES: ReadonlySet<string> = new Set([
  'int2',
  'int4',
  'int8',
  'numeric',
  'float4',
  'float8',
  'bool',
  'text',
  'varchar',
  'bpchar',
  'date',
  'time',
  'timetz',
  'timestamp',
  'timestamptz',
  'interval',
  'uuid',
  'json',
  'jsonb',
]);

/** Nested deeper than anybody writes by hand. */
const MOST_DEEP = 60;

/** What is wrong with a text; null: it is one SELECT that reads tables and views. */
export async function selectFault(text: string): Promise<string | null> {
  await loadModule();
  let tree: unknown;
  try {
    tree = parseSync(text);
  } catch {
    return '查询写法不正确';
  }
  const { stmts = [] } = tree as { stmts?: { stmt?: Record<string, unknown> }[] };
  const [only] = stmts;
  if (stmts.length !== 1 || !only?.stmt) return '只能写一条查询';
  if (!('SelectStmt' in only.stmt)) return '只能写 SELECT 查询';
  return faultIn(only.stmt, 0);
}

function faultIn(part: unknown, depth: number): string | null {
  if (depth > MOST_DEEP) return '查询嵌套太深';
  if (Array.isArray(part)) return firstOf(part, depth);
  if (typeof part !== 'object' || part === null) return null;
  for (const [name, inner] of Object.entries(part as Record<string, unknown>)) {
    // Kinds of parts begin with a capital, what they have does not.
    const own = /^[A-Z]/.test(name) ? nodeFault(name, inner as Record<string, unknown>) : attributeFault(name, inner);
    const fault = own ?? faultIn(inner, depth + 1);
    if (fault !== null) return fault;
  }
  return null;
}

function firstOf(parts: readonly unknown[], depth: number): string | null {
  for (const part of parts) {
    const fault = faultIn(part, depth + 1);
    if (fault !== null) return fault;
  }
  return null;
}

/** Attributes whose value has no kind of its own in the tree. */
function attributeFault(name: string, inner: unknown): string | null {
  if (name === 'intoClause' && inner) return '不能写 INTO';
  if (name === 'lockingClause' && inner) return '不能锁行（FOR UPDATE）';
  if (name === 'typeName') return typeFault(inner as Record<string, unknown>);
  if (name === 'relation' || name === 'larg' || name === 'rarg') return tableFault(inner as Record<string, unknown>);
  if (name === 'withClause' && (inner as { recursive?: boolean } | null)?.recursive) return '不能写 WITH RECURSIVE';
  return null;
}

function nodeFault(name: string, inner: Record<string, unknown>): string | null {
  if (!NODES.has(name)) return name.endsWith('Stmt') ? '只能写 SELECT 查询' : `不能使用 ${name}`;
  if (name === 'FuncCall') return functionFault(namesOf(inner['funcname']));
  if (name === 'TypeName') return typeFault(inner);
  if (name === 'RangeVar') return tableFault(inner);
  if (name === 'A_Expr' && namesOf(inner['name']).length > 1) return '不能使用带模式名的运算符';
  return null;
}

function functionFault(names: readonly string[]): string | null {
  const [schema, name = ''] = names.length > 1 ? [names[0], names.at(-1)] : ['pg_catalog', names[0]];
  return schema === 'pg_catalog' && names.length <= 2 && FUNCTIONS.has(name) ? null : `不能使用函数 ${names.join('.')}`;
}

function typeFault(inner: Record<string, unknown> | null): string | null {
  const names = namesOf(inner?.['names']);
  return TYPES.has(names.at(-1) ?? '') ? null : `不能转换为 ${names.at(-1) ?? '该类型'}`;
}

const CATALOGS = /^(pg_|information_schema$)/;

/** Whether a schema is of the server itself. */
export const isSystemSchema = (name: string): boolean => CATALOGS.test(name);

function tableFault(inner: Record<string, unknown> | null): string | null {
  const { schemaname = '', relname = '', catalogname } = (inner ?? {}) as Record<string, string | undefined>;
  if (catalogname) return '不能写其他数据库的表';
  return isSystemSchema(schemaname) || CATALOGS.test(relname) ? '不能查询系统表' : null;
}

/** A name of several parts. */
const namesOf = (list: unknown): string[] =>
  (Array.isArray(list) ? list : []).map((one) => String((one as { String?: { sval?: string } }).String?.sval ?? ''));
