import type { Lines } from './line.ts';

/** §2 Layouts. */
export const LAYOUTS = {
  '§2 tabs': {
    says: 'main layout: a tab per page, home fixed, the two warnings; the menu brings an open page back as it was left (ours)',
    where: ['console/shell/tabs.ts', 'console/shell/tab-bar.tsx'],
  },
  '§2 tab menu': {
    says: 'tab menu: refresh, close left, close right, close others',
    where: ['console/shell/tab-bar.tsx'],
  },
  '§2 without tabs': {
    says: 'no tabs on small devices or with multi-page off',
    where: ['console/shell/shell.tsx'],
  },
  '§2 keep-alive': {
    says: 'basic layout: keep-alive per route; twelve pages stay alive (ours); no transition: see theme.ts',
    where: ['console/shell/open-pages.tsx', 'console/shell/alive-pages.ts'],
  },
  '§2 user layout': {
    says: 'user layout: logo, title, tagline, copyright, filing',
    where: ['console/session/sign-in/user-layout.tsx'],
  },
  '§2 footer links': {
    says: 'help, privacy and terms, each where its address is set; opened in a window of their own',
    where: ['console/session/sign-in/user-layout.tsx'],
  },
  '§2 global header': {
    says: 'global header: side or top mode, collapse, auto-hide past 100 px, offset 59 px',
    where: ['console/shell/header.tsx', 'console/shell/header-hiding.ts', 'console/shell/top-menu.tsx'],
  },
  '§2 page header': {
    says: 'page header: breadcrumb from home, last as text; hidden when the route asks',
    where: ['console/shell/page-header.tsx', 'console/shell/open-pages.tsx'],
  },
  '§2 page content': {
    says: 'page-content wrapper: title, description, links, image',
    where: ['console/shell/page-header.tsx'],
  },
  '§2 side menu': {
    says: 'side menu: inline or drawer, 200/80 (208 dark), selecting opens the path',
    where: ['console/shell/side-menu.tsx', 'console/shell/menu-drawer.tsx'],
  },
  '§2 menu entries of other kinds': {
    says: 'iframe entries are pages; hidden and containers are left out of the search; a colon path selects by full path; target opens a window',
    where: ['console/shell/menu.ts', 'console/shell/frame-page.tsx', 'console/shell/menu-search.ts'],
  },
  '§2 user menu': {
    says: 'header user menu: 个人中心, 账号设置, 系统设置, 修改密码, 切换部门, 清理缓存, 退出登录',
    where: ['console/shell/user-menu.tsx'],
  },
  '§2 menu search': {
    says: 'menu search inline, in a dialog on a phone',
    where: ['console/shell/menu-search-box.tsx', 'console/shell/menu-search-button.tsx'],
  },
  '§2 help link': {
    says: 'to the documentation of the installation, where its address is set',
    where: ['console/shell/header.tsx'],
  },
} as const satisfies Lines;

/** §2 Dialogs and widgets. */
export const WIDGETS = {
  '§2.1 settings drawer': {
    says: 'settings drawer (in production too: ours)',
    where: ['console/settings/setting-drawer.tsx'],
  },
  '§2.2 announcement dialog': {
    says: 'announcement modal 通知消息',
    where: ['modules/system/web/notices/notice-dialog.tsx', 'console/shell/embedded-page.tsx'],
  },
  '§2.3 bell': { says: 'notification bell', where: ['modules/system/web/notices/bell.tsx'] },
  '§2.4 upload pop-up': {
    says: 'upload pop-up (520 × 200; text 300 × 210, 150 × 200)',
    where: ['ui/upload/file-pop.tsx', 'ui/upload/input-pop.tsx'],
  },
  '§2.5 editable grid': {
    says: 'editable grid: 新增, 保存, 删除 asks, 清空选择, 收起/展开; 合计, 平均; read-only; pages `a-b 共 N 条`',
    where: ['ui/grid'],
  },
  '§2.5 tree table': {
    says: 'tree table; tree rows in the grid; sub-tables below a row and at a click',
    where: [
      'ui/tree-table',
      'ui/grid/grid-tree.ts',
      'ui/grid/grid-expansion.ts',
      'ui/grid/sub-table.tsx',
      'ui/grid/row-details.tsx',
      'modules/system/web/category-list.tsx',
    ],
  },
  '§2.5 lines in grids': {
    says: 'its use: cartons and other lines of a row, lines of an adjustment, lines of a manual order; all or none are stored, numbers may be swapped',
    where: [
      'kit/web/lines',
      'kit/server/lines-route.ts',
      'modules/inventory/web',
      'kit/server/passed-values.ts',
      'modules/orders/web',
    ],
  },
  '§2.6 tree selectors': {
    says: 'tree selectors of categories and dictionaries; a condition narrows them, roots, levels and search alike; date, text-search and select widgets',
    where: ['ui/tree-select', 'modules/system/web/pickers', 'ui/widgets'],
  },
  '§2.7 department picker': {
    says: 'department picker 选择部门, linked or unlinked; in the forms of people and invitations',
    where: ['modules/system/web/pickers/depart-dialog.tsx', 'modules/system/web/pickers/depart-choice.ts'],
  },
  '§2.9 users by department': {
    says: 'users by department: read-only input, input with a button, cell',
    where: ['modules/system/web/pickers/user-by-depart-dialog.tsx'],
  },
  '§2.12 cron editor': {
    says: 'cron editor, preview of ten runs',
    where: ['ui/cron', 'kit/model/cron'],
  },
  '§2.13 advanced query': { says: 'advanced query (width 1000)', where: ['kit/web/query'] },
  '§2.13 slider and switch': {
    says: 'slider verification, on/off switch',
    where: ['ui/widgets/slide-verify.tsx', 'ui/widgets/yes-no-switch.tsx'],
  },
  '§2.13 editors': {
    says: 'rich text (300 px), code (tab 2, 240 px, twelve modes), Markdown (200 / 300 px)',
    where: ['ui/editors'],
  },
  '§2.13 area selector': {
    says: 'area selector rooted at 86, `Bad type value`',
    where: ['ui/area'],
  },
  '§2.13 modal': {
    says: 'modal: full screen, dragged by its header, destroyOnClose',
    where: ['ui/modal'],
  },
  '§2.8 record picker': {
    says: 'business-record picker: 5 per page, 已选, delete link, ellipsis 12, quick jumper, `1-5 共N条`',
    where: ['kit/web/picker/record-select.tsx', 'kit/web/picker/resource-picker.tsx'],
  },
  '§2.10 password dialog': {
    says: 'password dialog 修改密码',
    where: ['console/session/account/password-dialog.tsx', 'console/session/account/password-form.tsx'],
  },
  '§2.11 department dialog before a choice': {
    says: '部门选择 where no department is current; a choice is required',
    where: ['console/session/account/depart-dialog.tsx', 'console/session/account/workplace-dialog.tsx'],
  },
  '§2.11 department dialog': {
    says: 'department dialog 部门切换（当前部门 : …）',
    where: ['console/session/account/depart-dialog.tsx'],
  },
  '§2.13 import dialog': {
    says: 'Excel import dialog with progress and 取消, kept running when it is closed or the page reloaded; page 导入导出 with 下载, 取消, 重试',
    where: ['kit/web/sheets', 'kit/server/import-export', 'modules/system/server/file-jobs'],
  },
} as const satisfies Lines;
