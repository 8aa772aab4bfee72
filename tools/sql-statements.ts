import { join } from 'node:path';
import type { Checker, Type } from 'typescript/unstable/sync';
import type { Expression, Identifier, Node, SourceFile, TaggedTemplateExpression } from 'typescript/unstable/ast';
import {
  isConditionalExpression,
  isIdentifier,
  isNoSubstitutionTemplateLiteral,
  isParenthesizedExpression,
  isTaggedTemplateExpression,
  isTemplateExpression,
  isVariableDeclaration,
} from 'typescript/unstable/ast/is';
import { snake } from '#kit/model/resource.ts';

/** A statement as the database is asked, with `$1` for what is known at run time only. */
export interface SqlStatement {
  /** `path:line` of its template. */
  at: string;
  text: string;
  /** A fragment that reads like a statement: names of what it stands in may be missing. */
  isPart: boolean;
}

export interface FoundStatements {
  statements: SqlStatement[];
  /** How many templates hold fragments that only running them puts together. */
  composed: number;
}

/** `tx.rows`, `tx.platform.run`, `db.maybe`: what sends a whole statement. */
const SENDS = /\.(?:rows|run|maybe|one)$/;
const WHOLE = /^\s*(?:select|insert|update|delete|with)\b/i;
const MOST_VARIANTS = 2;

interface Reading {
  checker: Checker;
  source: SourceFile;
}

/**
 * Statements of a file that stand in it whole: those whose holes are values, and those whose fragments
 * are templates or constants of the same program. A fragment that depends on a condition is taken both
 * ways.
 */
export function statementsOf(reading: Reading, root: string): FoundStatements {
  const { source } = reading;
  const found: FoundStatements = { statements: [], composed: 0 };
  for (const tagged of templatesOf(source)) {
    const head = headOf(tagged, reading);
    if (head === null) continue;
    const texts = new Set<string>();
    for (let variant = 0; variant < MOST_VARIANTS; variant++) {
      const body = textOf(tagged.template, reading, variant, 0);
      if (body !== null) texts.add(numbered(`${head}${body}`));
    }
    if (texts.size === 0) found.composed += 1;
    const line = source.text.slice(0, tagged.template.getStart(source)).split('\n').length;
    const at = `${source.fileName.slice(join(root, '/').length)}:${line}`;
    const isPart = !SENDS.test(nameOf(tagged, reading));
    for (const text of texts) if (WHOLE.test(text)) found.statements.push({ at, text, isPart });
  }
  return found;
}

function templatesOf(source: SourceFile): TaggedTemplateExpression[] {
  const found: TaggedTemplateExpression[] = [];
  const visit = (node: Node): void => {
    if (isTaggedTemplateExpression(node)) found.push(node);
    node.forEachChild(visit);
  };
  visit(source);
  return found;
}

/** What stands before the text of a template; null where it is a fragment or no SQL. */
function headOf(tagged: TaggedTemplateExpression, reading: Reading): string | null {
  const { tag, template } = tagged;
  const { source, checker } = reading;
  const name = nameOf(tagged, reading);
  if (SENDS.test(name)) return '';
  const message = source.text.slice(template.getStart(source) + 1, template.end);
  if (name === 'sql') return WHOLE.test(message) ? '' : null;
  const of = /^pick\(\s*[\w.]+,\s*(\w+),/.exec(name)?.[1];
  if (!of) return null;
  const table = resourceName(tag, of, checker);
  return table && `select 1 from "${snake(table)}" where tenant_id = ${HOLE} and `;
}

const nameOf = ({ tag }: TaggedTemplateExpression, { source }: Reading): string =>
  source.text.slice(tag.pos, tag.end).trim();

/** The name that the type of a resource carries. */
function resourceName(tag: Expression, variable: string, checker: Checker): string | null {
  let argument: Node | undefined;
  const visit = (node: Node): void => {
    if (isIdentifier(node) && node.text === variable) argument ??= node;
    node.forEachChild(visit);
  };
  visit(tag);
  const type = argument && checker.getTypeAtLocation(argument);
  const name = type && checker.getPropertyOfType(type, 'name');
  const literal = name && checker.getTypeOfSymbol(name);
  return literal?.isStringLiteralType() ? String(literal.value) : null;
}

const HOLE = '\u0000';

/** Parameters in the order in which they stand. */
const numbered = (text: string): string => {
  let count = 0;
  return text.replaceAll(HOLE, () => `$${++count}`);
};

/** The text of a template with its holes; null where a fragment is not known. */
function textOf(template: Node, reading: Reading, variant: number, depth: number): string | null {
  if (isNoSubstitutionTemplateLiteral(template)) return template.text;
  if (!isTemplateExpression(template) || depth > 4) return null;
  const spans = [...template.templateSpans];
  const types = reading.checker.getTypeAtLocation(spans.map(({ expression }) => expression));
  let text = template.head.text;
  for (const [index, { expression, literal }] of spans.entries()) {
    const isFragment = isSqlType(types[index], reading.checker);
    const part = isFragment ? fragmentOf(expression, reading, variant, depth) : HOLE;
    if (part === null) return null;
    text += `${part}${literal.text}`;
  }
  return text;
}

const isSqlType = (type: Type | undefined, checker: Checker): boolean =>
  type !== undefined && checker.getPropertyOfType(type, 'isSql') !== undefined;

function fragmentOf(expression: Expression, reading: Reading, variant: number, depth: number): string | null {
  if (isParenthesizedExpression(expression)) return fragmentOf(expression.expression, reading, variant, depth);
  if (isConditionalExpression(expression))
    return fragmentOf(variant === 0 ? expression.whenTrue : expression.whenFalse, reading, variant, depth);
  if (isTaggedTemplateExpression(expression)) return textOf(expression.template, reading, variant, depth + 1);
  if (!isIdentifier(expression)) return null;
  return expression.text === 'nothing' ? '' : constantOf(expression, reading, variant, depth);
}

/** A fragment that a constant holds. */
function constantOf(name: Identifier, reading: Reading, variant: number, depth: number): string | null {
  const declared = reading.checker.getResolvedSymbol(name)?.declarations[0]?.resolve?.();
  if (!declared || !isVariableDeclaration(declared) || !declared.initializer) return null;
  return fragmentOf(declared.initializer, reading, variant, depth + 1);
}
