import type { Lines } from './line.ts';

/** §8 Error catalogue. */
export const ERRORS = {
  '§8 statuses': {
    says: '403 系统提示 拒绝访问; 404; 504 and timeout 网络超时; other status: server message',
    where: ['ui/http/api-error.ts', 'ui/feedback.tsx'],
  },
  '§8 401': {
    says: '401: the words, then log-out and reload after 1.5 s',
    where: ['console/session/session-loss.ts'],
  },
  '§8 token expired': {
    says: '500 with Token失效: modal 登录已过期 / 重新登录, in a chat app only 重新登录中…',
    where: ['console/session/session-loss.ts'],
  },
  '§8 blob errors': { says: 'blob answers are read and judged alike', where: ['ui/http/http.ts'] },
  '§8 tabs': { says: 'tabs: the two warnings', where: ['console/shell/tabs.ts'] },
  '§8 downloads': { says: 'downloads: 文件下载失败', where: ['ui/http/http.ts'] },
  '§8 unnamed download': {
    says: '未知的文件 where the answer names no file',
    where: ['ui/http/http.ts'],
  },
  '§8 uploads': {
    says: 'uploads 未上传任何文件, 上传失败, 未知错误, 上传出错, {file} 上传失败., {file} 文件上传成功, 未知的操作, 已到最后~; import 201',
    where: ['ui/upload', 'kit/web/sheets'],
  },
  '§8 lists': {
    says: 'lists: refusals of the server as warnings',
    where: ['kit/web/list/list-states.tsx'],
  },
  '§8 empty list': { says: '没有查询到任何数据', where: ['kit/web/list/list-states.tsx'] },
  '§8 clear cache': {
    says: 'clear cache 刷新缓存完成！ / 刷新缓存失败！',
    where: ['console/session/account/clear-cache.ts'],
  },
  '§8 log-out failure': {
    says: 'log-out failure shows its message, on the sign-in page',
    where: ['console/session/sign-in.ts'],
  },
  '§8 theme': { says: 'theme 正在编译主题！', where: ['console/settings/setting-drawer.tsx'] },
  '§8 theme failure': { says: '主题更新失败', where: ['console/settings/setting-drawer.tsx'] },
  '§8 chunk load': {
    says: 'a script of the console fails: one reload, then an error with an id',
    where: ['ui/chunk-reload.ts'],
  },
  '§8 style load': {
    says: 'a style sheet that fails: one reload, then 样式加载失败',
    where: ['ui/chunk-reload.ts'],
  },
  '§8 chunk time-out': {
    says: 'a part that takes 120 s counts as failed',
    where: ['ui/chunk-reload.ts'],
  },
  '§8 empty menu': { says: 'empty menu rejects', where: ['console/session/load-access.ts'] },
  '§8 socket messages': {
    says: 'bad socket messages ignored, socket errors reconnect',
    where: ['console/socket/line.ts'],
  },
  '§8 no department': {
    says: 'department dialog with none 您尚未设置部门信息!',
    where: ['console/session/account/depart-dialog.tsx'],
  },
  '§8 startup refusal': { says: '启动失败', where: ['console/shell/console.tsx'] },
  '§8 tree table, sub-table, popup': {
    says: 'tree table 返回数据类型不识别, sub-table 打开子表失败, popup and select-search messages',
    where: ['ui/tree-table/tree-answer.ts', 'ui/grid/sub-table.tsx', 'kit/web/picker'],
  },
} as const satisfies Lines;
