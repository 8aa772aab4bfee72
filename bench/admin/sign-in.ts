import { Agent } from 'node:http';
import { hashPassword, verifyPassword } from '#modules/system/server/password-hash.ts';
import { measure, quantile, send, type Call, type Run, type Target } from '../load.ts';
import { cpuSeconds } from '../processes.ts';
import { accountOf } from './generate.ts';

export const PASSWORD = 'Yundan-2026-Bench';
const CLIENTS = 8;
const WARM = 40;
const SEQUENCES = 400;
const REPEATS = 2000;
/** Longer than a node keeps what it knows of a session. */
const IDLE_MS = 6000;

export interface SignInFigures {
  /** CPU of one password, in milliseconds. */
  hashMs: number;
  /** CPU of a whole sequence in milliseconds: server and database. */
  serverMs: number;
  databaseMs: number;
  beyondHashMs: number;
  perSecond: number;
  p95Ms: number;
  bytes: Record<string, number>;
  /** Calls asked once more with their tag, by what they ask. */
  repeats: Run[];
}

/** W1: sign-in, menu and all dictionaries of people without a session; then the same calls again. */
export async function measureSignIn(app: Target): Promise<SignInFigures> {
  await measureHash();
  const hashMs = await measureHash();
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  await sequences(app, agent, 1, WARM);
  const before = cpuSeconds(app.served.pid, app.postmaster);
  const started = performance.now();
  const { times, bytes, tokens } = await sequences(app, agent, WARM + 1, SEQUENCES);
  const seconds = (performance.now() - started) / 1000;
  const after = cpuSeconds(app.served.pid, app.postmaster);
  const serverMs = ((after.server - before.server) * 1000) / SEQUENCES;
  const databaseMs = ((after.database - before.database) * 1000) / SEQUENCES;
  times.sort((a, b) => a - b);
  const repeats = await measureRepeats(app, agent, tokens);
  agent.destroy();
  return {
    hashMs,
    serverMs,
    databaseMs,
    beyondHashMs: serverMs + databaseMs - hashMs,
    perSecond: SEQUENCES / seconds,
    p95Ms: quantile(times, 0.95),
    bytes,
    repeats,
  };
}

/** CPU of one verification, in this process and on as many threads as the server has. */
async function measureHash(): Promise<number> {
  const hash = await hashPassword(PASSWORD);
  const before = process.cpuUsage();
  for (let i = 0; i < 10; i++) await Promise.all(Array.from({ length: 4 }, () => verifyPassword(hash, PASSWORD)));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / 40;
}

const ANSWERS = {
  menu: '/api/sys/permission/getUserPermissionByToken',
  dictionaries: '/api/sys/dict/queryAllDictItems',
};

async function sequences(app: Target, agent: Agent, first: number, count: number) {
  const times: number[] = [];
  const bytes: Record<string, number> = {};
  const tokens: string[] = [];
  let next = first;
  const client = async (): Promise<void> => {
    for (let i = next++; i < first + count; i = next++) {
      const started = performance.now();
      const token = await signIn(app, agent, i, bytes);
      for (const [name, path] of Object.entries(ANSWERS)) {
        const { status, text } = await send(agent, asking(app, path, token));
        if (status !== 200) throw new Error(`${path}: ${status} ${text.slice(0, 200)}`);
        bytes[name] = Buffer.byteLength(text);
      }
      times.push(performance.now() - started);
      tokens.push(token);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return { times, bytes, tokens };
}

const asking = ({ served }: Target, path: string, token: string, etag?: string): Call => ({
  method: 'GET',
  url: served.address + path,
  headers: { 'x-access-token': token, ...(etag ? { 'if-none-match': etag } : {}) },
});

async function signIn({ served }: Target, agent: Agent, i: number, bytes: Record<string, number>): Promise<string> {
  const { text } = await send(agent, {
    method: 'POST',
    url: `${served.address}/api/sys/login`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: accountOf(i), password: PASSWORD }),
  });
  bytes['signIn'] = Buffer.byteLength(text);
  const answer = JSON.parse(text) as { success: boolean; result: { token: string } };
  if (!answer.success) throw new Error(`cannot sign in: ${text.slice(0, 200)}`);
  return answer.result.token;
}

/** Of sessions that work (many calls within seconds), and of those that come back after a while. */
async function measureRepeats(app: Target, agent: Agent, tokens: string[]): Promise<Run[]> {
  const runs: Run[] = [];
  const some = tokens.slice(0, 200);
  for (const [name, path] of Object.entries(ANSWERS)) {
    const tags = new Map<string, string | undefined>();
    for (const token of some) tags.set(token, (await send(agent, asking(app, path, token))).etag);
    const again = (token: string): Call => asking(app, path, token, tags.get(token));
    const calls = Array.from({ length: REPEATS }, () => again(some[0] as string));
    await measure('warm', app, CLIENTS, calls.slice(0, 200), 304);
    runs.push(await measure(`${name} again, one session`, app, CLIENTS, calls, 304));
    await new Promise((wake) => setTimeout(wake, IDLE_MS));
    const idle = some.map(again);
    runs.push(await measure(`${name} again, after a while`, app, CLIENTS, idle, 304));
  }
  return runs;
}
