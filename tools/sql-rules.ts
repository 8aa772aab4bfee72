import type { SqlStatement } from './sql-statements.ts';

/** What stands between the brackets behind each `values`, the first row of it. */
const rowsOf = (text: string): string[] =>
  [...text.matchAll(/\bvalues\s*\(/g)].map(({ index, 0: found }) => {
    let [depth, at] = [1, index + found.length];
    const start = at;
    for (; at < text.length && depth > 0; at++) depth += text[at] === '(' ? 1 : text[at] === ')' ? -1 : 0;
    return text.slice(start, at);
  });

interface Rule {
  /** What the statement does that keeps the database on one machine. */
  says: string;
  /** How many do so today. Fewer have to be written down, so that none comes back. */
  allowed: number;
  breaks(text: string, tables: readonly string[]): boolean;
}

const TENANT = /\btenant_id"?\s*=\s*(?:\$\d|any\b)/;
/** The rows that an insert writes begin with the tenant that it was given. */
const TENANT_ROW = /\(\s*tenant_id\b[^)]*\)\s*(?:values\s*\(\s*\$\d|select\s+\$\d)/;

/** tools/README.md: tried on Citus 13. */
const RULES: readonly Rule[] = [
  {
    says: 'names no tenant by a parameter',
    allowed: 10,
    breaks: (text, tables) => tables.length > 0 && !TENANT.test(text) && !TENANT_ROW.test(text),
  },
  {
    says: 'has a sub-select in its values',
    allowed: 4,
    breaks: (text) => rowsOf(text).some((row) => /\(\s*select\b/.test(row)),
  },
  {
    says: 'joins an unnest of another row',
    allowed: 5,
    breaks: (text) => /\blateral\s+unnest|,\s*unnest\(\w+\./.test(text),
  },
  { says: 'takes an advisory lock', allowed: 6, breaks: (text) => /\bpg_(?:try_)?advisory_/.test(text) },
  {
    says: 'inserts many rows and returns none',
    allowed: 46,
    breaks: (text) => /\binsert into\b.*\bselect\b.*\bunnest\(/.test(text) && !/\breturning\b/.test(text),
  },
  {
    says: 'walks tenant tables recursively',
    allowed: 10,
    breaks: (text, tables) => tables.length > 0 && /\bwith recursive\b/.test(text),
  },
];

/**
 * Statements that would have to be written again before tenants can be spread over machines: counted, and
 * more than there were are refused.
 * @param tenantTables names of tables that have a tenant
 */
export function ruleFaults(
  statements: readonly SqlStatement[],
  tenantTables: ReadonlySet<string>,
  rules: readonly Rule[] = RULES,
): string[] {
  const whole = statements.filter(({ isPart }) => !isPart);
  return rules.flatMap(({ says, allowed, breaks }) => {
    const found = new Set(
      whole
        .map(({ at, text }) => ({ at, text: text.replace(/\s+/g, ' ').toLowerCase() }))
        .filter(({ text }) => breaks(text, tablesOf(text, tenantTables)))
        .map(({ at }) => at),
    );
    if (found.size === allowed) return [];
    if (found.size < allowed) return [`SQL that ${says}: ${found.size} are left, write that down`];
    return [`SQL that ${says}: ${found.size}, ${allowed} were known:\n  ${[...found].join('\n  ')}`];
  });
}

const tablesOf = (text: string, known: ReadonlySet<string>): string[] =>
  [...text.matchAll(/\b(?:from|join|update|into)\s+(?:only\s+)?"?([a-z_]+)"?/g)].flatMap(([, name]) =>
    name && known.has(name) ? [name] : [],
  );
