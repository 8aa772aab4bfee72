import { expect } from '@playwright/test';
import { PEOPLE_PASSWORD } from './start-console.ts';

export const post = async <T>(address: string, body: unknown, token = ''): Promise<T> => {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-access-token': token },
    body: JSON.stringify(body),
  });
  return (await response.json()) as T;
};
/** Steers the simulator. */
export const atChannel = <T>(path: string, body: unknown): Promise<T> =>
  post(`${process.env['SIMULATOR_URL'] ?? ''}/__sim${path}`, body);

export interface Answer<T> {
  success: boolean;
  message: string;
  result: T;
}

export const api = (): string => `${process.env['CONSOLE_URL'] ?? ''}/api`;

/** The session of a clerk's own programs. */
export async function clerkToken(): Promise<string> {
  const { result } = await post<Answer<{ token: string }>>(`${api()}/sys/login`, {
    username: 'yunying',
    password: PEOPLE_PASSWORD,
  });
  return result.token;
}

/** One pull of a shop, to its end: asked for every second, pulls would keep the shop from all else. */
export async function pullOnce(token: string, shopId: string): Promise<void> {
  const request = await post<Answer<{ runId: string }>>(`${api()}/channels/account/${shopId}/pull`, {}, token);
  const { runId } = request.result;
  const status = async (): Promise<string> => {
    const response = await fetch(`${api()}/channels/pullRun/queryById?id=${runId}`, {
      headers: { 'x-access-token': token },
    });
    return ((await response.json()) as Answer<{ status: string }>).result.status;
  };
  await expect.poll(status, { timeout: 90_000, intervals: [250] }).not.toBe('running');
}

/** What a clerk's own programs would do: pull until the order stands as asked. */
export async function pulled(
  po: string,
  isThere: (row: { id: string; holds: string[] }) => boolean,
): Promise<{ id: string }> {
  const token = await clerkToken();
  const read = async <T>(path: string): Promise<T[]> => {
    const response = await fetch(`${api()}${path}`, { headers: { 'x-access-token': token } });
    return ((await response.json()) as Answer<{ records: T[] }>).result.records;
  };
  const [shop] = await read<{ id: string }>('/base/channelAccount/list?code=WF-US');
  let found: { id: string; holds: string[] } | undefined;
  await expect
    .poll(
      async () => {
        await pullOnce(token, shop?.id ?? '');
        [found] = await read<{ id: string; holds: string[] }>(`/orders/salesOrder/list?channelOrderNo=${po}`);
        return found !== undefined && isThere(found);
      },
      { timeout: 90_000, intervals: [250] },
    )
    .toBe(true);
  return found as unknown as { id: string };
}
