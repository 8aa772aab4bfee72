import { afterAll, beforeAll } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { createTenant, createUser } from '#modules/system/server/index.ts';
import { PASSWORD, startTestApp, type Answer, type Client, type TestApp } from '#tests/harness/app.ts';

export let scene: TestApp;
export let admin: Client;

let people = 0;

/** A fresh person of a tenant. */
export async function person(tenant = 1, roles: string[] = []): Promise<{ id: string; username: string }> {
  people += 1;
  const username = `someone_${people}`;
  const id = await createUser(scene.app.db, systemActor(tenant, 'test'), {
    username,
    realname: `某人${people}`,
    password: PASSWORD,
    departs: ['A01'],
    roles,
  });
  return { id, username };
}

export interface Userinfo {
  id: string;
  username: string;
  realname: string;
  avatar: string | null;
}

export const menu = (who: Client) =>
  who.get<{ menu: unknown[]; auth: { action: string }[] }>('/sys/permission/getUserPermissionByToken');
export const isAlive = async (who: Client): Promise<boolean> => (await menu(who)).status === 200;
export const sessions = async (who: Client) => (await who.get<Record<string, unknown>[]>('/sys/user/sessions')).result;

/** Calls by another token than a client's. */
export function withToken(token: string) {
  return async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<Answer> => {
    const response = await scene.app.http.inject({
      method,
      url: `/api${path}`,
      headers: token ? { 'x-access-token': token } : {},
      ...(body === undefined ? {} : { payload: body }),
    });
    return { status: response.statusCode, ...response.json<Omit<Answer, 'status'>>() };
  };
}

/** Two tenants without goods. */
export function openAccounts(): void {
  beforeAll(async () => {
    scene = await startTestApp({ isEmpty: true });
    admin = await scene.as('admin');
    await createTenant(scene.app.db, { id: 2, code: 'second', name: '第二租户' }, scene.app.assembled.grants);
  });
  afterAll(() => scene?.stop());
}
