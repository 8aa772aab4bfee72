import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, type TestContext } from 'vitest';
import { probeDatabase, type ProbedDatabase, type ProbeFault } from './probe.ts';

/*
 * Servers as they are, beside those that probe.test.ts plays: a PostgreSQL and a MariaDB of this machine where they
 * let `root` into `test` without a password, or a MariaDB that is started here on a port and a folder of its own.
 */

const faultOf = (target: ProbedDatabase, timeoutMs = 20_000): Promise<ProbeFault | null> =>
  probeDatabase(target, { mayBePrivate: true, timeoutMs }).then(
    () => null,
    (error: { fault: ProbeFault }) => error.fault,
  );

const isListening = (port: number): Promise<boolean> =>
  new Promise((tell) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('connect', () => tell(true)).once('error', () => tell(false));
    socket.once('connect', () => socket.end());
  });

const target = (engine: ProbedDatabase['engine'], port: number): ProbedDatabase => ({
  engine,
  host: '127.0.0.1',
  port,
  database: 'test',
  username: 'root',
  password: '',
  tls: 'off',
  schema: null,
});

/** Says why a server is not spoken to. */
function requireServer(context: TestContext, found: ProbedDatabase | null, why: string): ProbedDatabase {
  if (found) return found;
  console.warn(`skipped: ${why}`);
  context.skip(why);
  throw new Error(why);
}

describe('PostgreSQL', () => {
  let server: ProbedDatabase | null = null;
  beforeAll(async () => {
    const local = target('postgresql', 5432);
    if ((await isListening(5432)) && (await faultOf(local)) === null) server = local;
  });

  test('is reached with a schema, and says which database and which way of speaking it has not', async (context) => {
    const live = requireServer(context, server, 'no PostgreSQL at 127.0.0.1:5432 lets root into test');
    expect(await faultOf({ ...live, schema: 'public' })).toBeNull();
    expect(await faultOf({ ...live, database: 'wb_no_such_database' })).toBe('database');
    expect(await faultOf({ ...live, username: 'wb_no_such_person' })).toBe('signIn');
    // It waits for whoever calls to speak first, and so does the other.
    expect(await faultOf({ ...live, engine: 'mysql' }, 500)).toBe('timeout');
  });
});

const DAEMON = ['/usr/sbin/mariadbd', '/usr/libexec/mariadbd', '/usr/local/bin/mariadbd'].find(existsSync);
const run = promisify(execFile);

describe('MariaDB', () => {
  let child: ChildProcess | null = null;
  let folder = '';
  afterAll(async () => {
    if (child && child.exitCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  /** A server of the test's own; null where none can be made. */
  async function startOwn(): Promise<ProbedDatabase | null> {
    folder = mkdtempSync(join(tmpdir(), 'wbt_mariadb_'));
    const data = join(folder, 'data');
    const made = await run('mariadb-install-db', [
      '--no-defaults',
      `--datadir=${data}`,
      '--auth-root-authentication-method=normal',
    ]).then(
      () => true,
      () => false,
    );
    if (!made) return null;
    const port = await freePort();
    const options = [`--datadir=${data}`, `--port=${port}`, `--socket=${join(folder, 'socket')}`];
    const own = ['--no-defaults', '--bind-address=127.0.0.1', '--skip-log-bin', '--user=root'];
    child = spawn(DAEMON as string, [...own, ...options], { stdio: 'ignore' });
    const started = target('mysql', port);
    await expect.poll(() => faultOf({ ...started, database: '' }), { timeout: 60_000 }).toBeNull();
    return started;
  }

  test('is reached, and says which database and which account it has not', async (context) => {
    const local = target('mysql', 3306);
    const isLocal = (await isListening(3306)) && (await faultOf(local)) === null;
    const server = isLocal ? local : DAEMON ? await startOwn() : null;
    const live = requireServer(context, server, 'no MariaDB at 127.0.0.1:3306, and none can be started');
    expect(await faultOf({ ...live, database: '' })).toBeNull();
    expect(await faultOf({ ...live, database: 'wb_no_such_database' })).toBe('database');
    expect(await faultOf({ ...live, username: 'root', password: 'not this one' })).toBe('signIn');
    expect(await faultOf({ ...live, engine: 'postgresql' }, 500)).not.toBeNull();
  }, 120_000);
});

const freePort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((tell) => {
    server.listen(0, '127.0.0.1', tell);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((tell) => server.close(tell));
  return port;
};
