import type { Lines } from './line.ts';

/** §4 States and transitions. */
export const STATES = {
  '§4 session of seven days': {
    says: 'a session lasts seven days',
    where: ['kit/web/session/session-store.ts', 'modules/system/server/sessions.ts'],
  },
  '§4 session kept in the browser': {
    says: 'token, user and dictionaries for seven days; the server counts, the browser allows a day for its clock',
    where: ['kit/web/session/session-store.ts'],
  },
  '§4 log-out': {
    says: 'log-out clears the session, calls the server meanwhile and reloads the page when it has answered',
    where: ['console/session/sign-in.ts'],
  },
  '§4 log-out ends on failure': {
    says: 'whatever the server answers, and where it answers nothing',
    where: ['console/session/sign-in.ts'],
  },
  '§4 token-validation login': {
    says: 'token-validation login',
    where: ['modules/system/server/third-login/third-login-routes.ts'],
  },
  '§4 devices': {
    says: 'devices at 1087.99 and 767.99 px',
    where: ['ui/use-device.ts'],
  },
  '§4 settings rules': { says: 'settings rules', where: ['console/settings/settings.ts'] },
  '§4 open submenus': {
    says: 'open submenus remembered over collapse, one root open',
    where: ['console/shell/open-submenus.ts'],
  },
  '§4 department switch without departments': {
    says: 'department switch opens only with a department',
    where: ['console/session/account/depart-dialog.tsx'],
  },
  '§4 sockets': {
    says: 'sockets: heartbeats, reconnects, lock after more than 5 errors, reload effect',
    where: ['console/socket', 'kit/server/sockets'],
  },
  '§4 session expiry': {
    says: 'session expiry logs out and reloads',
    where: ['console/session/session-loss.ts'],
  },
  '§4 list pages': {
    says: 'list pages: createTime descending, page steps back',
    where: ['kit/server/query/list.ts'],
  },
  '§4 cron editor': {
    says: 'cron editor: eleven ways of a day, seven fields, `*` and `?`, unparsable falls back to every; cascade as contract §5.2 has it',
    where: ['ui/cron/cron-editor.ts', 'ui/cron/unit-choice.ts'],
  },
  '§4 grid': {
    says: 'grid: inserted, removed (tracked unless new), reordered with numbers recalculated, selection, alwaysEdit',
    where: ['ui/grid/grid-store.ts', 'ui/grid/grid-work.ts'],
  },
  '§4 tree table': {
    says: 'tree table loads children lazily; a row without any loses its expander',
    where: ['ui/grid/grid-tree.ts', 'ui/grid/tree-rows.ts'],
  },
  '§4 import dialog': {
    says: 'import: idle, chosen, uploading, done; then read, judged and written in the background',
    where: ['kit/web/sheets/import-dialog.tsx', 'kit/web/sheets/import-runs.ts'],
  },
  '§4 upload': {
    says: 'upload: none, uploading, done or error; the list changes on done or removed only; pictures move left and right, by drag',
    where: ['ui/upload'],
  },
  '§4 slider': {
    says: 'slider: early release resets, locked after success',
    where: ['ui/widgets/slide-verify.tsx'],
  },
  '§4 advanced query': {
    says: 'advanced query active when not empty; reset gives one blank row',
    where: ['kit/web/query/advanced-query-button.tsx', 'kit/web/query/query-draft.ts'],
  },
  '§4 department picker': {
    says: 'department picker: single replaces, several linked or not, confirm with nothing returns empty; a cross calls onBack too',
    where: ['modules/system/web/pickers/depart-choice.ts'],
  },
} as const satisfies Lines;
