import { lineOf, parse, perFile, walk, type SourceFile, type SyntaxNode } from './syntax.ts';

/** A line of the specification that a test says it shows. */
export interface Mark {
  line: string;
  file: string;
}

export interface FoundMarks {
  marks: Mark[];
  /** Marks that prove nothing, by their place. */
  faults: string[];
}

const TEST_FILE = /\.(test|spec)\.tsx?$/;
/** A model may call something else so. */
const MARKS = /import \{ covers \} from '[^']*\/covers\.ts'/;
const FUNCTIONS = new Set(['ArrowFunctionExpression', 'FunctionExpression']);
const NEVER_RUNS = new Set(['skip', 'todo', 'fixme', 'fails', 'fail']);

/**
 * The marks `covers('…')` of all tests. A mark counts where nothing can pass it by: as the first
 * statements of the function of a test that runs, with an assertion in it, or in a function of its
 * file that it calls, which is about more than a literal.
 */
export function findMarks(files: readonly SourceFile[]): FoundMarks {
  const found = files.map(marksOf);
  return {
    marks: found.flatMap(({ marks }) => marks),
    faults: found.flatMap(({ faults }) => faults),
  };
}

/** The same of one file. */
export const marksOf = perFile((file: SourceFile): FoundMarks => {
  const found: FoundMarks = { marks: [], faults: [] };
  if (!TEST_FILE.test(file.path) || !MARKS.test(file.source)) return found;
  const { program, nodes } = parse(file);
  const asserting = assertingFunctions(program);
  const proven = new Map<SyntaxNode, string | null>();
  for (const node of nodes) if (isTest(node)) judgeTest(node, asserting, proven);
  for (const node of nodes) {
    if (!isMark(node)) continue;
    const place = `${file.path}:${lineOf(file.source, node)}`;
    const why = proven.get(node);
    if (why !== null) found.faults.push(`${place}: ${why ?? OUT_OF_PLACE}`);
    for (const argument of node['arguments'] as SyntaxNode[]) {
      const line = argument['value'];
      if (typeof line === 'string') found.marks.push({ line, file: file.path });
      else found.faults.push(`${place}: a mark names its lines as plain texts`);
    }
  }
  return found;
});

const OUT_OF_PLACE = 'a mark stands first in the function that is given to test()';

/** Notes for each mark that begins this test why it proves nothing, or null where it does. */
function judgeTest(call: SyntaxNode, asserting: ReadonlySet<string>, proven: Map<SyntaxNode, string | null>): void {
  const run = (call['arguments'] as SyntaxNode[]).find(({ type }) => FUNCTIONS.has(type));
  const body = run?.['body'] as SyntaxNode | undefined;
  if (body?.type !== 'BlockStatement') return;
  const why = verdict(call, body, asserting);
  for (const statement of body['body'] as SyntaxNode[]) {
    const expression = statement['expression'] as SyntaxNode | undefined;
    if (!expression || !isMark(expression)) return;
    proven.set(expression, why);
  }
}

function verdict(call: SyntaxNode, body: SyntaxNode, asserting: ReadonlySet<string>): string | null {
  const skipped = namesOf(call['callee'] as SyntaxNode).find((name) => NEVER_RUNS.has(name));
  if (skipped) return `a test under ${skipped} shows nothing`;
  const nodes = walk(body);
  const isProven = nodes.some(isAssertion) || nodes.some((node) => isCallOf(node, (name) => asserting.has(name)));
  return isProven ? null : 'the marked test asserts nothing';
}

/** Names of the functions of a file that assert something themselves. */
function assertingFunctions(tree: SyntaxNode): Set<string> {
  const functions = (tree['body'] as SyntaxNode[]).flatMap((statement): SyntaxNode[] =>
    statement.type === 'VariableDeclaration'
      ? (statement['declarations'] as SyntaxNode[])
      : statement.type === 'FunctionDeclaration'
        ? [statement]
        : [],
  );
  return new Set(
    functions.filter((one) => walk(one).some(isAssertion)).map((one) => String((one['id'] as SyntaxNode)['name'])),
  );
}

/** `test('…', …)`, `test.each(…)('…', …)` and their like. */
const isTest = (node: SyntaxNode): boolean =>
  node.type === 'CallExpression' && namesOf(node['callee'] as SyntaxNode)[0] === 'test';

/** The names of `test.concurrent.each(…)`: `test`, `concurrent`, `each`. */
function namesOf(callee: SyntaxNode): string[] {
  if (callee.type === 'Identifier') return [String(callee['name'])];
  if (callee.type === 'CallExpression') return namesOf(callee['callee'] as SyntaxNode);
  if (callee.type === 'TaggedTemplateExpression') return namesOf(callee['tag'] as SyntaxNode);
  if (callee.type !== 'MemberExpression') return [];
  const property = callee['property'] as SyntaxNode;
  return [...namesOf(callee['object'] as SyntaxNode), String(property['name'])];
}

/** `expect(…)`, `expect.poll(…)`, `expect.soft(…)`, save of a literal. */
function isAssertion(node: SyntaxNode): boolean {
  if (node.type !== 'CallExpression') return false;
  const callee = node['callee'] as SyntaxNode;
  const [first, second] = namesOf(callee);
  const isExpect = callee.type === 'Identifier' ? first === 'expect' : second === 'poll' || second === 'soft';
  const about = (node['arguments'] as SyntaxNode[])[0];
  return isExpect && first === 'expect' && about !== undefined && about.type !== 'Literal';
}

const isCallOf = (node: SyntaxNode, is: (name: string) => boolean): boolean =>
  node.type === 'CallExpression' &&
  (node['callee'] as SyntaxNode).type === 'Identifier' &&
  is(String((node['callee'] as SyntaxNode)['name']));

const isMark = (node: SyntaxNode): boolean => isCallOf(node, (name) => name === 'covers');
