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
  const [shop] = await read<{ id: string }>('/base/channelAccount/list');
  let found: { id: string; holds: string[] } | undefined;
  await expect
    .poll(
      async () => {
        // One that is under way may have passed the place already: asked for then, it starts no other.
        await post(`${api()}/channels/account/${shop?.id ?? ''}/pull`, {}, token);
        [found] = await read<{ id: string; holds: string[] }>(
          `/orders/salesOrder/list?channelOrderNo=${po}`,
        );
        return found !== undefined && isThere(found);
      },
      { timeout: 60_000, intervals: [1000] },
    )
    .toBe(true);
  return found as unknown as { id: string };
}
