import type { DictItem } from '#kit/model/dict.ts';
import type { Tx } from '#kit/server/database.ts';
import { implement, type Route } from '#kit/server/route.ts';
import { dictCalls } from '../model/routes/dictionary.ts';
import {
  badDict,
  dictSource,
  findChoices,
  labelsOf,
  treeLevel,
  type ChoiceQuery,
  type DictSource,
} from './dict-sources.ts';
import { findInTree } from './dict-tree-search.ts';

const DEFAULT_CHOICES = 10;
const MOST_KEYS = 500;

/** Choosing from registered tables in the syntax `table,text,code` of the wire. */
export const dictSourceRoutes = (): Route[] => [
  implement(dictCalls.rows, (call) =>
    call.tx((tx) => findChoices(tx, sourceOf(tx, call.params), readSearch(call.query, 'name'))),
  ),
  implement(dictCalls.rowsByValue, (call) =>
    call.tx((tx) => findChoices(tx, sourceOf(tx, call.params), readSearch(call.query, 'key'))),
  ),
  implement(dictCalls.labels, (call) =>
    call.tx((tx) => {
      const { key, delNotExist } = call.query;
      return labelsOf(tx, sourceOf(tx, call.params), keysOf(key), delNotExist !== 'false');
    }),
  ),
  implement(dictCalls.treeLevel, (call) => call.tx((tx) => treeLevel(tx, call.query))),
  implement(dictCalls.searchTree, (call) => call.tx((tx) => findInTree(tx, call.query))),
];

/** All choices of a table code; the plain form of a dictionary code does not come here. */
export const allChoices = (tx: Tx, dict: string): Promise<DictItem[]> => findChoices(tx, dictSource(tx, dict), {});

/** Keys of a comma list, without blanks. */
export const keysOf = (text = ''): string[] =>
  text
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '')
    .slice(0, MOST_KEYS);

function sourceOf(tx: Tx, { dict }: { dict: string }): DictSource {
  if (!dict.includes(',')) throw badDict();
  return dictSource(tx, dict);
}

/** A keyword may end with the order it wants: `word[orderby:name,desc]`; only the word counts. */
function readSearch(
  { keyword = '', pageSize }: { keyword?: string; pageSize?: string },
  order: 'name' | 'key',
): ChoiceQuery {
  const size = Math.floor(Number(pageSize));
  return {
    order,
    keyword: keyword.replace(/\[orderby:[^\]]*\]$/i, ''),
    limit: size >= 1 ? size : DEFAULT_CHOICES,
  };
}
