/** One call from arrival to answer: time, throttle, faults, handler, saving, log. */
import { setTimeout as pause } from 'node:timers/promises';
import { forgetOrderOfDates } from './wayfair/orders.ts';
import { settle } from './wayfair/effects.ts';
import { expireToken } from './wayfair/tokens.ts';
import { addViolation } from './world.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CallFacts, FaultName, FaultRule } from './faults.ts';
import type { World } from './world.ts';

export interface Answer {
  status: number;
  contentType: string;
  body: string | Buffer;
  headers?: Record<string, string>;
  /** Refusals and errors inside, for the log. */
  errors?: readonly string[];
  /** True when the truth changed and must be saved before the answer goes out. */
  changed?: boolean;
}

/** Finds the fault of this name among those that strike the call. */
export type StrikingFaults = (name: FaultName) => FaultRule | undefined;

/** Runs `handle` under the fault plan and sends what is left of its answer. */
export async function exchange(
  world: World,
  request: FastifyRequest,
  reply: FastifyReply,
  facts: CallFacts,
  handle: (faults: StrikingFaults) => Promise<Answer>,
): Promise<void> {
  const settled = settle(world);
  const struck: FaultRule[] = [];
  const faults: StrikingFaults = (name) => struck.find((rule) => rule.fault === name);
  let answer = throttled(world, facts);
  if (answer === null) {
    struck.push(...world.faults.take(facts));
    const slow = faults('slow');
    if (slow !== undefined) await pause(slow.delayMs ?? 200, undefined, { ref: false });
    answer = before(world, request, facts, faults);
  }
  const skipped = answer !== null;
  answer ??= await handle(faults);
  if (settled || answer.changed === true) await world.save();
  const cut = skipped ? null : after(faults, answer);
  const timeout = faults('timeout');
  const silent = timeout !== undefined && skipped ? timeout : cut === 'silent' ? cutRule(faults) : null;
  world.log.add({
    at: new Date(world.clock.now()).toISOString(),
    method: request.method,
    path: request.url.split('?')[0] ?? request.url,
    environment: facts.environment,
    operations: facts.operations,
    poNumbers: facts.poNumbers,
    clientId: facts.clientId,
    status: silent !== null || cut === 'half' ? 0 : answer.status,
    faults: struck.map((rule) => rule.fault),
    errors: answer.errors ?? [],
  });
  if (silent !== null) return fallSilent(reply, request, silent.hang === true);
  if (cut === 'half') return cutMidBody(reply, request, answer);
  const body = cut === 'truncated' ? half(answer.body) : answer.body;
  await reply
    .code(answer.status)
    .headers(answer.headers ?? {})
    .type(answer.contentType)
    .send(body);
}

export const textAnswer = (status: number, body: string): Answer => ({
  status,
  contentType: 'text/plain; charset=utf-8',
  body,
  errors: status >= 400 ? [body] : [],
});

export const jsonAnswer = (status: number, body: unknown): Answer => ({
  status,
  contentType: 'application/json; charset=utf-8',
  body: JSON.stringify(body),
});

function throttled(world: World, facts: CallFacts): Answer | null {
  const { requestsPerSecond, auditCallsPerSecond } = world.settings;
  const key = facts.clientId ?? 'unknown';
  const calls = world.meter.count(key);
  if (auditCallsPerSecond > 0 && calls === auditCallsPerSecond + 1) {
    const detail = `${key} made more than ${auditCallsPerSecond} calls within a second`;
    addViolation(world, facts.environment, 'calls-above-ceiling', null, detail);
  }
  const wait = world.throttle.take(key, requestsPerSecond);
  return wait === 0 ? null : tooMany(String(wait));
}

/** Faults that answer before anything happens. */
function before(world: World, request: FastifyRequest, facts: CallFacts, faults: StrikingFaults): Answer | null {
  const many = faults('429');
  if (many !== undefined) return tooMany(String(many.retryAfterSeconds ?? 1));
  if (faults('429-no-retry-after') !== undefined) return tooMany(null);
  if (faults('500') !== undefined) return textAnswer(500, 'Internal Server Error');
  if (faults('503') !== undefined) return textAnswer(503, 'Service Unavailable');
  const timeout = faults('timeout');
  if (timeout !== undefined && timeout.commit !== true) return textAnswer(504, 'no answer');
  const text = faults('text-body');
  if (text !== undefined && text.commit !== true) return textBody(text);
  if (faults('token-expiry') !== undefined) expireToken(world, request.headers.authorization);
  const equal = faults('equal-timestamps');
  if (equal !== undefined) levelTimestamps(world, facts.environment, equal.granularityMs);
  return null;
}

/** What goes wrong once the effect is there. */
function after(faults: StrikingFaults, answer: Answer): 'silent' | 'half' | 'truncated' | null {
  if (cutRule(faults) !== null) return 'silent';
  if (faults('reset-mid-body') !== undefined) return 'half';
  if (faults('truncated-json') !== undefined) return 'truncated';
  const text = faults('text-body');
  if (text !== undefined) Object.assign(answer, textBody(text));
  return null;
}

const cutRule = (faults: StrikingFaults): FaultRule | null =>
  faults('timeout-after-commit') ?? faults('timeout') ?? null;

const textBody = (rule: FaultRule): Answer => ({
  ...textAnswer(rule.status ?? 200, rule.message ?? 'upstream connect error or disconnect/reset before headers'),
  ...(rule.contentType ? { contentType: rule.contentType } : {}),
});

function tooMany(retryAfter: string | null): Answer {
  const headers: Record<string, string> = retryAfter === null ? {} : { 'retry-after': retryAfter };
  return { ...textAnswer(429, 'Too Many Requests'), headers };
}

/** The effect stands; the caller hears nothing, or feels the line go. */
function fallSilent(reply: FastifyReply, request: FastifyRequest, hang: boolean): void {
  reply.hijack();
  if (!hang) request.raw.socket.destroy();
}

function cutMidBody(reply: FastifyReply, request: FastifyRequest, answer: Answer): void {
  reply.hijack();
  const body = Buffer.from(answer.body);
  const { raw } = reply;
  raw.writeHead(answer.status, {
    'content-type': answer.contentType,
    'content-length': body.length,
  });
  raw.write(half(body), () => request.raw.socket.destroy());
}

const half = (body: string | Buffer) => body.slice(0, Math.floor(body.length / 2));

/** Order times of the environment are rounded down for good, so that pages meet equal instants. */
function levelTimestamps(world: World, environment: string, granularityMs = 3_600_000): void {
  const state = world.environments[environment === 'sandbox' ? 'sandbox' : 'production'];
  for (const order of Object.values(state.orders)) {
    order.poDate = Math.floor(order.poDate / granularityMs) * granularityMs;
  }
  forgetOrderOfDates(state);
}
