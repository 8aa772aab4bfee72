import { afterAll, beforeAll, expect, test } from 'vitest';
import { resourceKey } from '#kit/model/resource.ts';
import { newId } from '#kit/server/new-id.ts';
import type { Route } from '#kit/server/route.ts';
import { isPlatformRight } from '#modules/system/model/permission-code.ts';
import { call, type Reply } from '#tests/contract/calls.ts';
import { fingerprints } from '#tests/contract/fingerprints.ts';
import type { GoodCall } from '#tests/contract/call-scenery.ts';
import { goodCall, resourceAt } from '#tests/contract/good-calls.ts';
import { SCOPES } from '#tests/contract/golden-scopes.ts';
import { OPEN_TO_ALL } from '#tests/contract/open-routes.ts';
import { byTurns } from '#tests/harness/long.ts';
import { newSku } from '#tests/journeys/landed-scene.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { readRecords } from '#tests/sheets/upload.ts';
import { REFUSED_TO_ALL } from '#tests/contract/system-calls.ts';
import { openMatrix, type MatrixScene, type People } from './matrix-scene.ts';

/**
 * Every route of the assembled product, called well by everybody who might call it. How a route is called
 * follows from its declaration or stands in one entry (tests/contract/system-calls.ts); a route without is
 * named. What comes of it is counted by person.
 */

let matrix: MatrixScene;
// A row of everything there is: minutes beside two other files on a slow machine.
beforeAll(async () => {
  matrix = await openMatrix();
}, 400_000);
afterAll(() => matrix?.world.scene.stop());

type Outcome = '2xx' | 'hidden' | 'refused' | '401' | '403' | '404';
const counts = new Map<string, Map<string, number>>();
const count = (who: string, outcome: string): void => {
  const own = counts.get(who) ?? new Map<string, number>();
  counts.set(who, own.set(outcome, (own.get(outcome) ?? 0) + 1));
};

const nameOf = ({ method, path }: Route): string => `${method} ${path}`;
/** By POST it is the same route, for clients of the base: tests/contract/base-calls. */
const isTwin = ({ method, path }: Route): boolean => method === 'POST' && path.endsWith('/deleteBatch');
const requests = (): Route[] =>
  matrix.world.scene.app.assembled.routes.filter((one) => !OPEN_TO_ALL.has(nameOf(one)) && !isTwin(one));

/** Calls after which the session is another one, or none: whoever makes one signs in again. */
const ENDING =
  /selectDepart|selectTenant|Password|sessions|secondFactor|joinTenant|forceLogout|sysUserAgent.begin|tenant.look/;

type Who = keyof People | 'without a token';

async function send(route: Route, { path, sent }: GoodCall, who: Who): Promise<Reply> {
  const { world, people } = matrix;
  const token = who === 'without a token' ? undefined : people[who].token;
  const headers = { 'idempotency-key': newId(), ...sent.headers };
  const reply = await call(
    world.scene,
    { method: route.method, path },
    { ...sent, headers, ...(token ? { token } : {}) },
  );
  if (who !== 'without a token' && who !== 'ended' && ENDING.test(path))
    people[who] = await world.scene.as(matrix.names[who]);
  return reply;
}

/** What came of a call; a row that is about somebody's id is hidden where the id is not in the answer. */
async function outcomeOf(route: Route, { kind, about }: GoodCall, reply: Reply): Promise<Outcome> {
  const { status, json, bytes } = reply;
  expect(status, `${nameOf(route)} ${json?.message}`).toBeLessThan(500);
  if (status === 401 || status === 403 || status === 404) return `${status}`;
  if (status >= 400 || json?.success === false) return 'refused';
  if (kind === 'each') return isNone(json?.result) ? 'hidden' : '2xx';
  if (kind !== 'rows') return '2xx';
  const ids = about ? [about] : matrix.ids;
  const text = JSON.stringify(json ? named(json.result) : await readRecords(bytes));
  return ids.some((id) => text.includes(id)) ? '2xx' : 'hidden';
}

/** An answer without what it only repeats of the question. */
const named = (result: unknown): unknown =>
  Array.isArray(result) ? result.filter((one: { fault?: string }) => !one?.fault) : (result ?? null);

/** Whether an answer of several rows says of each that it is not there. */
function isNone(result: unknown): boolean {
  const { ok, changed, successCount } = (result ?? {}) as Record<string, number>;
  return (ok ?? changed ?? successCount) === 0;
}

/** What may come of a call by who may not have the row. */
function hiddenOutcomes(route: Route, { kind }: GoodCall): readonly Outcome[] {
  // The family of the base answers as if the row were missing, in words.
  const isNeutral = route.refusals === 'neutral';
  switch (kind) {
    case 'row':
      return isNeutral ? ['refused'] : ['404'];
    case 'each':
      return ['hidden', 'refused'];
    case 'rows':
      return ['hidden', 'refused'];
    case 'free':
      return ['2xx', 'refused'];
  }
}

