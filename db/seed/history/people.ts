import type { BatchAnswer } from '#kit/model/resource-routes.ts';
import { newId } from '#kit/server/new-id.ts';

/** What the people of the demo come in by: the calls of the product, without a network between. */
export interface Door {
  inject(call: {
    method: 'GET' | 'POST' | 'PUT';
    url: string;
    headers: Record<string, string>;
    payload?: object;
  }): Promise<{ json<T>(): T }>;
}

interface Answer<T> {
  success: boolean;
  message: string;
  result: T;
}

/** Somebody at the console. Whatever is refused ends the history: its next chapter builds on it. */
export interface Person {
  get<T>(path: string): Promise<T>;
  /** The only row, or the first, that a list finds. */
  first<T extends object = { id: string }>(path: string): Promise<T>;
  all<T extends object = { id: string }>(path: string): Promise<T[]>;
  /** Makes a row. @returns its id */
  add(of: string, body: object): Promise<string>;
  edit(of: string, id: string, change: object): Promise<void>;
  post<T>(path: string, body?: object): Promise<T>;
  /** Sends a picture. @returns its address, for a record that this person writes */
  upload(name: string, bytes: Buffer): Promise<string>;
  /** Sends a file to a call that reads it. */
  drop<T>(path: string, name: string, bytes: Buffer): Promise<T>;
  /** A move of one record. */
  move(of: string, id: string, name: string, answers?: object): Promise<void>;
  /** The same move of several, in one call. */
  moveAll(of: string, ids: readonly string[], name: string, answers?: object): Promise<void>;
}

/** Signs somebody in. */
export async function comeIn(
  door: Door,
  { base, username, password }: { base: string; username: string; password: string },
): Promise<Person> {
  const call = async <T>(method: 'GET' | 'POST' | 'PUT', path: string, payload?: object): Promise<Answer<T>> => {
    const answer = await door.inject({
      method,
      url: `${base}${path}`,
      headers: { ...(token ? { 'x-access-token': token } : {}), 'idempotency-key': newId() },
      ...(payload ? { payload } : {}),
    });
    const stated = answer.json<Answer<T>>();
    if (!stated.success) throw new Error(`${username} ${method} ${path}: ${stated.message}`);
    return stated;
  };
  const ask = async <T>(...args: Parameters<typeof call>): Promise<T> => (await call<T>(...args)).result;
  let token = '';
  ({ token } = await ask<{ token: string }>('POST', '/sys/login', { username, password }));
  const post = <T>(path: string, body: object = {}): Promise<T> => ask<T>('POST', path, body);
  const all = async <T extends object>(path: string): Promise<T[]> =>
    (await ask<{ records: T[] }>('GET', path)).records;
  return {
    get: (path) => ask('GET', path),
    post,
    all,
    async first<T extends object>(path: string): Promise<T> {
      const [row] = await all<T>(path);
      if (!row) throw new Error(`${path} found nothing`);
      return row;
    },
    add: async (of, body) => (await post<{ id: string }>(`/${of}/add`, body)).id,
    async edit(of, id, change) {
      const row = await ask<object>('GET', `/${of}/queryById?id=${id}`);
      await ask('PUT', `/${of}/edit`, { ...row, ...change });
    },
    async upload(name, bytes) {
      const form = new FormData();
      form.set('file', new File([new Uint8Array(bytes)], name, { type: 'image/png' }));
      return (await call('POST', '/sys/common/upload', form)).message;
    },
    drop(path, name, bytes) {
      const form = new FormData();
      form.set('file', new File([new Uint8Array(bytes)], name));
      return ask('POST', path, form);
    },
    async move(of, id, name, answers) {
      await post(`/${of}/${id}/${name}`, answers);
    },
    async moveAll(of, ids, name, answers = {}) {
      const { rows } = await post<BatchAnswer>(`/${of}/batch/${name}`, { ids, answers });
      const refused = rows.find(({ ok }) => !ok);
      if (refused) throw new Error(`${name} of ${refused.label}: ${refused.message ?? ''}`);
    },
  };
}
