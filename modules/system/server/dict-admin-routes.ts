import { notFound } from '#kit/model/refusal.ts';
import { errorFileRoute } from '#kit/model/resource-routes.ts';
import { resourceKey } from '#kit/model/resource.ts';
import { handOutErrorFile } from '#kit/server/import-export/error-file.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { answer, implement, type Route } from '#kit/server/route.ts';
import { idOf } from '#kit/server/row-id.ts';
import { sql } from '#kit/server/sql.ts';
import { dict } from '../model/dict.ts';
import { dictAdminCalls } from '../model/routes/dict-admin.ts';
import { arrangeItems } from './dict-item-order.ts';
import { isValueTaken, readItems } from './dict-items.ts';
import { dictTemplate, exportDicts, importDicts } from './dict-sheets.ts';
import { deletedDicts, eraseDict, readDicts, restoreDict } from './dicts.ts';
import type { Services } from './services.ts';
import { csv, refusedAs } from './wire.ts';

/** As many as stand on one page of a list. */
const MOST_ARRANGED = 500;
/** A tree of more would be read by nobody: the items are asked for by dictionary. */
const MOST_TREE_ITEMS = 5000;

/** Recycle bin, sheets, order of items: what keeping dictionaries asks beyond rows. */
export const dictAdminRoutes = ({ dictionaries, registry }: Pick<Services, 'dictionaries' | 'registry'>): Route[] => [
  implement(dictAdminCalls.tree, (call) =>
    call.tx(async (tx) => {
      const dicts = await readDicts(tx, sql`true`);
      const items = Map.groupBy((await readItems(tx, sql`true`)).slice(0, MOST_TREE_ITEMS), ({ dictId }) => dictId);
      return dicts.map(({ id, code, name }) => ({
        key: id,
        title: name,
        value: code,
        children: (items.get(id) ?? []).map((item) => ({
          key: item.id,
          title: item.text,
          value: item.value,
        })),
      }));
    }),
  ),
  implement(dictAdminCalls.deleted, (call) =>
    call.tx(async (tx) =>
      (await deletedDicts(tx)).map(({ id, name, code, description }) => ({
        id,
        description,
        dictName: name,
        dictCode: code,
      })),
    ),
  ),
  implement(dictAdminCalls.restore, async (call) => {
    await call.tx((tx) => restoreDict(tx, dictionaries, idOf(call.params.id)));
    return answer('操作成功!');
  }),
  implement(dictAdminCalls.erase, async (call) => {
    await call.tx((tx) => eraseDict(tx, idOf(call.params.id)));
    return answer('删除成功!');
  }),
  implement(dictAdminCalls.exportAll, (call) => exportDicts(call, registry)),
  implement(dictAdminCalls.importAll, (call) => importDicts(call, dictionaries)),
  implement(dictAdminCalls.template, dictTemplate),
  implement(errorFileRoute(dict, 'add', dict.title), (call) => handOutErrorFile(call, resourceKey(dict))),
  implement(dictAdminCalls.isValueFree, async (call) => {
    const { itemValue = '', dictId = '', id = '' } = call.query;
    const isTaken = await call.tx(
      async (tx) => isUuid(dictId) && isValueTaken(tx, dictId, itemValue.trim(), isUuid(id) ? id : null),
    );
    return isTaken ? refusedAs(500, '该值不可用，系统中已存在！') : answer('该值可用！');
  }),
  implement(dictAdminCalls.arrange, async (call) => {
    const { dictId, ids } = call.body;
    const order = (csv(ids) ?? []).filter(isUuid).slice(0, MOST_ARRANGED);
    if (order.length === 0) throw notFound();
    await call.tx((tx) => arrangeItems(tx, dictionaries, idOf(dictId), order));
    return answer('操作成功!');
  }),
];
