import { Refusal } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { MESSAGES } from '#kit/server/messages.ts';
import { alsoBy, alsoByPost, answer, implement, type Call, type Route } from '#kit/server/route.ts';
import { idOf } from '#kit/server/row-id.ts';
import { menuCalls } from '../../model/routes/menus.ts';
import { ruledPages } from '../data-rules/rules-of-role.ts';
import { childrenOf } from '../permission-table.ts';
import type { Services } from '../services.ts';
import { csv } from '../wire.ts';
import { entryMaker, entryTree, rowsFor } from './menu-entries.ts';
import { addEntry, arrangeEntries, editEntry, removeEntries, restoreEntry } from './write-entry.ts';

const MOST_PARENTS = 500;

/** Menus and buttons: read by whoever writes rules for pages, arranged by the operator. */
export const menuRoutes = (services: Services): Route[] => [...readingRoutes(services), ...writingRoutes(services)];

function readingRoutes({ permissions, registry }: Services): Route[] {
  const read = async ({ actor, tx }: Pick<Call, 'actor' | 'tx'>) => {
    const rows = rowsFor(await permissions.rows(), actor.tenant);
    const entry = entryMaker(rows, { registry, ruled: await tx(ruledPages) });
    const children = childrenOf(rows);
    return { rows, entry, below: (id: string) => (children.get(id) ?? []).map(entry) };
  };
  return [
    implement(menuCalls.roots, async (call) => (await read(call)).below('')),
    implement(menuCalls.below, async (call) => (await read(call)).below(idOf(call.query.parentId))),
    implement(menuCalls.belowEach, async (call) => {
      const { below } = await read(call);
      const parents = (csv(call.query.parentIds) ?? []).filter(isUuid).slice(0, MOST_PARENTS);
      return Object.fromEntries(parents.map((id) => [id, below(id)]));
    }),
    implement(menuCalls.tree, async (call) => {
      const { rows, entry } = await read(call);
      const name = call.query.name?.replaceAll('*', '').trim();
      return name ? rows.filter((row) => row.name.includes(name)).map(entry) : entryTree(rows, entry);
    }),
  ];
}

function writingRoutes({ permissions, sessions }: Services): Route[] {
  // Menus are the same in every tenant: all nodes read them again.
  const changing = (call: Pick<Call, 'tx'>, change: (tx: Tx) => Promise<unknown>): Promise<void> =>
    call.tx(async (tx) => {
      await change(tx);
      tx.onCommit(() => {
        permissions.refresh();
        sessions.forgetTenant(tx.tenant);
      });
    });
  return [
    implement(menuCalls.add, async (call) => {
      await changing(call, (tx) => addEntry(tx, call.body));
      return answer('添加成功！');
    }),
    ...alsoBy(
      'POST',
      implement(menuCalls.edit, async (call) => {
        const id = idOf(call.body.id);
        await changing(call, (tx) => editEntry(tx, id, call.body));
        return answer('修改成功！');
      }),
    ),
    implement(menuCalls.restore, async (call) => {
      const id = idOf(call.body.id);
      await changing(call, (tx) => restoreEntry(tx, id));
      return answer('已恢复默认');
    }),
    implement(menuCalls.arrange, async (call) => {
      const { parentId, ids } = call.body;
      const given = Array.isArray(ids) ? ids.filter(isUuid) : [];
      if (given.length === 0 || given.length > MOST_PARENTS) throw new Refusal('noneSelected', MESSAGES.noneSelected);
      const parent = parentId ? idOf(parentId) : null;
      await changing(call, (tx) => arrangeEntries(tx, parent, given));
      return answer('顺序已保存');
    }),
    implement(menuCalls.remove, async (call) => {
      const id = idOf(call.query.id);
      await changing(call, (tx) => removeEntries(tx, [id]));
      return answer('删除成功！');
    }),
    ...alsoByPost(
      implement(menuCalls.removeMany, async (call) => {
        const ids = (csv(call.query.ids) ?? []).filter(isUuid);
        if (ids.length === 0) throw new Refusal('noneSelected', MESSAGES.noneSelected);
        await changing(call, (tx) => removeEntries(tx, ids));
        return answer('批量删除成功！');
      }),
    ),
  ];
}
