import { loadavg } from 'node:os';
import type { Run } from '../load.ts';
import type { SignInFigures } from './sign-in.ts';

const GOALS = { beyondHashMs: 75, perSecond: 20, p95Ms: 600, repeatUs: 2000, pageMs: 100 };

/** @returns whether the goals of processor time are met */
export function printSignIn(signIn: SignInFigures): boolean {
  const { hashMs, serverMs, databaseMs, beyondHashMs, perSecond, p95Ms, bytes, repeats } = signIn;
  console.log(`load ${loadavg()[0]?.toFixed(1)}`);
  console.log(
    `W1 ${(serverMs + databaseMs).toFixed(1)} ms CPU (${serverMs.toFixed(1)} + ${databaseMs.toFixed(1)}), ` +
      `hash ${hashMs.toFixed(1)} ms, ${JSON.stringify(bytes)} bytes`,
  );
  const isCheap = said('W1 beyond the hash', beyondHashMs, GOALS.beyondHashMs, 'ms CPU');
  console.log(
    `${perSecond >= GOALS.perSecond ? 'met    ' : 'NOT MET'}  W1 rate: ${perSecond.toFixed(1)} >= ${GOALS.perSecond} /s`,
  );
  said('W1 p95', p95Ms, GOALS.p95Ms, 'ms');
  const isRepeated = repeats.map((run) => {
    const isMet = said(`W1 ${run.name}`, run.cpuUs / 1000, GOALS.repeatUs / 1000, 'ms CPU');
    if (run.errors > 0) console.log(`  ${run.errors} errors: ${run.firstError?.slice(0, 100)}`);
    // The first call of a session pays for reading it, whatever it asks: that is only said.
    return run.errors === 0 && (isMet || run.name.endsWith('after a while'));
  });
  return isCheap && isRepeated.every(Boolean);
}

function said(what: string, seen: number, goal: number, unit: string): boolean {
  const isMet = seen <= goal;
  console.log(`${isMet ? 'met    ' : 'NOT MET'}  ${what}: ${seen.toFixed(2)} <= ${goal} ${unit}`);
  return isMet;
}

export const printPage = ({ name, p50Ms, p95Ms, serverUs, databaseUs }: Run): void =>
  console.log(
    `${p50Ms <= GOALS.pageMs ? 'met    ' : 'NOT MET'}  ${name}: p50 ${p50Ms.toFixed(1)}, p95 ${p95Ms.toFixed(1)} ms, ` +
      `CPU ${(serverUs / 1000).toFixed(1)} + ${(databaseUs / 1000).toFixed(1)} ms`,
  );
