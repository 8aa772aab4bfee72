import { Writable } from 'node:stream';
import fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import { lineWriter, logOptions } from './log.ts';

function capture() {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const app = fastify({ logger: { ...logOptions('info'), stream }, genReqId: () => 'request-7' });
  return { app, text: () => lines.join('') };
}

test('secrets at any depth, bodies and driver details stay out; the rest is logged', async () => {
  const { app, text } = capture();
  const driverError = Object.assign(new Error('duplicate key value'), {
    code: '23505',
    detail: 'Key (phone)=(13800001111) exists',
    parameters: ['canary-parameter'],
  });
  app.log.error({ err: driverError }, 'write failed');
  app.log.info({
    password: 'canary-1',
    shop: { 'X-Access-Token': 'canary-2', deep: [{ client_secret: 'canary-3', name: '北方店' }] },
    request: { headers: { authorization: 'canary-4' }, body: { phone: 'canary-5' } },
    'X-Sign': 'canary-6',
    cookie: 'canary-7',
    nothing: null,
    amount: 12n,
  });
  app.log.info('connecting to postgres://app:canary-8@db/waybill with Bearer canary-9.abcdef');
  app.log.child({ token: 'canary-10' }).info('child');
  const cause = new Error('redis://:canary-11@cache refused');
  app.log.warn({ err: new Error('outer', { cause }), error: cause });
  app.log.error(cause);
  await app.close();
  for (const line of text().trim().split('\n')) JSON.parse(line);
  expect(text()).not.toMatch(/canary|13800001111/);
  for (const reported of ['duplicate key value', '23505', '北方店', '"amount":"12"', 'refused'])
    expect(text()).toContain(reported);
});

test('a request is logged by method and path alone: its query holds what people search for', async () => {
  const { app, text } = capture();
  app.post('/upload', async (request) => {
    request.log.info({ req: request }, 'arrived');
    return { token: 'canary-answer' };
  });
  await app.inject({
    method: 'POST',
    url: '/upload?token=canary-url&recipient=canary-name',
    headers: { 'x-access-token': 'canary-header', cookie: 'sid=canary-cookie' },
    payload: { password: 'canary-body' },
  });
  await app.close();
  expect(text()).not.toContain('canary');
  for (const reported of ['request-7', '"method":"POST"', '"path":"/upload"']) expect(text()).toContain(reported);
});

test('a path that ends in a secret is logged without it', async () => {
  const { app, text } = capture();
  app.setNotFoundHandler((request, reply) => {
    request.log.info({ req: request }, 'unknown');
    return reply.code(404).send();
  });
  for (const url of [
    '/sys/thirdLogin/oidc/callback?code=canary-code&state=canary-state&iss=idp',
    '/sys/thirdLogin/getLoginUser/canary-ticket/oidc?_t=1',
    '/websocket/user-1/canary-token',
  ])
    await app.inject({ url });
  await app.close();
  expect(text()).not.toContain('canary');
  expect(text()).toContain('/sys/thirdLogin/getLoginUser/***/oidc');
});

test('lines outside of requests carry their time, mask secrets, and follow the level', () => {
  const written: string[] = [];
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    written.push(String(chunk));
    return true;
  });
  try {
    lineWriter('warn')('info', {}, 'too low');
    lineWriter('silent')('error', {}, 'nothing at all');
    lineWriter('warn')(
      'error',
      {
        err: new Error('redis://:canary@cache refused'),
        token: 'canary',
        handler: 'channels.pull',
      },
      'a task failed',
    );
  } finally {
    write.mockRestore();
  }
  expect(written).toHaveLength(1);
  expect(JSON.parse(written[0] ?? '')).toEqual({
    level: 'error',
    time: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T.*Z$/),
    err: 'redis://:***@cache refused',
    token: '***',
    handler: 'channels.pull',
    msg: 'a task failed',
  });
});
