import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { createServer, type ProxyOptions } from 'vite';
import { loadConfig } from '#app/config.ts';
import settings from '../vite.config.ts';

const ROOT = resolve(import.meta.dirname, '..');
const WEB_PORT = 5173;
/** Paths of the server outside the API prefix. */
const SERVER_PATHS = ['/websocket', '/vxeSocket', '/openapi', '/docs', '/healthz', '/readyz'];

/**
 * `npm run dev`: the server, started again whenever one of its files changes, and the console from
 * its sources with hot reload; calls and sockets go through to the server.
 */
async function main(): Promise<void> {
  const { host, port, apiBase } = loadConfig(process.env);
  if (port === 0) throw new Error('npm run dev needs a fixed PORT, not 0');
  const server = spawn(
    process.execPath,
    ['--watch', '--watch-preserve-output', join(ROOT, 'app/main.ts')],
    // The console comes from its sources: the server need not build it.
    { cwd: ROOT, stdio: 'inherit', env: { ...process.env, WAYBILL_SKIP_BUILD: '1' } },
  );
  const target: ProxyOptions = { target: `http://${host}:${port}`, ws: true };
  const web = await createServer({
    ...settings,
    configFile: false,
    server: {
      host: '127.0.0.1',
      port: WEB_PORT,
      proxy: Object.fromEntries([apiBase, ...SERVER_PATHS].map((path) => [path, target])),
    },
  });
  const stop = (): void => {
    server.kill('SIGTERM');
    void web.close();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
  server.once('exit', (code) => void web.close().then(() => process.exit(code ?? 0)));
  await web.listen();
  console.log(`console with hot reload: ${web.resolvedUrls?.local[0]}`);
}

await main();
