import fastify from 'fastify';
import { expect, test } from 'vitest';
import { dict } from '#kit/model/dict.ts';
import { choice, link, secret, text, weight } from '#kit/model/field.ts';
import { defineRoute } from '#kit/model/route.ts';
import { implement, type Route } from '../route.ts';
import { openApiDocument, serveOpenApi } from './index.ts';

const fields = {
  code: text('编码', { required: true, max: 32 }),
  kind: choice('类型', dict('kind', { a: '甲', b: '乙' }), { required: true, default: 'a' }),
  ownerId: link('负责人', 'system:user'),
  weightG: weight('重量', { min: 1 }),
  token: secret('密钥'),
  status: text('状态', { derived: true }),
};

const route = (over: Partial<Route>): Route => ({
  ...implement(
    defineRoute({
      method: 'GET',
      path: '/demo/thing/list',
      summary: '测试',
      access: { permission: 'demo:thing:list' },
    }),
    async () => null,
  ),
  ...over,
});

const ROUTES: Route[] = [
  route({ query: fields }),
  route({ method: 'POST', path: '/demo/thing/add', body: fields }),
  route({ method: 'PUT', path: '/demo/thing/edit', body: fields }),
  route({ path: '/demo/thing/:id/history', access: 'signedIn' }),
  route({ method: 'POST', path: '/demo/thing/importExcel', takesFile: true }),
  route({ path: '/demo/thing/exportXls', query: fields, givesFile: true }),
  route({ method: 'POST', path: '/sys/login', access: 'public', refusals: 'neutral' }),
];

// eslint-disable-next-line @typescript-eslint/no-explicit-any
const read = (routes: readonly Route[]): any =>
  JSON.parse(JSON.stringify(openApiDocument(routes, { base: '/api', title: '运单', version: '1.2.3' })));

test('every call stands in the document with its permission, parameters and bodies', () => {
  const document = read(ROUTES);
  expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: '/api' }] });
  const calls = Object.values(document.paths).flatMap((item) => Object.keys(item as object));
  expect(calls).toHaveLength(ROUTES.length);
  expect(document.paths['/demo/thing/list'].get).toMatchObject({
    'x-permission': 'demo:thing:list',
    security: [{ token: [] }],
    tags: ['demo'],
  });
  expect(document.paths['/demo/thing/{id}/history'].get.parameters).toMatchObject([
    { name: 'id', in: 'path', required: true },
  ]);
  expect(document.paths['/sys/login'].post).toMatchObject({ security: [] });
  expect(Object.keys(document.paths['/sys/login'].post.responses)).toEqual(['200']);
  expect(document.paths['/demo/thing/importExcel'].post.requestBody.content['multipart/form-data']).toBeDefined();
});

test('fields become one schema with units, dictionaries and what may be written', () => {
  const document = read(ROUTES);
  const { properties } = document.components.schemas['demo.thing'];
  expect(properties.code).toEqual({ type: 'string', maxLength: 32, title: '编码' });
  expect(properties.kind).toMatchObject({
    enum: ['a', 'b'],
    default: 'a',
    description: 'a 甲，b 乙',
  });
  expect(properties.weightG).toMatchObject({
    type: ['integer', 'null'],
    minimum: 1,
    description: '克',
  });
  expect(properties.status.readOnly).toBe(true);
  expect(properties.token.writeOnly).toBe(true);
  const body = (path: string, method: string) =>
    document.paths[path][method].requestBody.content['application/json'].schema;
  expect(body('/demo/thing/add', 'post').allOf).toEqual([
    { $ref: '#/components/schemas/demo.thing' },
    { type: 'object', required: ['code'] },
  ]);
  expect(body('/demo/thing/edit', 'put').allOf[1].required).toEqual(['id']);
});

test('every reference leads somewhere', () => {
  const document = read(ROUTES);
  const refs = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, at]) => at);
  expect(refs.length).toBeGreaterThan(10);
  for (const at of refs) {
    const found = (at as string)
      .split('/')
      .reduce((part, key) => part?.[key], document as Record<string, never> | undefined);
    expect(found, at).toBeDefined();
  }
});

test('the page and its files are served without inline script', async () => {
  const app = fastify();
  serveOpenApi(app, () => read(ROUTES));
  expect((await app.inject('/openapi.json')).json()).toEqual(read(ROUTES));
  const page = await app.inject('/docs');
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(page.body).not.toMatch(/<script(?![^>]*\ssrc=)|\son[a-z]+=/i);
  for (const [, path] of page.body.matchAll(/(?:src|href)="(\/[^"]+)"/g))
    expect((await app.inject(path as string)).statusCode).toBe(200);
  await app.close();
});
