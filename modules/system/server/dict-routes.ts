import { Refusal } from '#kit/model/refusal.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { answer, implement, named, type Route } from '#kit/server/route.ts';
import { checkCalls, dictCalls, type DictSearch } from '../model/routes/dictionary.ts';
import { limitCalls } from './attempts.ts';
import { allChoices, keysOf } from './dict-source-routes.ts';
import type { ItemSearch } from './dictionaries.ts';
import { findTaken, findTakenInRegister, findTakenInStore } from './duplicates.ts';
import type { Serve } from '#kit/server/serve.ts';
import type { Services } from './services.ts';
import { refusedAs } from './wire.ts';

/** One form asks eight to twelve times, of some five fields: so many forms a minute, and no oracle. */
const CHECKS_OF_A_FIELD = 60;
const CHECKS_PER_MINUTE = 300;
const REFRESHES_PER_MINUTE = 10;
const MOST_PAGE = 1000;

function readSearch({ keyword, keys, pageSize }: DictSearch): ItemSearch {
  const limit = Math.floor(Number(pageSize));
  return {
    keyword: keyword?.trim().slice(0, 100) ?? '',
    values: keys === undefined ? undefined : keysOf(keys),
    limit: limit >= 1 ? Math.min(limit, MOST_PAGE) : undefined,
  };
}

/** Dictionaries for everybody who is signed in, and the duplicate check of forms. */
export const dictRoutes = (
  { db, dictionaries, permissions, registry }: Services,
  serves: () => readonly Serve[] = () => [],
): Route[] => [
  implement(dictCalls.all, async (call) => {
    const { name, byCode } = await call.tx((tx) => dictionaries.all(tx));
    return named(name, () => byCode);
  }),
  implement(dictCalls.items, (call) => {
    const { code } = call.params;
    if (code.includes(',')) return call.tx((tx) => allChoices(tx, code));
    if (!/^[A-Za-z0-9_]{1,64}$/.test(code)) throw new Refusal('badDict', '字典Code格式不正确！', { status: 400 });
    return call.tx((tx) => dictionaries.items(tx, code, readSearch(call.query)));
  }),
  implement(dictCalls.refresh, async (call) => {
    const subject = `refresh ${call.actor.userId ?? ''}`;
    await limitCalls(db, { kind: 'lookup', subject }, REFRESHES_PER_MINUTE);
    dictionaries.refresh();
    permissions.refresh();
    return answer('刷新缓存完成！', null, 0);
  }),
  implement(checkCalls.isTaken, async (call) => {
    const { tableName = '', fieldName = '', fieldVal = '', dataId = '' } = call.query;
    const subject = `check ${call.actor.userId ?? ''}`;
    await limitCalls(db, { kind: 'lookup', subject }, CHECKS_PER_MINUTE);
    const field = `${tableName}.${fieldName}`.slice(0, 100);
    await limitCalls(db, { kind: 'lookup', subject: `${subject} ${field}` }, CHECKS_OF_A_FIELD);
    // sic: success with code 500.
    if (fieldVal.trim() === '') return answer('数据为空,不作处理！', null, 500);
    const value = fieldVal.trim().slice(0, 255);
    const find = findTaken(tableName, fieldName);
    const own = find
      ? null
      : ((registry && findTakenInRegister(registry, call.actor, tableName, fieldName)) ??
        findTakenInStore(serves(), call.actor, tableName, fieldName));
    if (!find && !own) throw new Refusal('badCheck', '不支持的唯一性校验', { status: 400 });
    const isTaken = await call.tx(async (tx) => {
      if (own) return own(tx, value, isUuid(dataId) ? dataId : null);
      const id = (await find?.(tx, value)) ?? null;
      return id !== null && id !== dataId;
    });
    return isTaken ? refusedAs(500, '该值不可用，系统中已存在！') : answer('该值可用！');
  }),
];
