import { PartFault } from './part-arguments.ts';

/** Paths that the product has for itself. */
export interface OwnPaths {
  /** Prefix of the API, e.g. `/api`. */
  base: string;
  /** First segments of the product's own routes, in lower case. */
  segments: ReadonlySet<string>;
}

type TestSegment = (segment: string) => boolean;

/**
 * Compiles a path pattern: literal segments, `*` within one, `{name}` for one, `**` or `{*rest}` at the end for all
 * that follow.
 * @throws PartFault for what is no such pattern, or would take calls of the product itself
 */
export function compilePath(pattern: string, own: OwnPaths): (segments: readonly string[]) => boolean {
  const [before, ...parts] = pattern.replace(/(?<=.)\/$/, '').split('/');
  if (before !== '') throw new PartFault(`路径“${pattern}”要以 / 开头`);
  const hasRest = parts.length > 1 && /^(?:\*\*|\{\*\w*\})$/.test(parts.at(-1) ?? '');
  refuseOwn(parts[0] ?? '', pattern, own);
  const tests = (hasRest ? parts.slice(0, -1) : parts).map((part) => compileSegment(part, pattern));
  return (segments) =>
    (hasRest ? segments.length >= tests.length : segments.length === tests.length) &&
    tests.every((test, at) => test(segments[at] ?? ''));
}

/** A route takes what begins with a word of its own: never all, and nothing of the product's. */
function refuseOwn(first: string, pattern: string, { base, segments }: OwnPaths): void {
  if (/[*?{}]/.test(first) || first === '') throw new PartFault(`路径“${pattern}”的第一段要写明，不能是通配符`);
  if (`/${first}`.toLowerCase() === base.toLowerCase())
    throw new PartFault(`路径从接口前缀 ${base} 之后写起，不要写“${base}”`);
  if (segments.has(first.toLowerCase())) throw new PartFault(`“/${first}”是本系统自己的路径，不能转发`);
}

function compileSegment(part: string, pattern: string): TestSegment {
  if (/^\{\w+\}$/.test(part)) return (segment) => segment !== '';
  const [before = '', after, ...more] = part.split('*');
  // A sign that a client may write in several ways, or that leads elsewhere, is no part of a pattern.
  const isOdd = part === '' || part === '.' || part === '..' || /[%;\\?#{}\s\p{Cc}]/u.test(part);
  if (isOdd || more.length > 0) throw new PartFault(`路径“${pattern}”写法不对：** 只能在末尾，每段最多一个 *`);
  if (after === undefined) return (segment) => segment === before;
  return (segment) =>
    segment.length >= before.length + after.length && segment.startsWith(before) && segment.endsWith(after);
}

/** A path may be so long: what rewrites it looks at every character. */
const MOST_PATH = 2048;

/**
 * The decoded segments of a path that is forwarded as it was sent.
 * @returns null where it cannot be read, or says one thing here and another one elsewhere: `..`, `//`, encoded slashes
 */
export function readSegments(path: string): string[] | null {
  if (path.length > MOST_PATH || !path.startsWith('/')) return null;
  const raw = path.slice(1).split('/');
  if (raw.at(-1) === '' && raw.length > 1) raw.pop();
  try {
    const segments = raw.map(decodeURIComponent);
    return segments.some((one) => one === '' || /^\.\.?(?:;|$)/.test(one) || /[/\\\p{Cc}]/u.test(one))
      ? null
      : segments;
  } catch {
    return null;
  }
}
