import { invalid, notFound, Refusal } from '#kit/model/refusal.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { MESSAGES } from '#kit/server/messages.ts';
import { implement, type Call, type Route } from '#kit/server/route.ts';
import { idOf } from '#kit/server/row-id.ts';
import type { Serve, Store } from '#kit/server/serve.ts';
import { depart, MAX_DIRECTORS } from '../model/depart.ts';
import { departCalls, departMoveCalls } from '../model/routes/departs.ts';
import { mergeDepart, moveDepart } from './depart-roles/depart-moves.ts';
import { ledDeparts } from './depart-roles/my-depart-routes.ts';
import {
  addDepart,
  allDeparts,
  deleteDeparts,
  departBranches,
  departChoices,
  departsBelow,
  departTree,
  editDepart,
  moreOfDepart,
  toSysDepart,
} from './departs.ts';
import { departRows, departSheet } from './depart-sheet.ts';
import type { Sessions } from './sessions.ts';
import { csv } from './wire.ts';

/** Departments as they are written. */
export const servedDeparts = ({ sessions }: { sessions: Sessions }): Serve => ({
  resource: depart,
  rows: departRows,
  more: moreOfDepart,
  store: {
    fixed: ['parentId'],
    add(call, given) {
      const { parentId, parentPath: _, ...values } = given;
      if (parentId && !isUuid(parentId)) throw notFound();
      const directors = directorsIn(call);
      return call.tx((tx) => addDepart(tx, parentId ?? null, values, directors));
    },
    edit(call, id, given, version) {
      const { parentPath: _, ...values } = given;
      const directors = directorsIn(call);
      return call.tx((tx) => editDepart(tx, id, values, directors, version));
    },
    remove: (call, ids) => call.tx((tx) => deleteDeparts(tx, sessions, ids)),
    sheet: departSheet,
  } satisfies Store<typeof depart>,
});

/** People of the tenant who lead a department; undefined when not given. */
function directorsIn({ body }: Call): string[] | undefined {
  const directors = csv(body['directorUserIds']);
  if (directors && (directors.length > MAX_DIRECTORS || !directors.every(isUuid)))
    throw invalid([{ field: 'directorUserIds', code: 'invalid', message: MESSAGES.linkMissing('部门负责人') }]);
  return directors?.map((id) => id.toLowerCase());
}

/** The organisation tree, and departments that change their place in it. */
export const departRoutes = ({ sessions }: { sessions: Sessions }): Route[] => [
  ...readingRoutes,
  implement(departMoveCalls.move, async (call) => {
    const { id, parentId, dryRun } = call.body;
    const request = { id: idOf(id), parentId: parentId ? idOf(parentId) : null };
    return call.tx((tx) => moveDepart(tx, sessions, { ...request, isDry: isDry(dryRun) }));
  }),
  implement(departMoveCalls.merge, async (call) => {
    const { id, intoId, dryRun } = call.body;
    const request = { id: idOf(id), intoId: idOf(intoId) };
    return call.tx((tx) => mergeDepart(tx, sessions, { ...request, isDry: isDry(dryRun) }));
  }),
];

const isDry = (value: unknown): boolean => value === true || value === 'true' || value === '1';

const readingRoutes: readonly Route[] = [
  implement(departCalls.tree, (call) =>
    call.tx(async (tx) => {
      const ids = call.query.ids ? call.query.ids.split(',') : null;
      return departTree(tx, await allDeparts(tx), ids ? ({ id }) => ids.includes(id) : undefined);
    }),
  ),
  implement(departCalls.level, (call) =>
    call.tx(async (tx) => {
      const parent = call.query.pid ?? '';
      if (parent !== '' && !isUuid(parent)) return [];
      const rows = await departsBelow(tx, parent === '' ? null : parent);
      return rows.map(({ hasBelow, ...row }) => ({ ...toSysDepart(tx, row), isLeaf: !hasBelow }));
    }),
  ),
  implement(departCalls.idTree, (call) => call.tx(async (tx) => departChoices(await allDeparts(tx)))),
  implement(departCalls.search, (call) =>
    call.tx(async (tx) => {
      const word = (call.query.keyWord ?? '').trim();
      const isMine = call.query.myDeptSearch === '1';
      const rows = isMine ? await ledDeparts(tx) : await allDeparts(tx);
      const tree = departBranches(tx, rows, ({ name }) => name.includes(word));
      if (tree.length === 0) throw new Refusal('none', '未查询匹配数据！');
      return tree;
    }),
  ),
];
