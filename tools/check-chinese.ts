import { areaOf } from './areas.ts';
import type { Violation } from './check-boundaries.ts';
import { lineOf, parse, perFile, type SourceFile, type SyntaxNode } from './syntax.ts';

const HAN = /\p{Script=Han}/u;
const COMPARISONS = new Set(['===', '!==', '==', '!=', 'in']);
const TEXT_TESTS = new Set(
  'includes startsWith endsWith indexOf lastIndexOf match search split localeCompare'.split(' '),
);

/** Where the wording itself is the datum. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'kit/server/kinds.ts': 'a sheet spells a flag 是 or 否',
  'platform/sheets/error-workbook.ts': 'finds the heading of the column that it adds itself',
  'ui/http/api-error.ts': 'the wire marks a lost session by this text',
};

/**
 * Chinese text is said to people; nothing may hang on its wording. In kit and modules it is
 * refused where code decides by it (comparison, `case`, text search, key of a lookup) or where it
 * stands in SQL, out of reach of whoever words the product.
 */
export const checkChinese = (files: readonly SourceFile[]): Violation[] => files.flatMap(misusedText);

/** The same of one file. */
export const misusedText = perFile((file: SourceFile): Violation[] =>
  isJudged(file.path) && HAN.test(file.source)
    ? parse(file).nodes.flatMap((node) =>
        misused(node).map(({ at, how }) => ({
          at: `${file.path}:${lineOf(file.source, at)}`,
          rule: 'chinese text',
          message: `“${(literal(at) ?? '').trim().slice(0, 30)}” ${how}`,
        })),
      )
    : [],
);

function isJudged(path: string): boolean {
  if (path in EXCEPTIONS) return false;
  const { kind } = areaOf(path);
  return kind === 'kit' || kind === 'ground' || kind === 'module';
}

interface Misuse {
  at: SyntaxNode;
  how: string;
}

function misused(node: SyntaxNode): Misuse[] {
  const among = (children: unknown[], how: string): Misuse[] =>
    (children as (SyntaxNode | null)[])
      .filter((child): child is SyntaxNode => child !== null && isHan(child))
      .map((at) => ({ at, how }));
  switch (node.type) {
    case 'TaggedTemplateExpression':
      return among((node['quasi'] as SyntaxNode)['quasis'] as unknown[], 'stands in SQL');
    case 'BinaryExpression':
      if (!COMPARISONS.has(node['operator'] as string)) return [];
      return among([node['left'], node['right']], 'is compared');
    case 'SwitchCase':
      return among([node['test']], 'is compared');
    case 'CallExpression':
      return isTextTest(node) ? among(node['arguments'] as unknown[], 'is searched for') : [];
    case 'MemberExpression':
      return node['computed'] ? among([node['property']], 'is a key') : [];
    default:
      return [];
  }
}

function isTextTest(call: SyntaxNode): boolean {
  const callee = call['callee'] as SyntaxNode;
  if (callee.type !== 'MemberExpression') return false;
  return TEXT_TESTS.has(String((callee['property'] as SyntaxNode)['name']));
}

const isHan = (node: SyntaxNode): boolean => HAN.test(literal(node) ?? '');

function literal(node: SyntaxNode): string | null {
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value'];
  if (node.type === 'TemplateElement') return (node['value'] as { raw: string }).raw;
  return null;
}
