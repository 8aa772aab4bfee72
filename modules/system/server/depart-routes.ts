import { invalid, notFound, Refusal } from '#kit/model/refusal.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { MESSAGES } from '#kit/server/messages.ts';
import { implement, type Call, type Route } from '#kit/server/route.ts';
import type { Serve, Store } from '#kit/server/serve.ts';
import { sql } from '#kit/server/sql.ts';
import { depart, MAX_DIRECTORS } from '../model/depart.ts';
import { departCalls } from '../model/routes/departs.ts';
import {
  addDepart,
  allDeparts,
  deleteDeparts,
  departTree,
  editDepart,
  moreOfDepart,
} from './departs.ts';
import type { Sessions } from './sessions.ts';
import { csv } from './wire.ts';

/** Departments as they are written. */
export const servedDeparts = ({ sessions }: { sessions: Sessions }): Serve => ({
  resource: depart,
  rows: (tx) => sql`select * from depart where tenant_id = ${tx.tenant}`,
  more: moreOfDepart,
  store: {
    fixed: ['parentId'],
    add(call, { parentId, ...values }) {
      if (parentId && !isUuid(parentId)) throw notFound();
      const directors = directorsIn(call);
      return call.tx((tx) => addDepart(tx, parentId ?? null, values, directors));
    },
    edit(call, id, values, version) {
      const directors = directorsIn(call);
      return call.tx((tx) => editDepart(tx, id, values, directors, version));
    },
    remove: (call, ids) => call.tx((tx) => deleteDeparts(tx, sessions, ids)),
  } satisfies Store<typeof depart>,
});

/** People of the tenant who lead a department; undefined when not given. */
function directorsIn({ body }: Call): string[] | undefined {
  const directors = csv(body['directorUserIds']);
  if (directors && (directors.length > MAX_DIRECTORS || !directors.every(isUuid)))
    throw invalid([
      { field: 'directorUserIds', code: 'invalid', message: MESSAGES.linkMissing('部门负责人') },
    ]);
  return directors?.map((id) => id.toLowerCase());
}

/** The organisation tree. */
export const departRoutes = (): Route[] => [
  implement(departCalls.tree, (call) =>
    call.tx(async (tx) => {
      const ids = call.query.ids ? call.query.ids.split(',') : null;
      return departTree(tx, await allDeparts(tx), ids ? ({ id }) => ids.includes(id) : undefined);
    }),
  ),
  implement(departCalls.level, (call) =>
    call.tx(async (tx) => {
      const parent = call.query.pid ?? '';
      const rows = await allDeparts(tx);
      const parents = new Set(rows.map((row) => row.parentId));
      const level = rows.filter((row) => (row.parentId ?? '') === parent);
      return departTree(
        tx,
        level.map((row) => ({ ...row, parentId: null })),
      ).map((node) => ({ ...node, parentId: parent, isLeaf: !parents.has(node.id) }));
    }),
  ),
  implement(departCalls.search, (call) =>
    call.tx(async (tx) => {
      const word = (call.query.keyWord ?? '').trim();
      const tree = departTree(tx, await allDeparts(tx), ({ name }) => name.includes(word));
      if (tree.length === 0) throw new Refusal('none', '未查询匹配数据！');
      return tree;
    }),
  ),
];
