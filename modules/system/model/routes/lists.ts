import type { AdvancedQuery, SavedQuery } from '#kit/model/advanced-query.ts';
import { text } from '#kit/model/field.ts';
import type { FileJob, SheetBounds } from '#kit/model/file-job.ts';
import type { Arrangement, ListView, ListViews, ViewContent } from '#kit/model/list-view.ts';
import { shape } from '#kit/model/route.ts';
import { guardedRoute, ownRoute, plainRoute } from './neutral.ts';

/** Advanced queries that people keep for themselves. */
export const savedQueryCalls = {
  list: plainRoute('GET', '/sys/savedQuery/list', '自己保存的高级查询', {
    query: shape<{ listKey: string }>(),
    result: shape<SavedQuery[]>(),
  }),
  save: plainRoute('POST', '/sys/savedQuery/save', '保存高级查询', {
    body: shape<AdvancedQuery & { listKey: string; name: string; overwrite: boolean }>(),
    result: shape<SavedQuery>(),
  }),
  delete: plainRoute('DELETE', '/sys/savedQuery/delete', '删除自己保存的高级查询', {
    query: shape<{ id: string }>(),
  }),
};

const byId = shape<{ id: string }>();

/** Views of lists: a person's own, and those of the team. */
export const listViewCalls = {
  list: plainRoute('GET', '/sys/listView/list', '列表的视图与自己的列设置', {
    query: shape<{ listKey: string }>(),
    result: shape<ListViews>(),
  }),
  add: plainRoute('POST', '/sys/listView/add', '新增列表视图', {
    body: shape<{ listKey: string; name: string; content: ViewContent }>(),
    result: shape<ListView>(),
  }),
  /** What is absent stays as it is. Answers null once the caller does not see it any more. */
  edit: plainRoute('PUT', '/sys/listView/edit', '修改列表视图', {
    body: shape<{
      id: string;
      version: number;
      name?: string;
      isShared?: boolean;
      content?: ViewContent;
    }>(),
    result: shape<ListView | null>(),
  }),
  delete: plainRoute('DELETE', '/sys/listView/delete', '删除列表视图', { query: byId }),
  /** Without an id the list opens with no view. */
  setDefault: plainRoute('PUT', '/sys/listView/setDefault', '设置列表的默认视图', {
    body: shape<{ listKey: string; id: string | null }>(),
  }),
  arrange: plainRoute('PUT', '/sys/listView/arrange', '保存自己的列设置', {
    body: shape<{ listKey: string; arrangement: Arrangement | null }>(),
  }),
};

/** Imports and exports in the background. */
export const fileJobCalls = {
  one: plainRoute('GET', '/sys/fileJob/queryById', '导入导出任务进度与结果', {
    query: byId,
    result: shape<FileJob>(),
  }),
  limits: ownRoute('GET', '/sys/fileJob/limits', '导入文件的大小与行数上限', {
    result: shape<SheetBounds>(),
  }),
  // Stock clients say in the query which one.
  cancel: ownRoute('POST', '/sys/fileJob/cancel', '取消导入导出任务', { body: byId, query: byId }),
  retry: ownRoute('POST', '/sys/fileJob/retry', '重试导入导出任务', { body: byId, query: byId }),
  download: plainRoute('GET', '/sys/fileJob/download', '下载导出文件', {
    givesFile: true,
    query: byId,
  }),
};

/** What the console found wrong with itself, under the id that its user was shown. */
export const consoleErrorFields = {
  errorId: text('错误编号', { required: true, max: 40 }),
  page: text('页面', { max: 200 }),
  message: text('错误', { max: 500 }),
  stack: text('堆栈', { max: 6000 }),
};

interface Visits {
  totalVisitCount: number;
  todayVisitCount: number;
  todayIp: number;
}

/** What is written down of people and pages. */
export const logCalls = {
  visits: ownRoute('GET', '/sys/loginfo', '访问次数', { result: shape<Visits>() }),
  /** `tian` is the day (sic). */
  visitsByDay: ownRoute('GET', '/sys/visitInfo', '最近七天的访问', {
    result: shape<{ tian: string; type: string; visit: number; ip: number }[]>(),
  }),
  forceLogout: guardedRoute('system:online:logout')('POST', '/sys/online/forceLogout', '强制下线', {
    body: shape<{ token: string; id?: string }>(),
  }),
  /** Both are refused: nobody takes anything out of the log. */
  remove: guardedRoute('system:log:list')('DELETE', '/sys/log/delete', '删除日志（不提供）', {
    query: shape<{ id: string }>(),
  }),
  removeBatch: guardedRoute('system:log:list')('DELETE', '/sys/log/deleteBatch', '清除日志（不提供）', {
    query: shape<{ ids: string }>(),
  }),
  consoleError: ownRoute('POST', '/sys/clientError', '记录页面错误', {
    body: consoleErrorFields,
    effect: 'own',
  }),
};
