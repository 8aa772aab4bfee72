import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { createTenant, createUser } from '#modules/system/server/index.ts';
import { PASSWORD, startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';

export let scene: TestApp;
export let clerk: Client;
export let colleague: Client;
export let stranger: Client;

/** What is kept of uploads; small pictures of them are made when there is time. */
export const stored = (): string[] =>
  readdirSync(join(scene.dataDir, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .filter((name) => !/\.w\d+(\.part)?$/.test(name))
    .sort();

/** Two people of one tenant and one of another, with an empty folder of files. */
export function openFiles(): void {
  beforeAll(async () => {
    scene = await startTestApp({ isEmpty: true });
    mkdirSync(join(scene.dataDir, 'files'));
    await createTenant(scene.app.db, { id: 2, code: 'second', name: '第二租户' }, scene.app.assembled.grants);
    await createUser(scene.app.db, systemActor(2, 'test'), {
      username: 'stranger',
      realname: 'stranger',
      password: PASSWORD,
      departs: ['A01'],
    });
    [clerk, colleague, stranger] = [await scene.as('kefu'), await scene.as('cangku'), await scene.as('stranger')];
  });
  afterAll(() => scene?.stop());
}
