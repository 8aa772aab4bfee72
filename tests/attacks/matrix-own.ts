import { call, fileForm } from '#tests/contract/calls.ts';
import type { OwnThings } from '#tests/contract/call-scenery.ts';
import type { Client, TestApp } from '#tests/harness/app.ts';
import { drawnJpeg, painted } from '#tests/harness/drawn-pictures.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';

type Made = { id: string };

const CONTENT = {
  columns: [],
  density: 'compact',
  tab: null,
  filters: {},
  sort: null,
  pageSize: null,
};

/** What a person has of their own: files, jobs, views, queries, a notice that they received. */
export async function ownThings(scene: TestApp, admin: Client, holder: Client): Promise<OwnThings> {
  const { id: userId } = await must(holder.get<Made>('/sys/user/profile'));
  const picture = await drawnJpeg(painted(40, 40, () => [0, 0, 0, 255]));
  const sendForm = (path: string) =>
    call(scene, { method: 'POST', path }, { token: holder.token, ...fileForm(picture, 'a.jpg', 'image/jpeg') });
  await sendForm('/sys/user/avatar');
  const stored = await sendForm('/sys/common/upload');
  const upload = { name: 'a.jpg', size: picture.length, fingerprint: 'matrix' };
  const parts = await must(holder.post<Made>('/sys/common/upload/parts', upload));
  const view = await must(
    holder.post<Made>('/sys/listView/add', {
      listKey: 'catalog:sku',
      name: '矩阵',
      content: CONTENT,
    }),
  );
  const query = await must(
    holder.post<Made>('/sys/savedQuery/save', {
      listKey: 'catalog:sku',
      name: '矩阵',
      matchType: 'and',
      conditions: [{ field: 'skuCode', rule: 'like', val: 'LMP', type: 'string' }],
    }),
  );
  const exported = await must(holder.get<{ jobId: string }>('/catalog/sku/exportXls', { background: '1' }));
  await scene.settled();
  const notice = await must(admin.post<Made>('/sys/annountCement/add', { titile: '收到的通告' }));
  await must(admin.get('/sys/annountCement/doReleaseData', { id: notice.id }));
  const received = await must(holder.get<{ records: Made[] }>('/sys/sysAnnouncementSend/getMyAnnouncementSend'));
  const menus = ['矩阵一', '矩阵二'];
  for (const name of menus)
    await must(
      holder.post('/sys/permission/add', {
        name,
        menuType: '0',
        url: `/matrix-${menus.indexOf(name)}`,
        component: 'layouts/RouteView',
        sortNo: '99',
        status: '1',
        route: true,
      }),
    );
  const listed = await must(holder.get<(Made & { name: string })[]>('/sys/permission/getSystemMenuList'));
  return {
    userId,
    parts: parts.id,
    piece: picture,
    view: view.id,
    query: query.id,
    job: exported.jobId,
    file: (stored.json as unknown as { message: string; result: unknown }).message,
    notice: notice.id,
    send: received.records[0]?.id ?? '',
    menus: listed.filter(({ name }) => menus.includes(name)).map(({ id }) => id),
  };
}
