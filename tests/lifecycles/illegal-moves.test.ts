import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lifecycles } from '#app/declarations.ts';
import type { AnyLifecycle, Move } from '#kit/model/lifecycle.ts';
import { resourceKey } from '#kit/model/resource.ts';
import { tableOf } from '#kit/server/registry.ts';
import { column, sql } from '#kit/server/sql.ts';
import { testCluster } from '#tests/harness/database.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { look } from '#tests/channels/shop.ts';
import { covers } from '#tests/spec/covers.ts';
import { facts } from './facts/index.ts';
import type { OneOfEach } from './lifecycle-facts.ts';
import { makeOneOfEach } from './one-of-each.ts';

let scene: TestApp;
let admin: Client;
let documents: OneOfEach;
let owner: pg.Client;

beforeAll(async () => {
  scene = await startTestApp();
  admin = await scene.as('admin');
  documents = await makeOneOfEach(scene, admin, facts);
  await scene.settled();
  owner = new pg.Client({
    ...testCluster().owner,
    database: scene.connection.database as string,
  });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await scene.stop();
});

const REFUSED = '当前状态不允许此操作';

/** Complete answers to every dialog of a lifecycle: a refusal is never for want of an answer. */
const answersOf = ({ of }: AnyLifecycle): Record<string, unknown> => {
  const answers = facts.find((one) => one.of === resourceKey(of))?.answers;
  return { reason: '核对', ...(typeof answers === 'function' ? answers(scene) : answers) };
};

/**
 * Puts a document into a state as nobody can in the product: by the owner of the tables. Tasks are
 * put far off so that no worker takes them up.
 */
const putInto = (lifecycle: AnyLifecycle, id: string, state: string): Promise<unknown> =>
  owner.query(
    lifecycle.of.name === 'delivery'
      ? `update delivery set status = $1, next_at = now() + interval '9 years',
           lease_until = now() + interval '9 years' where id = $2`
      : `update ${tableOf(lifecycle.of)} set status = $1 where id = $2`,
    [state, id],
  );

/** Everything a move may leave behind. */
const traces = (lifecycle: AnyLifecycle, id: string): Promise<unknown> =>
  look(scene, async (tx) => ({
    row: await tx.query(sql`
      select t.* from ${column(tableOf(lifecycle.of))} t where t.tenant_id = ${tx.tenant} and t.id = ${id}::uuid`),
    counters: await tx.rows`
      select resource, state, sum(n)::integer as n from (
        select resource, state, n from status_count where tenant_id = ${tx.tenant}
        union all select resource, state, n from status_delta where tenant_id = ${tx.tenant}) c
      group by 1, 2 having sum(n) <> 0 order by 1, 2`,
    left: await tx.one`
      select (select count(*) from state_log where tenant_id = ${tx.tenant}) as history,
        (select count(*) from audit_log where tenant_id = ${tx.tenant}) as audit,
        (select count(*) from outbox where tenant_id = ${tx.tenant}) as events,
        (select count(*) from delivery where tenant_id = ${tx.tenant}) as deliveries,
        (select sum(reserved) from stock_level where tenant_id = ${tx.tenant}) as reserved,
        (select sum(on_hand) from stock_level where tenant_id = ${tx.tenant}) as on_hand`,
  }));

let keys = 0;
const make = (lifecycle: AnyLifecycle, id: string, move: string) =>
  admin.post(`/${lifecycle.of.module}/${lifecycle.of.name}/${id}/${move}`, answersOf(lifecycle), {
    'idempotency-key': `illegal ${keys++}`,
  });

interface Preview {
  rows: { ok: boolean; code?: string; message?: string }[];
}
const foresee = async (lifecycle: AnyLifecycle, id: string, move: string) => {
  const answer = await admin.post<Preview>(`/${lifecycle.of.module}/${lifecycle.of.name}/batch/${move}`, {
    ids: [id],
    answers: answersOf(lifecycle),
    dryRun: true,
  });
  return answer.result.rows[0];
};

for (const lifecycle of lifecycles) {
  const key = resourceKey(lifecycle.of);
  const { better = {} } = facts.find(({ of }) => of === key) ?? {};
  const moves = Object.entries(lifecycle.moves as Record<string, Move>);

  test(`${key}: a move is refused from every state it does not start from, and leaves no trace`, async () => {
    covers('ours: lifecycles as data');
    const id = documents[key] as string;
    const wrong: string[] = [];
    for (const state of Object.keys(lifecycle.states)) {
      await putInto(lifecycle, id, state);
      const before = await traces(lifecycle, id);
      for (const [name, move] of moves.filter(([, one]) => !one.from.includes(state))) {
        const { status, success, message } = await make(lifecycle, id, name);
        const isRight = move.system
          ? status === 404
          : status === 409 && (message === REFUSED || better[name]?.test(message));
        if (success || !isRight) wrong.push(`${state} → ${name}: ${status} ${message}`);
      }
      expect(await traces(lifecycle, id), `${key} in ${state}`).toEqual(before);
    }
    expect(wrong).toEqual([]);
  });

  test(`${key}: the preview refuses the same states, and no other for its state`, async () => {
    const id = documents[key] as string;
    const wrong: string[] = [];
    for (const state of Object.keys(lifecycle.states)) {
      await putInto(lifecycle, id, state);
      for (const [name, move] of moves.filter(([, one]) => !one.system)) {
        const row = await foresee(lifecycle, id, name);
        const isIllegal = !move.from.includes(state);
        const isRefused = row?.ok === false && (row.code === 'illegalMove' || better[name]?.test(row.message ?? ''));
        if (isIllegal ? !isRefused : row?.code === 'illegalMove')
          wrong.push(`${state} → ${name}: ${JSON.stringify(row)}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test(`${key}: the database files each state under the tab that declares it`, async () => {
    const id = documents[key] as string;
    for (const state of Object.keys(lifecycle.states)) {
      await putInto(lifecycle, id, state);
      const [row] = await look(scene, (tx) =>
        tx.query<{ stage: string }>(sql`
          select t.stage from ${column(tableOf(lifecycle.of))} t
          where t.tenant_id = ${tx.tenant} and t.id = ${id}::uuid`),
      );
      const tab = lifecycle.tabs[row?.stage ?? ''];
      expect(tab?.states, `${key} in ${state}`).toContain(state);
    }
  });
}
