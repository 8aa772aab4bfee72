import { invalid, notFound, Refusal } from '#kit/model/refusal.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { MESSAGES } from '#kit/server/messages.ts';
import { parseBody } from '#kit/server/parse.ts';
import { answer, byPutAndPost, implement, type Call, type Route } from '#kit/server/route.ts';
import { idOf } from '#kit/server/row-id.ts';
import { departCalls } from '../model/routes/departs.ts';
import { departFields, MAX_DIRECTORS } from '../model/user.ts';
import {
  addDepart,
  allDeparts,
  deleteDeparts,
  departTree,
  editDepart,
  type DepartText,
} from './departs.ts';
import type { Services } from './services.ts';
import { idsOf } from './user-routes.ts';
import { csv } from './wire.ts';

export const departRoutes = ({ sessions }: Services): Route[] => [
  implement(departCalls.tree, async (call) => {
    const ids = call.query.ids ? call.query.ids.split(',') : null;
    const rows = await call.tx(allDeparts);
    return departTree(rows, call.actor.zone, ids ? (row) => ids.includes(row.id) : undefined);
  }),
  implement(departCalls.level, async (call) => {
    const parent = call.query.pid ?? '';
    const rows = await call.tx(allDeparts);
    const parents = new Set(rows.map((row) => row.parentId));
    const level = rows.filter((row) => (row.parentId ?? '') === parent);
    return departTree(
      level.map((row) => ({ ...row, parentId: null })),
      call.actor.zone,
    ).map((node) => ({ ...node, parentId: parent, isLeaf: !parents.has(node.id) }));
  }),
  implement(departCalls.search, async (call) => {
    const word = (call.query.keyWord ?? '').trim();
    const rows = await call.tx(allDeparts);
    const tree = departTree(rows, call.actor.zone, (row) => row.name.includes(word));
    if (tree.length === 0) throw new Refusal('none', '未查询匹配数据！');
    return tree;
  }),
  implement(departCalls.add, async (call) => {
    const { parentId } = call.body;
    if (parentId && !isUuid(parentId)) throw notFound();
    const text = readText(call, false) as DepartText;
    const parent = isUuid(parentId) ? parentId : null;
    return answer('添加成功！', await call.tx((tx) => addDepart(tx, parent, text)));
  }),
  ...byPutAndPost(departCalls.edit, async (call) => {
    const id = idOf(call.body['id']);
    const text = readText(call, true);
    await call.tx((tx) => editDepart(tx, id, text));
    return answer('修改成功!');
  }),
  implement(departCalls.delete, async (call) => {
    await call.tx((tx) => deleteDeparts(tx, sessions, [idOf(call.query.id)]));
    return answer('删除成功!');
  }),
  implement(departCalls.deleteBatch, async (call) => {
    const ids = idsOf(call.query.ids);
    await call.tx((tx) => deleteDeparts(tx, sessions, ids));
    return answer('删除成功!');
  }),
];

function readText(call: Pick<Call, 'actor' | 'body'>, partial: boolean): Partial<DepartText> {
  const body = parseBody(departFields, call.body, { zone: call.actor.zone, partial });
  const text: Record<string, unknown> = {
    name: body.departName,
    nameEn: body.departNameEn,
    abbreviation: body.departNameAbbr,
    category: body.orgCategory,
    mobile: body.mobile,
    fax: body.fax,
    address: body.address,
    memo: body.memo,
    description: body.description,
    status: body.status,
    sortNo: body.departOrder ?? undefined,
  };
  const directors = csv(call.body['directorUserIds']);
  if (directors && (directors.length > MAX_DIRECTORS || !directors.every(isUuid)))
    throw invalid([
      { field: 'directorUserIds', code: 'invalid', message: MESSAGES.linkMissing('部门负责人') },
    ]);
  text['directors'] = directors?.map((id) => id.toLowerCase());
  for (const key of Object.keys(text)) if (text[key] === undefined) delete text[key];
  return text as Partial<DepartText>;
}
