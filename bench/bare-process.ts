import { readFileSync } from 'node:fs';
import fastify from 'fastify';
import pg from 'pg';
import type { Statement } from '#kit/server/sql.ts';

/** What the same work costs without the product: the floor its figures are compared with. */
export interface BareOptions {
  connection: pg.PoolConfig;
  tenant: number;
  /** File with the bytes of a real answer. */
  answerFile: string;
  /** The page's own statement, and the reading of its counter. */
  page: Statement;
  count: Statement;
}

const options = JSON.parse(process.argv[2] ?? '{}') as BareOptions;
const answer = readFileSync(options.answerFile, 'utf8');
const pool = new pg.Pool({
  ...options.connection,
  max: 16,
  options: `-c app.tenant=${options.tenant}`,
});
const http = fastify();
http.get('/bytes', (_request, reply) => reply.type('application/json; charset=utf-8').send(answer));
// Each request is one pair of statements; the loop stays inside, so no HTTP is in the figure.
http.get<{ Querystring: { n: string; clients: string } }>('/statements', async ({ query }) => {
  let left = Number(query.n);
  let rows = 0;
  const client = async (): Promise<void> => {
    while (left-- > 0) {
      const connection = await pool.connect();
      rows += (await connection.query(options.page)).rows.length;
      await connection.query(options.count);
      connection.release();
    }
  };
  await Promise.all(Array.from({ length: Number(query.clients) }, client));
  return { rows };
});
console.log(`listening ${await http.listen({ port: 0, host: '127.0.0.1' })}`);
process.stdin.resume().on('end', () => {
  void Promise.all([http.close(), pool.end()]).then(() => process.exit(0));
});
