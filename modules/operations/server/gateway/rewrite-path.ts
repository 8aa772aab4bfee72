import { linearPattern } from '#kit/model/linear-pattern.ts';
import { PartFault } from './part-arguments.ts';

/** Of expressions that capture: two that may be long are judged in the square of a path's length at most. */
const MOST_LONG = 2;

/**
 * A rewriting of paths: the expression is held against the beginning of a path, and `$1` or `${name}` of the
 * replacement stand for what its groups hold. The engine that captures goes back, so that expressions which may make
 * it go back far are refused: repeated groups, and more than two repeats without an end.
 * @throws PartFault
 */
export function compileRewrite(expression: string, replacement: string): (path: string) => string {
  if (!linearPattern(expression)) throw new PartFault(`正则表达式“${expression}”写法不对，或过于复杂`);
  const bare = expression.replace(/\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]/g, 'x');
  if (/\)[*+{]/.test(bare)) throw new PartFault('正则表达式里不能重复整个括号');
  if ((bare.match(/[*+]|\{\d+,\d*\}/g) ?? []).length > MOST_LONG)
    throw new PartFault(`正则表达式里最多 ${MOST_LONG} 处 *、+ 或 {n,m}`);
  const pattern = expressionOf(expression);
  const pieces = piecesOf(replacement, pattern);
  return (path) =>
    path.replace(pattern, (...found: unknown[]) => {
      const named = found.at(-1);
      const groups = typeof named === 'object' && named !== null ? (named as Record<string, string>) : {};
      return pieces
        .map((piece) =>
          typeof piece === 'string' ? piece : String(found[Number(piece.group)] ?? groups[piece.group] ?? ''),
        )
        .join('');
    });
}

function expressionOf(expression: string): RegExp {
  try {
    return new RegExp(`^(?:${expression.replace(/^\^/, '')})`, 'u');
  } catch {
    throw new PartFault(`正则表达式“${expression}”写法不对`);
  }
}

/** Text and groups of a replacement; a backslash before `{` is how the base writes it in its files. */
function piecesOf(replacement: string, pattern: RegExp): (string | { group: string })[] {
  const known = new RegExp(`${pattern.source}|`, 'u').exec('');
  const names = new Set([...Object.keys(known?.groups ?? {}), ...Array.from(known ?? [], (_group, at) => String(at))]);
  return replacement.split(/(\$\d|\$\\?\{\w+\})/).map((piece, at) => {
    if (at % 2 === 0) {
      if (!/^[\w./~%-]*$/.test(piece)) throw new PartFault('替换为：只能是路径，和 $1 或 ${名称}');
      return piece;
    }
    const group = piece.replace(/[$\\{}]/g, '');
    if (!names.has(group)) throw new PartFault(`替换为：正则表达式里没有“${group}”`);
    return { group };
  });
}