async function ask(
  who: Who,
  allowed: (route: Route, call: GoodCall) => readonly Outcome[] | null,
  routes: readonly Route[] = requests(),
): Promise<string[]> {
  const wrong: string[] = [];
  for (const route of routes) {
    const good = await goodCall(route, matrix.world);
    const one = good ?? { kind: 'free', path: route.path, sent: {} };
    const outcomes = allowed(route, one);
    if (!outcomes) {
      count(who, 'not about such rows');
      continue;
    }
    const reply = await send(route, one, who);
    const outcome = await outcomeOf(route, one, reply);
    count(who, outcome);
    if (!outcomes.includes(outcome))
      wrong.push(`${nameOf(route)} (${one.kind}): ${outcome} ${reply.status} ${reply.json?.message}`);
  }
  return wrong;
}

test('every route has a way to be called', async () => {
  const missing: string[] = [];
  for (const route of requests()) if (!(await goodCall(route, matrix.world))) missing.push(nameOf(route));
  expect(missing).toEqual([]);
});

test('E1 nothing is answered without a session, nor to one that is over', async () => {
  const tokens = ['without a token', 'ended'] as const;
  for (const [at, who] of tokens.entries())
    expect(await ask(who, () => ['401'], byTurns(requests(), at, tokens.length))).toEqual([]);
});

test('whoever lacks the right is refused with 403, whatever the row', async () => {
  const allowed = ({ access }: Route): readonly Outcome[] =>
    typeof access === 'object' ? ['403'] : ['2xx', 'hidden', 'refused', '403', '404'];
  // What each route answers to a call of any kind is tests/contract/access.
  expect(await ask('nobody', allowed, byTurns(requests(), 0, 3))).toEqual([]);
});

test("H2 H7 an administrator of another tenant finds none of this tenant's rows", async () => {
  const before = await fingerprints(matrix.world.scene);
  const wrong = await ask('stranger', (route, one) => {
    if (typeof route.access === 'object' && isPlatformRight(route.access.permission)) return ['403'];
    // The SKU that the call names is none of theirs either, and is what they hear of first.
    return nameOf(route) === 'POST /purchasing/supplierProduct/:id/link' ? ['refused'] : hiddenOutcomes(route, one);
  });
  expect(wrong).toEqual([]);
  const { stranger } = matrix.people;
  const sofa = await must(stranger.post<{ id: string }>('/catalog/product/add', { spuCode: 'SOFA', name: '沙发' }));
  const { id: skuId } = await newSku(stranger, sofa.id);
  const { id: row } = matrix.world.rows.get('purchasing:supplierProduct') ?? {};
  const named = await stranger.post(`/purchasing/supplierProduct/${row}/link`, { skuId });
  expect(named).toMatchObject({ status: 404, success: false, message: '未找到对应实体' });
  expect(await fingerprints(matrix.world.scene)).toEqual(before);
});

test('rows of another shop or warehouse are not there', async () => {
  const wrong = await ask('elsewhere', (route, one) => {
    const scope = SCOPES[one.of ?? ''] ?? 'none';
    return scope === 'none' || scope === 'own' || one.kind === 'free' ? null : hiddenOutcomes(route, one);
  });
  expect(wrong).toEqual([]);
});

test('G15 rows that a data rule hides are not there', async () => {
  const allowed = (route: Route, one: GoodCall): readonly Outcome[] | null => {
    const resource = resourceAt(route.path);
    const isHidden = resource && one.of === resourceKey(resource) && matrix.isRulable(resource);
    return isHidden && one.kind !== 'free' ? hiddenOutcomes(route, one) : null;
  };
  // Every route under rules that hide all rows is tests/contract/data-rules.
  const wrong = await ask('ruled', allowed, byTurns(requests(), 0, 3));
  expect(wrong).toEqual([]);
});

test('whoever has the right is let in, and the call is good', async () => {
  matrix.world.isHolder = true;
  const wrong: string[] = [];
  for (const route of requests().sort((a, b) => rank(a) - rank(b))) {
    const one = (await goodCall(route, matrix.world)) ?? {
      ...({ kind: 'free', path: route.path, sent: {} } satisfies GoodCall),
    };
    const reply = await send(route, one, 'holder');
    const outcome = await outcomeOf(route, one, reply);
    count('holder', outcome);
    const isJudged = outcome === 'refused' && (isMove(route) || nameOf(route) in REFUSED_TO_ALL);
    if (!['2xx', 'hidden'].includes(outcome) && !isJudged)
      wrong.push(`${nameOf(route)} (${one.kind}): ${outcome} ${reply.status} ${reply.json?.message}`);
  }
  expect(wrong).toEqual([]);
});

/** Readings first, then what changes rows, what moves them, what takes them away. */
function rank({ method, path }: Route): number {
  // Papers are printed while there are boxes.
  if (path.includes('/print')) return 0;
  // Before somebody's password is another, and ends their sessions.
  if (path.endsWith('forceLogout') || (method === 'GET' && !path.includes('logout'))) return 0;
  if (/delete|putRecycleBin|abandon|discard|cancel/i.test(path)) return 3;
  return path.includes(':id/') ? 2 : 1;
}

const isMove = ({ path }: Route): boolean => path.includes('/:id/') && !path.startsWith('/sys/');

test('what came of it, by person', () => {
  const lines = [...counts].map(
    ([who, own]) => `${who}: ${[...own].map(([outcome, n]) => `${outcome} ${n}`).join(', ')}`,
  );
  console.log(`matrix of ${requests().length} routes\n${lines.join('\n')}`);
  expect(lines.length).toBe(7);
});
