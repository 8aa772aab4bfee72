import { expect } from 'vitest';
import { PASSWORD, type Answer, type Client, type TestApp } from '#tests/harness/app.ts';

/** What a tenant made by the operator is in tests. */
export interface MadeTenant {
  id: number;
  /** Its first administrator, with a password of their own. */
  boss: Client;
}

/** The operator opens a tenant; its first administrator chooses their password. */
export async function openTenant(
  scene: TestApp,
  admin: Client,
  code: string,
  more: Record<string, unknown> = {},
): Promise<MadeTenant> {
  const username = `boss_${code}`;
  const made = await admin.post<{ id: number; adminPassword: string }>('/sys/tenant/add', {
    code,
    name: `租户${code}`,
    adminUsername: username,
    adminRealname: '老板',
    ...more,
  });
  expect(made.success, made.message).toBe(true);
  const first = await signIn(scene, username, made.result.adminPassword);
  const changed = await ask(scene, first.result.token, 'PUT', '/sys/user/updatePassword', {
    username,
    oldpassword: made.result.adminPassword,
    password: PASSWORD,
    confirmpassword: PASSWORD,
  });
  expect(changed.success, changed.message).toBe(true);
  return { id: made.result.id, boss: await scene.as(username) };
}

export const signIn = (scene: TestApp, username: string, password: string): Promise<Answer<{ token: string }>> =>
  ask(scene, null, 'POST', '/sys/login', { username, password });

/** One call over HTTP, by a token of its own. */
export async function ask<T>(
  scene: TestApp,
  token: string | null,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
): Promise<Answer<T>> {
  const response = await scene.app.http.inject({
    method,
    url: `/api${path}`,
    headers: token ? { 'x-access-token': token } : {},
    ...(body ? { payload: body } : {}),
  });
  return { status: response.statusCode, ...(response.json() as object) } as Answer<T>;
}

/** Somebody new in the client's tenant. */
export const addPerson = (client: Client, username: string): Promise<Answer<{ id: string }>> =>
  client.post('/sys/user/add', { username, realname: username, password: PASSWORD });
