import { pathOf } from '#kit/model/route.ts';
import { kitServices } from '#kit/web/services.ts';
import { checkCalls, dictCalls } from '#modules/system/model/routes/dictionary.ts';
import { fileCalls } from '#modules/system/model/routes/files.ts';
import { fileJobCalls, listViewCalls, savedQueryCalls } from '#modules/system/model/routes/lists.ts';
import { peopleCalls } from '#modules/system/model/routes/people.ts';
import { reportCalls } from '#modules/system/model/routes/reports.ts';
import { askRoute } from '#ui/http/route-call.ts';
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
      askRoute(dictCalls.items, { params: { code }, query, signal, isCacheable: true }),
    dictRows: (dict, query, signal) => askRoute(dictCalls.rows, { params: { dict }, query, signal }),
    dictLabels: (dict, keys, signal) =>
      askRoute(dictCalls.labels, {
        params: { dict },
        query: { key: keys.join(','), delNotExist: false },
        signal,
      }),
    treeLevel: (query, signal) => askRoute(dictCalls.treeLevel, { query, signal }),
    treeHits: (query, signal) => askRoute(dictCalls.searchTree, { query, signal }),
    realNames: (username, signal) => askRoute(peopleCalls.named, { query: { username }, signal }),
  });
  kitServices.provide({
    checkTaken: (query) => askRoute(checkCalls.isTaken, { query }),
    checkByRule: (ruleCode, value) => askRoute(checkCalls.byRule, { query: { ruleCode, value } }),
    savedQueries: (listKey, signal) => askRoute(savedQueryCalls.list, { query: { listKey }, signal }),
    saveQuery: (body) => askRoute(savedQueryCalls.save, { body }),
    deleteQuery: (id) => askRoute(savedQueryCalls.delete, { query: { id } }),
    listViews: {
      all: (listKey, signal) => askRoute(listViewCalls.list, { query: { listKey }, signal }),
      add: (body) => askRoute(listViewCalls.add, { body }),
      edit: (body) => askRoute(listViewCalls.edit, { body }),
      delete: (id) => askRoute(listViewCalls.delete, { query: { id } }),
      setDefault: (listKey, id) => askRoute(listViewCalls.setDefault, { body: { listKey, id } }),
      arrange: (listKey, arrangement) => askRoute(listViewCalls.arrange, { body: { listKey, arrangement } }),
    },
    fileJob: (id) => askRoute(fileJobCalls.one, { query: { id } }),
    cancelFileJob: (id) => askRoute(fileJobCalls.cancel, { body: { id } }),
    sheetBounds: () => askRoute(fileJobCalls.limits),
    reports: {
      columns: (code) => askRoute(reportCalls.columns, { params: { code } }),
      queries: (code) => askRoute(reportCalls.queries, { params: { code } }),
      data: (code, query) => askRoute(reportCalls.data, { params: { code }, query }),
    },
  });
}
