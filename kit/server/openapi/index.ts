import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';

export { openApiDocument, type OpenApiAbout, type OpenApiDocument } from './document.ts';

const PAGE = [
  ['/docs', 'page.html', 'text/html; charset=utf-8'],
  ['/docs/page.js', 'page.js', 'text/javascript; charset=utf-8'],
  ['/docs/page.css', 'page.css', 'text/css; charset=utf-8'],
] as const;

/**
 * Serves the document at /openapi.json and a page to browse it at /docs: files of our own without
 * inline script, so the content policy of the console holds here too.
 * @param document asked for once, at the first request
 */
export function serveOpenApi(app: FastifyInstance, document: () => unknown): void {
  let text: string | undefined;
  app.get('/openapi.json', async (_request, reply) => {
    text ??= JSON.stringify(document());
    return reply.type('application/json; charset=utf-8').send(text);
  });
  for (const [path, name, mime] of PAGE)
    app.get(path, async (_request, reply) => reply.type(mime).send(await readFile(new URL(name, import.meta.url))));
}
