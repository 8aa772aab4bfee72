import { join } from 'node:path';
import type pg from 'pg';
import type { AnyResource } from '#kit/model/resource.ts';
import { API } from 'typescript/unstable/sync';
import { codeFaults } from './sql-codes.ts';
import { ruleFaults } from './sql-rules.ts';
import { statementsOf, type FoundStatements } from './sql-statements.ts';

const SERVES = /^(?:modules\/\w+\/server|kit\/server|console|app|platform|connectors)\//;
const NOT_SERVED = /\.test\.ts$|\/fixtures\/|\/test-scene\.ts$/;
/** Fewer than these found: the check no longer reads what asks the database. */
const LEAST_STATEMENTS = 1200;

/** Every statement of the server's code that stands there whole. @param root of the checkout */
export function readStatements(root: string): FoundStatements {
  const api = new API({ cwd: root });
  try {
    const config = join(root, 'tsconfig.json');
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
    if (!project) throw new Error(`no project at ${config}`);
    const { checker, program } = project;
    const all: FoundStatements = { statements: [], composed: 0 };
    for (const name of program.getSourceFileNames()) {
      const path = name.slice(root.length + 1);
      if (!name.startsWith(`${root}/`) || !SERVES.test(path) || NOT_SERVED.test(path)) continue;
      const source = program.getSourceFile(name);
      if (!source?.text.includes('`')) continue;
      const { statements, composed } = statementsOf({ checker, source }, root);
      all.statements.push(...statements);
      all.composed += composed;
    }
    return all;
  } finally {
    api.close();
  }
}

/**
 * Has the database prepare each statement, so that a table, a column or a type that is not there is
 * found without running it; codes that it compares or writes are those of the dictionaries, and what keeps
 * the database on one machine is counted.
 * @param client of a migrated database; a login that may read every table
 */
export async function sqlFaults(client: pg.ClientBase, root: string, all: readonly AnyResource[]): Promise<string[]> {
  const { statements } = readStatements(root);
  if (statements.length < LEAST_STATEMENTS)
    return [`${statements.length} statements were looked at, expected at least ${LEAST_STATEMENTS}`];
  const { rows } = await client.query<{ name: string }>(
    `select table_name as name from information_schema.columns where column_name = 'tenant_id' and table_schema = 'public'`,
  );
  const faults = [
    ...statements.flatMap((statement) => codeFaults(statement, all)),
    ...ruleFaults(statements, new Set(rows.map(({ name }) => name))),
  ];
  for (const { at, text, isPart } of statements) {
    const message = await client.query(`prepare looked_at as ${text}`).then(
      () => null,
      (error: unknown) => (isPart && isOuterName(error) ? '' : (error as Error).message),
    );
    if (message) faults.push(`${at}: ${message}`);
    if (message === null) await client.query('deallocate looked_at');
  }
  return faults;
}

/** A table of the statement around a fragment. */
const isOuterName = (error: unknown): boolean => (error as Error).message.startsWith('missing FROM-clause entry');
