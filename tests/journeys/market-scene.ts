import { systemActor } from '#kit/server/actor.ts';
import { createUser } from '#modules/system/server/index.ts';
import { send } from '#tests/attacks/upload-scene.ts';
import { PASSWORD, type Answer, type Client, type TestApp } from '#tests/harness/app.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { upload, type ImportAnswer } from '#tests/sheets/upload.ts';

export interface Row {
  id: string;
  [key: string]: unknown;
}

export const listOf = async (who: Client, path: string, query: Record<string, string> = {}): Promise<Row[]> =>
  (await must(who.get<{ records: Row[] }>(`${path}/list`, { pageSize: '200', ...query }))).records;

/** One more shop of the seller: of another currency where that is said. @returns its id */
export async function addShop(admin: Client, more: Record<string, unknown> = {}): Promise<string> {
  const shop = { code: 'CA-SHOP', name: '加拿大店', channelCode: 'wayfair', currency: 'CAD' };
  const { id } = await must(
    admin.post<{ id: string }>('/base/channelAccount/add', {
      ...shop,
      clientSecret: 'secret',
      settings: { clientId: 'ca' },
      ...more,
    }),
  );
  return id;
}

let people = 0;

/** Somebody with the rights of 运营 who keeps these shops alone. */
export async function keeperOf(scene: TestApp, shops: readonly string[]): Promise<Client> {
  const username = `keeper_${++people}`;
  await createUser(scene.app.db, systemActor(1, 'test'), {
    username,
    realname: username,
    password: PASSWORD,
    roles: ['OPS'],
    departs: ['A01'],
    shops: [...shops],
  });
  return scene.as(username);
}

/** A sheet of observations, as text. */
export const importOffers = (scene: TestApp, who: Client, text: string, query = ''): Promise<ImportAnswer> =>
  upload(scene, who, `/market/sellerOffer/importExcel${query}`, Buffer.from(text));

/** Uploads a file as the console does, and gives it to a report. */
export async function giveFile(
  scene: TestApp,
  who: Client,
  reportId: string,
  content: string | Buffer,
  more: Record<string, unknown> = {},
): Promise<Answer<{ ok: boolean; state: string }>> {
  const name = typeof content === 'string' ? 'report.csv' : 'report.xlsx';
  const { message: file } = await send(scene, who, Buffer.from(content as string), { name });
  const answer = await who.post<{ ok: boolean; state: string }>(`/market/marketReport/${reportId}/upload`, {
    file,
    ...more,
  });
  await scene.settled();
  return answer;
}
