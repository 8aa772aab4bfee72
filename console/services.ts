import { pathOf } from '#kit/model/route.ts';
import { kitServices } from '#kit/web/services.ts';
import { checkCalls, dictCalls } from '#modules/system/model/routes/dictionary.ts';
import { fileCalls } from '#modules/system/model/routes/files.ts';
import { fileJobCalls, listViewCalls, savedQueryCalls } from '#modules/system/model/routes/lists.ts';
import { peopleCalls } from '#modules/system/model/routes/people.ts';
import { reportCalls } from '#modules/system/model/routes/reports.ts';
import { fetchRoute } from '#ui/http/route-call.ts';
import { widgetServices } from '#ui/services.ts';

/** Where widgets, lists and forms find on this server what is no resource of theirs. */
export function provideServices(): void {
  widgetServices.provide({
    uploadPath: pathOf(fileCalls.upload),
    parts: {
      begin: pathOf(fileCalls.beginParts),
      of: (id) => pathOf(fileCalls.addPart, { id }),
      finish: (id) => pathOf(fileCalls.finishParts, { id }),
    },
    storedPath: pathOf(fileCalls.stored, { '*': '' }),
    dictItems: (code, query, signal) =>
      fetchRoute(dictCalls.items, { params: { code }, query, signal, isCacheable: true }),
    dictRows: (dict, query, signal) => fetchRoute(dictCalls.rows, { params: { dict }, query, signal }),
    dictLabels: (dict, keys, signal) =>
      fetchRoute(dictCalls.labels, {
        params: { dict },
        query: { key: keys.join(','), delNotExist: false },
        signal,
      }),
    treeLevel: (query, signal) => fetchRoute(dictCalls.treeLevel, { query, signal }),
    treeHits: (query, signal) => fetchRoute(dictCalls.searchTree, { query, signal }),
    realNames: (username, signal) => fetchRoute(peopleCalls.named, { query: { username }, signal }),
  });
  kitServices.provide({
    checkTaken: (query) => fetchRoute(checkCalls.isTaken, { query }),
    checkByRule: (ruleCode, value) => fetchRoute(checkCalls.byRule, { query: { ruleCode, value } }),
    savedQueries: (listKey, signal) => fetchRoute(savedQueryCalls.list, { query: { listKey }, signal }),
    saveQuery: (body) => fetchRoute(savedQueryCalls.save, { body }),
    deleteQuery: (id) => fetchRoute(savedQueryCalls.delete, { query: { id } }),
    listViews: {
      all: (listKey, signal) => fetchRoute(listViewCalls.list, { query: { listKey }, signal }),
      add: (body) => fetchRoute(listViewCalls.add, { body }),
      edit: (body) => fetchRoute(listViewCalls.edit, { body }),
      delete: (id) => fetchRoute(listViewCalls.delete, { query: { id } }),
      setDefault: (listKey, id) => fetchRoute(listViewCalls.setDefault, { body: { listKey, id } }),
      arrange: (listKey, arrangement) => fetchRoute(listViewCalls.arrange, { body: { listKey, arrangement } }),
    },
    fileJob: (id) => fetchRoute(fileJobCalls.one, { query: { id } }),
    cancelFileJob: (id) => fetchRoute(fileJobCalls.cancel, { body: { id } }),
    sheetBounds: () => fetchRoute(fileJobCalls.limits),
    reports: {
      columns: (code) => fetchRoute(reportCalls.columns, { params: { code } }),
      queries: (code) => fetchRoute(reportCalls.queries, { params: { code } }),
      data: (code, query) => fetchRoute(reportCalls.data, { params: { code }, query }),
    },
  });
}
