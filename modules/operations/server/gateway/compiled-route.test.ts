import { expect, test } from 'vitest';
import { Refusal } from '#kit/model/refusal.ts';
import { judgeRoute, type GatewaySettings } from './compiled-route.ts';

const SETTINGS: GatewaySettings = {
  own: { base: '/api', segments: new Set(['sys', 'orders', 'websocket']) },
  upstreams: ['https://erp.example.com', 'https://console.example.com'],
  publicOrigin: 'https://console.example.com',
};

const parts = (...list: [name: string, args: unknown][]): string =>
  JSON.stringify(list.map(([name, args]) => ({ name, args })));
const PATH: [string, unknown] = ['Path', ['/erp/**']];
const ROUTE = { uri: 'https://erp.example.com', predicates: parts(PATH), filters: null };

test('a route is stored by its origin, its paths beside it', () => {
  expect(judgeRoute({ ...ROUTE, uri: 'HTTPS://ERP.example.com:443/' }, SETTINGS)).toEqual({
    ...ROUTE,
    paths: '/erp/**',
  });
  expect(judgeRoute({ ...ROUTE, filters: '[]' }, SETTINGS).filters).toBeNull();
});

test('every field that is at fault is said', () => {
  const judge = (): unknown => judgeRoute({ uri: 'lb://x', predicates: '[]', filters: '{}' }, SETTINGS);
  expect(judge).toThrow(Refusal);
  try {
    judge();
  } catch (error) {
    expect((error as Refusal).errors.map(({ field }) => field)).toEqual(['uri', 'predicates', 'filters']);
  }
});

test.each<[field: string, more: Partial<typeof ROUTE> | { filters: string }, message: string | RegExp]>([
  ['uri', { uri: 'https://console.example.com' }, '不能转发到本系统自己'],
  ['uri', { uri: 'http://169.254.169.254' }, /^平台没有放行 http:\/\/169\.254\.169\.254/],
  ['uri', { uri: 'lb://jeecg-system' }, /不支持 lb:\/\//],
  ['uri', { uri: 'file:///etc/passwd' }, /^路由URI请写成/],
  ['uri', { uri: 'https://erp.example.com/path' }, /^路由URI请写成/],
  ['uri', { uri: 'http://a:b@erp.example.com' }, /^路由URI请写成/],
  ['uri', { uri: 'http://127.0.0.1:2' }, /^平台没有放行/],
  ['predicates', { predicates: '{"name":"Path"}' }, '路由条件请填 JSON 数组，例如 [{"name":"…","args":[]}]'],
  ['predicates', { predicates: 'x' }, /^路由条件请填 JSON 数组/],
  ['predicates', { predicates: '[]' }, '请至少填一个“路径”条件'],
  ['predicates', { predicates: parts(PATH, ['Weight', ['a', '1']]) }, '第 2 个路由条件不支持：Weight'],
  ['predicates', { predicates: parts(PATH, ['constructor', []]) }, '第 2 个路由条件不支持：constructor'],
  ['predicates', { predicates: parts(['Path', ['/sys/**']]) }, /“\/sys”是本系统自己的路径，不能转发$/],
  ['predicates', { predicates: parts(['Path', ['/Orders/x']]) }, /“\/Orders”是本系统自己的路径/],
  ['predicates', { predicates: parts(['Path', ['/websocket/**']]) }, /“\/websocket”是本系统自己的路径/],
  ['predicates', { predicates: parts(['Path', ['/**']]) }, /第一段要写明/],
  ['predicates', { predicates: parts(['Path', ['/{any}/x']]) }, /第一段要写明/],
  ['predicates', { predicates: parts(['Path', ['/api/erp/**']]) }, /路径从接口前缀 \/api 之后写起/],
  ['predicates', { predicates: parts(['Path', ['/erp/../sys/**']]) }, /写法不对/],
  ['predicates', { predicates: parts(['Path', ['/erp/%2e%2e/x']]) }, /写法不对/],
  ['predicates', { predicates: parts(['Path', []]) }, '第 1 个路由条件“路径”：请至少填一个值'],
  ['predicates', { predicates: parts(PATH, ['Header', { header: 'x', regexp: '(a)\\1' }]) }, /过于复杂$/],
  ['predicates', { predicates: parts(PATH, ['After', ['2026-12-01']]) }, /时间“2026-12-01”请写成/],
  ['predicates', { predicates: parts(PATH, ['RemoteAddr', ['10.0.0.0/40']]) }, /来源地址/],
  ['filters', { filters: parts(['Retry', []]) }, '第 1 个过滤器不支持：Retry'],
  ['filters', { filters: parts(['StripPrefix', [{ key: 'parts', value: 'x' }]]) }, /段数请填 0 到 20 的整数$/],
  ['filters', { filters: parts(['AddRequestHeader', { name: 'Host', value: 'x' }]) }, /“host”由系统决定/],
  ['filters', { filters: parts(['AddRequestHeader', { name: 'a', value: 'x\r\ny: z' }]) }, /值只能是/],
  ['filters', { filters: parts(['AddResponseHeader', { name: 'Set-Cookie', value: 'a=b' }]) }, /由系统决定/],
  [
    'filters',
    {
      filters: parts([
        'RequestRateLimiter',
        { 'key-resolver': '#{T(java.lang.Runtime).getRuntime()}', 'redis-rate-limiter.replenishRate': 1 },
      ]),
    },
    /请填突发次数|“按什么计”只能是/,
  ],
  ['filters', { filters: parts(['RewritePath', { regexp: '/(a+)+x', replacement: '/$1' }]) }, /不能重复整个括号/],
  ['filters', { filters: parts(['RewritePath', { regexp: '/(a', replacement: '/' }]) }, /写法不对/],
  ['filters', { filters: parts(['Hystrix', { name: 'x', fallbackUri: 'http://10.0.0.1/' }]) }, /回退地址只支持/],
])('I6: what is not understood is refused at its field: %s %j', (field, more, message) => {
  let refusal: unknown;
  try {
    judgeRoute({ ...ROUTE, ...more }, SETTINGS);
  } catch (error) {
    refusal = error;
  }
  const [fault] = (refusal as Refusal).errors;
  expect(fault?.field).toBe(field);
  expect(fault?.message).toMatch(message);
});
