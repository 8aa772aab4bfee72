import type { PartKind, RoutePart } from '../../model/gateway-parts.ts';

/** What is wrong with a condition or a filter, in words for whoever wrote it. */
export class PartFault extends Error {}

/** Longer is no condition that anybody writes, and would be judged on every call. */
const MOST_LENGTH = 500;
const MOST_VALUES = 50;

/** What makes one condition or filter of its arguments. @throws PartFault */
export type Compile<T> = (named: ReadonlyMap<string, string>, values: readonly string[]) => T;

/**
 * Compiles every part by its name.
 * @param what how a part is called in messages
 * @throws PartFault for the first that is not understood, by its place and name
 */
export function compileParts<T>(
  what: string,
  parts: unknown,
  kinds: readonly PartKind[],
  compilers: Readonly<Record<string, Compile<T>>>,
): { name: string; made: T }[] {
  if (!Array.isArray(parts)) throw new PartFault(`${what}请填 JSON 数组，例如 [{"name":"…","args":[]}]`);
  if (parts.length > MOST_VALUES) throw new PartFault(`${what}最多 ${MOST_VALUES} 个`);
  return parts.map((part: unknown, index) => {
    const place = `第 ${index + 1} 个${what}`;
    const { name, args } = (part ?? {}) as Partial<RoutePart>;
    if (typeof name !== 'string' || name === '') throw new PartFault(`${place}没有名称`);
    const kind = kinds.find((one) => one.name === name);
    const compile = Object.hasOwn(compilers, name) ? compilers[name] : undefined;
    if (!kind || !compile) throw new PartFault(`${place}不支持：${name.slice(0, 50)}`);
    try {
      const made = compile(namedOf(kind, args), kind.arguments ? [] : valuesOf(args));
      return { name, made };
    } catch (error) {
      if (error instanceof PartFault) throw new PartFault(`${place}“${kind.title}”：${error.message}`);
      throw error;
    }
  });
}

/** Values of a part that has a list of them, however the client wrote it. */
function valuesOf(args: unknown): string[] {
  const listed: unknown[] = Array.isArray(args) ? args : Object.values(isObject(args) ? args : {});
  if (listed.length > MOST_VALUES) throw new PartFault(`最多 ${MOST_VALUES} 个值`);
  const values = listed.map((one) => textOf(isObject(one) ? one['value'] : one)).filter((one) => one !== '');
  if (values.length === 0) throw new PartFault('请至少填一个值');
  return values;
}

/** Arguments by name: of an object, of pairs, or by their places (`_genkey_0`), as the base writes them. */
function namedOf({ arguments: known }: PartKind, args: unknown): ReadonlyMap<string, string> {
  const named = new Map<string, string>();
  if (!known) return named;
  const pairs = Array.isArray(args)
    ? args.map((one: unknown, at): [unknown, unknown] => (isObject(one) ? [one['key'], one['value']] : [at, one]))
    : Object.entries(isObject(args) ? args : {});
  for (const [key, value] of pairs) {
    const place = /^_genkey_(\d+)$/.exec(String(key))?.[1] ?? (typeof key === 'number' ? key : null);
    const name = place === null ? String(key) : (known[Number(place)]?.key ?? '');
    if (!known.some((one) => one.key === name)) throw new PartFault(`没有参数“${String(key).slice(0, 50)}”`);
    named.set(name, textOf(value));
  }
  for (const { key, title, isOptional } of known)
    if (!isOptional && !named.get(key)) throw new PartFault(`请填${title}`);
  return named;
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string' && typeof value !== 'number') throw new PartFault('参数请填文字');
  const text = String(value).trim();
  if (text.length > MOST_LENGTH) throw new PartFault(`参数不能超过 ${MOST_LENGTH} 个字符`);
  return text;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
