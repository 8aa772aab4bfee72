import { afterAll, beforeAll } from 'vitest';
import { look } from '#tests/channels/shop.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { ADDRESS, must } from '#tests/lifecycles/one-of-each.ts';

export let scene: TestApp;
export let admin: Client;
export let clerk: Client;
export let codes: string[];
export let otherShop: string;

/** A second shop, which nobody has connected yet. */
export const addShop = async (who: Client): Promise<string> =>
  (
    await must(
      who.post<{ id: string }>('/base/channelAccount/add', {
        code: 'WF-2',
        name: '第二店铺',
        channelCode: 'wayfair',
        environment: 'live',
        currency: 'USD',
        settings: { clientId: 'second' },
        clientSecret: 'second-secret',
      }),
    )
  ).id;

export const NOBODY = '0199aaaa-0000-7000-8000-000000000000';

export interface Draft extends Record<string, unknown> {
  id: string;
  version: number;
  status: string;
  lines: { orderLine: Record<string, unknown>[] };
}
interface Refused {
  errors: { field: string; row?: number; message: string }[];
}

export const line = (index: number, more: object = {}): Record<string, unknown> => ({
  skuId: scene.seller.skus[codes[index] as string],
  qty: 1,
  unitPrice: '10',
  ...more,
});
export const head = (more: object = {}) => ({
  accountId: scene.seller.accountId,
  ...ADDRESS,
  ...more,
});
export const post = (more: object = {}, lines: unknown = [line(0)], who = clerk) =>
  who.post<{ id: string; version: number } & Refused>('/orders/salesOrder/add', {
    ...head(more),
    lines,
  });
export const read = (id: string, who = admin): Promise<Draft> =>
  must(who.get<Draft>('/orders/salesOrder/queryById', { id }));
export const add = async (more: object = {}, lines: unknown = [line(0)]): Promise<Draft> =>
  read((await must(post(more, lines))).id);
export const edit = (draft: Draft, more: object, lines: unknown, who = clerk) =>
  who.put<{ version: number } & Refused>('/orders/salesOrder/edit', {
    ...head(),
    channelOrderNo: draft['channelOrderNo'],
    id: draft.id,
    version: draft.version,
    lines,
    ...more,
  });
export const submit = (draft: { id: string; version?: number }, who = clerk) =>
  who.post<Refused>(`/orders/salesOrder/${draft.id}/submit`, { version: draft.version });
export const drafts = async (account: string): Promise<number> =>
  (
    await look(
      scene,
      (tx) => tx.one<{ n: number }>`
        select coalesce(sum(n), 0)::integer as n from (
          select n from status_count where tenant_id = ${tx.tenant} and resource = 'orders:salesOrder'
            and scope_id = ${account}::uuid and state = 'draft'
          union all select n from status_delta where tenant_id = ${tx.tenant} and resource = 'orders:salesOrder'
            and scope_id = ${account}::uuid and state = 'draft') c`,
    )
  ).n;

/** A seller with a second shop, which nobody has connected yet. */
export function openDrafts(): void {
  beforeAll(async () => {
    scene = await startTestApp();
    admin = await scene.as('admin');
    clerk = await scene.as('kefu');
    codes = Object.keys(scene.seller.skus);
    otherShop = await addShop(admin);
  });
  afterAll(() => scene?.stop());
}
