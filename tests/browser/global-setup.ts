import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { CLUSTER_VARIABLE } from '../harness/database.ts';
import { HOST_VARIABLE, type HostReady } from './console-channel.ts';

const HOST = join(import.meta.dirname, '../harness/console-host.ts');

/** Starts the process that gives each file of tests a product of its own. */
export default async function startConsoleHost(): Promise<() => Promise<void>> {
  const child = fork(HOST, [], { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const { hostUrl, cluster } = await new Promise<HostReady>((resolve, fail) => {
    child.once('message', (message) => resolve(message as HostReady));
    child.once('exit', (code) => fail(new Error(`the product did not start (${code})`)));
  });
  process.env[HOST_VARIABLE] = hostUrl;
  process.env[CLUSTER_VARIABLE] = cluster;
  return async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.disconnect();
    await once(child, 'exit');
  };
}
