import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { METRICS_PATH, type HttpOptions } from './http-options.ts';

/** Text of Prometheus' exposition format, version 0.0.4. */
const FORMAT = 'text/plain; version=0.0.4; charset=utf-8';

/** Figures for a program that collects them: it has no session, but a token of its own. */
export function serveMetrics(app: FastifyInstance, { token, text }: NonNullable<HttpOptions['metrics']>): void {
  const expected = digest(token);
  app.get(METRICS_PATH, async ({ headers }, reply) => {
    const [, given = ''] = /^Bearer (.+)$/i.exec(headers.authorization ?? '') ?? [];
    void reply.header('cache-control', 'no-store');
    // Of equal length whatever was sent: how long it takes says nothing.
    if (!timingSafeEqual(digest(given), expected))
      return reply
        .code(401)
        .header('www-authenticate', 'Bearer')
        .type('text/plain; charset=utf-8')
        .send('unauthorized\n');
    return reply.type(FORMAT).send(await text());
  });
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
