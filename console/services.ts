import type { FileJob, SheetBounds } from '#kit/model/file-job.ts';
import type { DictItem } from '#ui/host.ts';
import { reportCalls } from '#modules/system/model/routes/reports.ts';
import { call, get, post } from '#ui/http/http.ts';
import { askRoute } from '#ui/http/route-call.ts';
import type { SavedQuery } from '#kit/web/query/saved-query-cache.ts';
import { kitServices } from '#kit/web/services.ts';
import type { TreeHit, WireNode } from '#ui/tree-select/tree-source.ts';
import { widgetServices } from '#ui/services.ts';

/** Where widgets, lists and forms find on this server what is no resource of theirs. */
export function provideServices(): void {
  widgetServices.provide({
    uploadPath: '/sys/common/upload',
    storedPath: '/sys/common/static/',
    dictItems: (code, signal) =>
      get<DictItem[]>(
        `/sys/dict/getDictItems/${encodeURIComponent(code)}`,
        {},
        { signal, isCacheable: true },
      ),
    dictRows: (dict, search, signal) =>
      get<DictItem[]>(`/sys/dict/loadDict/${encodeURIComponent(dict)}`, { ...search }, { signal }),
    dictLabels: (dict, keys, signal) =>
      get<string[]>(
        `/sys/dict/loadDictItem/${encodeURIComponent(dict)}`,
        { key: keys.join(','), delNotExist: false },
        { signal },
      ),
    treeLevel: (where, signal) => get<WireNode[]>('/sys/dict/loadTreeData', where, { signal }),
    treeHits: (where, signal) => get<TreeHit[]>('/sys/dict/searchTreeData', where, { signal }),
    realNames: (username, signal) => get('/sys/user/getMultiUser', { username }, { signal }),
  });
  kitServices.provide({
    checkTaken: (value) => get('/sys/duplicate/check', value),
    checkByRule: (ruleCode, value) => get('/sys/checkRule/checkByCode', { ruleCode, value }),
    savedQueries: (listKey, signal) =>
      get<SavedQuery[]>('/sys/savedQuery/list', { listKey }, { signal }),
    saveQuery: (query) => post<SavedQuery>('/sys/savedQuery/save', query),
    deleteQuery: (id) => call('DELETE', '/sys/savedQuery/delete', { query: { id } }),
    fileJob: (id) => get<FileJob>('/sys/fileJob/queryById', { id }),
    cancelFileJob: (id) => post('/sys/fileJob/cancel', { id }),
    sheetBounds: () => get<SheetBounds>('/sys/fileJob/limits'),
    reports: {
      columns: (code) => askRoute(reportCalls.columns, { params: { code } }),
      queries: (code) => askRoute(reportCalls.queries, { params: { code } }),
      data: (code, query) => askRoute(reportCalls.data, { params: { code }, query }),
    },
  });
}
