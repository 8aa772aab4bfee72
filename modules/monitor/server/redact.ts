import { isUuid } from '#kit/server/kinds.ts';
import type { AnsweredRequest } from '#kit/server/http-options.ts';

const HIDDEN = '***';
/** Of a query these are shown with their values: none of them says what somebody looks for, or lets anybody in. */
const OPEN_QUERY = new Set(['pageNo', 'pageSize', 'column', 'order', 'tab', 'background', 'dryRun']);
const MOST_CHARACTERS = 300;
/** What a route of ours is called may be shown, and the number of a row; a ticket or a token may not. */
const PLAIN_PART = /^\d{1,18}$/;
const MOST_UNKNOWN_PART = 32;

/**
 * What the trace shows of an address: the path with the parameters that are ids, of the query the names and
 * harmless values. A path that no route has may hold anything: long parts of it are left out.
 */
export function shownAddress({ url, pattern }: Pick<AnsweredRequest, 'url' | 'pattern'>): string {
  const [path = '', query] = url.split('?', 2);
  const shown = pattern === null ? unknownPath(path) : knownPath(path, pattern);
  const asked = query ? shownQuery(query) : '';
  return (asked ? `${shown}?${asked}` : shown).slice(0, MOST_CHARACTERS);
}

function knownPath(path: string, pattern: string): string {
  const parts = path.split('/');
  return pattern
    .split('/')
    .map((name, at) => {
      if (name === '*') return HIDDEN;
      return name.startsWith(':') ? shownParam(name.slice(1), parts[at] ?? '') : name;
    })
    .join('/');
}

/** Row ids alone: a parameter by another name is a word that somebody chose, or lets them in. */
const shownParam = (name: string, value: string): string =>
  (name === 'id' || name.endsWith('Id')) && (isUuid(value) || PLAIN_PART.test(value)) ? value : HIDDEN;

const unknownPath = (path: string): string =>
  path
    .split('/')
    .map((part) => (part.length > MOST_UNKNOWN_PART || /[^\w.-]/.test(part) ? HIDDEN : part))
    .join('/');

const shownQuery = (query: string): string =>
  [...new URLSearchParams(query)]
    .filter(([name]) => name !== '_t')
    .map(([name, value]) => {
      const known = /^[\w.]{1,40}$/.test(name) ? name : HIDDEN;
      return `${known}=${OPEN_QUERY.has(name) && /^[\w*,.-]{0,40}$/.test(value) ? value : HIDDEN}`;
    })
    .join('&');

/** Statements of others may hold values: texts in quotes go, dollar-quoted ones too. */
export const shownStatement = (sql: string, most = 500): string =>
  sql
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, `'${HIDDEN}'`)
    .replace(/'(?:[^']|'')*'?/g, `'${HIDDEN}'`)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, most);
