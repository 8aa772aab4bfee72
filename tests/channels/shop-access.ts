import type { Client, TestApp } from '#tests/harness/app.ts';

/** Changes at the marketplace what the shop signs in with. */
export const client = (scene: TestApp, changes: Record<string, unknown>): Promise<unknown> =>
  scene.sim('POST', '/clients', { clientId: 'waybill-demo', ...changes });

/** Whether the shop may work, as the product sees it. */
export const account = async (scene: TestApp, clerk: Client): Promise<{ status: string; health: string | null }> =>
  (
    await clerk.get<{ status: string; health: string | null }>('/base/channelAccount/queryById', {
      id: scene.seller.accountId,
    })
  ).result;

/** Titles of the notices that lead somebody to the shops. */
export async function expiryNotices(scene: TestApp, username: string): Promise<string[]> {
  const reader = await scene.as(username);
  const { result } = await reader.get<{ sysMsgList: { titile: string; openPage: string }[] }>(
    '/sys/annountCement/listByUser',
    { pageSize: '50' },
  );
  return result.sysMsgList.filter(({ openPage }) => openPage === '/channel/wf/account').map(({ titile }) => titile);
}
