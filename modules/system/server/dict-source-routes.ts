import { Refusal } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Call, Route } from '#kit/server/route.ts';
import { dictSource, findChoices, labelsOf, treeLevel, type ChoiceQuery } from './dict-sources.ts';
import { findInTree } from './dict-tree-search.ts';

const NEUTRAL = { refusals: 'neutral' } as const;
const DEFAULT_CHOICES = 10;
const MOST_KEYS = 500;

/** Choosing from registered tables in the syntax `table,text,code` of the wire. */
export function dictSourceRoutes(): Route[] {
  const load = (path: string, order: 'name' | 'key', summary: string): Route => ({
    ...NEUTRAL,
    method: 'GET',
    path: `${path}/:dict`,
    access: 'signedIn',
    summary,
    handle: (call) =>
      call.tx((tx) =>
        findChoices(tx, dictSource(tx, dictOf(call)), { order, ...readSearch(call.query) }),
      ),
  });
  return [
    load('/sys/dict/loadDict', 'name', '搜索字典表的选项'),
    load('/sys/dict/loadDictOrderByValue', 'key', '搜索字典表的选项，按值排序'),
    {
      ...NEUTRAL,
      method: 'GET',
      path: '/sys/dict/loadDictItem/:dict',
      access: 'signedIn',
      summary: '字典表已选值的名称',
      handle: (call) =>
        call.tx((tx) =>
          labelsOf(
            tx,
            dictSource(tx, dictOf(call)),
            keysOf(call.query['key']),
            call.query['delNotExist'] !== 'false',
          ),
        ),
    },
    {
      ...NEUTRAL,
      method: 'GET',
      path: '/sys/dict/loadTreeData',
      access: 'signedIn',
      summary: '字典树的一级',
      handle: (call) => call.tx((tx) => treeLevel(tx, call.query)),
    },
    {
      ...NEUTRAL,
      method: 'GET',
      path: '/sys/dict/searchTreeData',
      access: 'signedIn',
      summary: '在整个字典树中搜索，带所在路径',
      handle: (call) => call.tx((tx) => findInTree(tx, call.query)),
    },
  ];
}

/** All choices of a table code; the plain form of a dictionary code does not come here. */
export const allChoices = (tx: Tx, dict: string): Promise<unknown[]> =>
  findChoices(tx, dictSource(tx, dict), {});

/** Keys of a comma list, without blanks. */
export const keysOf = (text = ''): string[] =>
  text
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '')
    .slice(0, MOST_KEYS);

function dictOf(call: Call): string {
  const dict = call.params['dict'] ?? '';
  if (!dict.includes(',')) throw new Refusal('badDict', '字典Code格式不正确！', { status: 400 });
  return dict;
}

/** A keyword may end with the order it wants: `word[orderby:name,desc]`; only the word counts. */
function readSearch({ keyword = '', pageSize }: Record<string, string>): ChoiceQuery {
  const size = Math.floor(Number(pageSize));
  return {
    keyword: keyword.replace(/\[orderby:[^\]]*\]$/i, ''),
    limit: size >= 1 ? size : DEFAULT_CHOICES,
  };
}
