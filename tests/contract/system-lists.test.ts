import { afterAll, beforeAll, expect, test } from 'vitest';
import { rulesOf } from '#kit/model/advanced-query.ts';
import type { Field, Kind } from '#kit/model/field.ts';
import { routePath } from '#kit/model/resource-routes.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import { nameToWire } from '#kit/model/wire.ts';
import { report } from '#modules/operations/model/reports/report.ts';
import { quartzJob } from '#modules/operations/model/quartz-job.ts';
import { systemServes } from '#modules/system/server/index.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';

/** The lists of the system routes answer what the builder of their pages offers. */

let scene: TestApp;
let admin: Client;
beforeAll(async () => {
  scene = await startTestApp({ isEmpty: true });
  admin = await scene.as('admin');
});
afterAll(() => scene?.stop());

/** What their pages do not offer: put together by the server, or chosen above the list. */
const UNASKED: Readonly<Record<string, readonly string[]>> = {
  log: ['logType'],
};
const VALUES: Partial<Record<Kind, string>> = {
  datetime: '2026-01-01 00:00:00',
  date: '2026-01-01',
  integer: '1',
  flag: 'true',
  link: '00000000-0000-7000-8000-000000000001',
};

/** Lists by path, with what their pages show. */
const lists = [
  ...systemServes([], { sessions: {} } as never).map(({ resource }) => resource),
  quartzJob,
  report,
].flatMap((resource): [string, AnyResource][] => (resource.wire ? [[routePath(resource, 'list'), resource]] : []));
const ask = (path: string, field: string, rule: string, val: string) =>
  admin.get(path, {
    superQueryParams: JSON.stringify([{ field, rule, val }]),
  });

test.each(lists)('%s: every field with every rule', async (path, view) => {
  const fields: [string, Field][] = [
    ...Object.entries(view.fields as Record<string, Field>),
    ['createTime', { kind: 'datetime', title: '创建时间' }],
  ];
  for (const [key, field] of fields) {
    if (UNASKED[view.name]?.includes(key)) continue;
    for (const rule of rulesOf(field))
      expect(
        await ask(path, nameToWire(view.wire, key), rule, VALUES[field.kind] ?? 'a'),
        `${key} ${rule}`,
      ).toMatchObject({ success: true });
  }
});

test.each(lists)('%s: a column that its rows do not have is no field', async (path) => {
  for (const key of ['updateBy', 'updateTime', 'version', 'createBy']) {
    const val = key === 'version' ? '1' : '2026-01-01';
    const [request, flat, sorted] = await Promise.all([
      ask(path, key, 'eq', val),
      admin.get(path, { [key]: val }),
      admin.get(path, { column: key, order: 'asc' }),
    ]);
    for (const answer of [request, flat, sorted]) expect(answer.message, key).not.toContain('系统出现未知异常');
    expect(flat.success, key).toBe(true);
  }
});
