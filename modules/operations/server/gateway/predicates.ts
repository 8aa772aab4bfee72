import { BlockList, isIP } from 'node:net';
import { linearPattern } from '#kit/model/linear-pattern.ts';
import { PREDICATES } from '../../model/gateway-parts.ts';
import { compileParts, PartFault, type Compile } from './part-arguments.ts';
import { compilePath, type OwnPaths } from './path-pattern.ts';

/** A call as conditions look at it. */
export interface GatewayCall {
  method: string;
  /** Below the API base, as it was sent. */
  path: string;
  /** Decoded. */
  segments: readonly string[];
  query: URLSearchParams;
  /** Without the port, in lower case. */
  host: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  cookies: ReadonlyMap<string, string>;
  ip: string;
  now: Date;
}

export type Test = (call: GatewayCall) => boolean;

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/**
 * Compiles the conditions of a route.
 * @throws PartFault for the first that is not understood, and where no path is among them
 */
export function compilePredicates(parts: unknown, own: OwnPaths): { name: string; made: Test }[] {
  const tests = compileParts('路由条件', parts, PREDICATES, { ...COMPILERS, Path: pathTest(own) });
  if (!tests.some(({ name }) => name === 'Path')) throw new PartFault('请至少填一个“路径”条件');
  return tests;
}

const pathTest =
  (own: OwnPaths): Compile<Test> =>
  (_named, values) => {
    const tests = values.map((value) => compilePath(value, own));
    return ({ segments }) => tests.some((test) => test(segments));
  };

const COMPILERS: Readonly<Record<string, Compile<Test>>> = {
  Method: (_named, values) => {
    const methods = values.flatMap((value) => value.toUpperCase().split(/\s*,\s*/));
    const wrong = methods.find((one) => !METHODS.includes(one));
    if (wrong !== undefined) throw new PartFault(`没有请求方法“${wrong}”`);
    return ({ method }) => methods.includes(method);
  },
  Host: (_named, values) => {
    const tests = values.map(hostTest);
    return ({ host }) => tests.some((test) => test(host));
  },
  Header: (named) => {
    const name = required(named, 'header').toLowerCase();
    const test = wholly(named.get('regexp'));
    return ({ headers }) => [headers[name] ?? []].flat().some(test);
  },
  Query: (named) => {
    const name = required(named, 'param');
    const test = wholly(named.get('regexp'));
    return ({ query }) => query.getAll(name).some(test);
  },
  Cookie: (named) => {
    const name = required(named, 'name');
    const test = wholly(named.get('regexp'));
    return ({ cookies }) => [cookies.get(name) ?? []].flat().some(test);
  },
  After: (_named, values) => {
    const [at] = instants(values, 1);
    return ({ now }) => now.getTime() > Number(at);
  },
  Before: (_named, values) => {
    const [at] = instants(values, 1);
    return ({ now }) => now.getTime() < Number(at);
  },
  Between: (_named, values) => {
    const [from, to] = instants(values, 2);
    if (Number(from) >= Number(to)) throw new PartFault('前一个时间要早于后一个');
    return ({ now }) => now.getTime() > Number(from) && now.getTime() < Number(to);
  },
  RemoteAddr: (_named, values) => {
    const list = new BlockList();
    for (const value of values) addNetwork(list, value);
    return ({ ip }) => {
      const address = ip.replace(/^::ffff:(?=\d+\.)/i, '');
      return isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
    };
  },
};

const required = (named: ReadonlyMap<string, string>, key: string): string => named.get(key) ?? '';

/** Whether a whole text fits an expression, in a time that grows with the text alone; any text where none is given. */
function wholly(expression: string | undefined): (text: string) => boolean {
  if (!expression) return () => true;
  const test = linearPattern(`^(?:${expression})$`);
  if (!test) throw new PartFault(`正则表达式“${expression}”写法不对，或过于复杂`);
  return (text) => text.length <= 4096 && test(text);
}

/** `erp.example.com`, `*.example.com` for one label more, `**.example.com` for one or several. */
function hostTest(pattern: string): (host: string) => boolean {
  const [, wild = '', name = ''] = /^(\*{1,2}\.)?([\w.-]+)$/.exec(pattern.toLowerCase()) ?? [];
  if (name === '') throw new PartFault(`主机“${pattern}”写法不对，如 erp.example.com 或 **.example.com`);
  if (wild === '') return (host) => host === name;
  return (host) => {
    const before = host.endsWith(`.${name}`) ? host.slice(0, -name.length - 1) : '';
    return before !== '' && (wild === '**.' || !before.includes('.'));
  };
}

/** With its offset; the name of a zone behind it says nothing more. */
const INSTANT = /^(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))(?:\[[\w/+-]+\])?$/;

function instants(values: readonly string[], count: number): number[] {
  const texts = values.flatMap((value) => value.split(/\s*,\s*/));
  if (texts.length !== count) throw new PartFault(count === 1 ? '请填一个时间' : '请填两个时间');
  return texts.map((text) => {
    const at = Date.parse(INSTANT.exec(text)?.[1] ?? '');
    if (Number.isNaN(at)) throw new PartFault(`时间“${text}”请写成 2026-12-01T00:00:00+08:00`);
    return at;
  });
}

function addNetwork(list: BlockList, text: string): void {
  const [address = '', bits, more] = text.split('/');
  const family = isIP(address);
  const most = family === 6 ? 128 : 32;
  const length = bits === undefined ? most : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN;
  if (family === 0 || more !== undefined || !(length >= 0 && length <= most))
    throw new PartFault(`来源地址“${text}”请写成 10.0.0.7 或 10.0.0.0/8`);
  list.addSubnet(address, length, family === 6 ? 'ipv6' : 'ipv4');
}
