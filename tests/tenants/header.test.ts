import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { openTenant, type MadeTenant } from './tenant-scene.ts';

let scene: TestApp;
let admin: Client;
let tenant: MadeTenant;

beforeAll(async () => {
  scene = await startTestApp();
  admin = await scene.as('admin');
  tenant = await openTenant(scene, admin, 'header');
});
afterAll(() => scene.stop());

const list = (headers: Record<string, string | string[]>) =>
  scene.app.http.inject({
    method: 'GET',
    url: '/api/catalog/product/list?tenantId=1&tenant_id=1',
    headers: { 'x-access-token': tenant.boss.token, ...headers },
  });

test('H1 the tenant comes from the session, whatever a header or a query says', async () => {
  for (const foreign of ['1', '-1', '1,2', '1 or 1=1', 'abc', `1,${tenant.id}`])
    expect((await list({ 'tenant-id': foreign })).statusCode, foreign).toBe(401);
  expect((await list({ 'tenant-id': [String(tenant.id), '1'] })).statusCode).toBe(401);
  for (const headers of [
    {},
    { 'tenant-id': '' },
    { 'tenant-id': '0' },
    { 'tenant-id': String(tenant.id) },
    { 'x-tenant-id': '1' },
    { tenant_id: '1' },
  ]) {
    const answer = await list(headers);
    expect(answer.statusCode, JSON.stringify(headers)).toBe(200);
    expect((answer.json() as { result: { total: number } }).result.total).toBe(0);
  }
  const seller = await admin.get<{ total: number }>('/catalog/product/list');
  expect(seller.result.total).toBeGreaterThan(0);
});
