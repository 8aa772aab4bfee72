import { existsSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const ROOT = resolve(import.meta.dirname, '../dist/web');

/** Serves the built console; files with a hash in their name are kept by browsers for a year. */
export async function serveWeb(http: FastifyInstance): Promise<void> {
  if (!existsSync(join(ROOT, 'index.html'))) return;
  await http.register(fastifyStatic, {
    root: ROOT,
    preCompressed: true,
    maxAge: '365d',
    immutable: true,
    setHeaders: (response, path) => {
      if (path.includes('index.html')) response.header('cache-control', 'no-cache');
    },
  });
}

/** Routes of the console live in the browser: every page path answers the entry page. */
export function pageFallback(request: FastifyRequest, reply: FastifyReply): FastifyReply | false {
  const path = request.url.split('?')[0] ?? '/';
  const isPage = request.method === 'GET' && extname(path) === '';
  if (!isPage || !existsSync(join(ROOT, 'index.html'))) return false;
  return reply.sendFile('index.html', { maxAge: 0, immutable: false });
}
