import type { Lines } from './line.ts';

/** §3 Entities and their fields. */
export const ENTITIES = {
  '§3 session user': {
    says: 'session user: wire shapes of login and permission call',
    where: ['modules/system/server/wire.ts'],
  },
  '§3 auth lists': {
    says: 'auth: what is granted; allAuth: every rule with its status, of which 0 means that it binds nobody',
    where: ['modules/system/server/menu.ts', 'kit/web/session/permission-rules.ts'],
  },
  '§3 dictionary item': {
    says: 'dictionary item: `value, text, title, label`',
    where: ['modules/system/server/dictionaries.ts'],
  },
  '§3 advanced-query condition': {
    says: 'advanced-query condition: rules eq … le, match type',
    where: ['kit/model/query-language.ts', 'kit/server/query/conditions.ts'],
  },
  '§3 schedule values': {
    says: 'schedule values, cron sections',
    where: ['ui/cron/unit-choice.ts'],
  },
  '§3 grid columns and cells': {
    says: 'grid column, cell types, grid row, uploaded file: every name of contract §5.1: those of kinds follow the kind of the field; time, progress, tags, radio, input_pop, popup, normal, hidden of the grid, sel_user and sel_depart of the people; reserved words refused. `slot` is a type that a page registers',
    where: [
      'ui/grid/grid-column.ts',
      'ui/grid/cell-types.ts',
      'ui/upload',
      'ui/grid/cell-registry.ts',
      'ui/grid/contract-types.ts',
      'modules/system/web/cell-types.ts',
    ],
  },
  '§3 tree table rows': {
    says: 'tree table rows (id, parentId, hasChildren, children); §7 its call: cycles and orphans are shown at the top',
    where: ['ui/grid/tree-rows.ts', 'ui/tree-table/tree-table.tsx'],
  },
  '§3 rows of others': {
    says: 'rows of others in a grid: `update_vxe_table`, `tug_status`, `socketKey`, reload effect; who edits which cell; conflicts field by field: untouched cells follow, typed ones ask; rows come and go, one typed into is kept by choice; the other side is named',
    where: [
      'ui/grid/grid-live.ts',
      'ui/grid/received-cells.ts',
      'ui/grid/grid-presence.ts',
      'ui/conflicts',
      'kit/server/sockets/editing-cells.ts',
      'ui/grid/grid-comings.ts',
      'ui/grid/gone-rows.tsx',
      'ui/grid/latest-rows.ts',
      'ui/grid/real-names.ts',
    ],
  },
  '§3 login result': {
    says: 'session user, login result, department list: wire shapes',
    where: ['modules/system/server/wire.ts', 'modules/system/server/entrance.ts'],
  },
  '§3 announcement': {
    says: 'announcement, notification list: _sic_ names in one file',
    where: ['modules/system/model/notice-wire.ts'],
  },
  '§3 page tab entry': {
    says: 'page tab entry: fullPath, name, path, title, icon, keepAlive',
    where: ['console/shell/tabs.ts'],
  },
  '§3 settings': {
    says: 'settings: nine settings and their defaults',
    where: ['console/settings/settings.ts'],
  },
  '§3 enhance records': {
    says: 'local enhance records per code, at most 16: the queries of a report that were tried in this browser (历史记录)',
    where: ['modules/operations/web/reports/query-records.ts'],
  },
  '§3 socket messages': {
    says: 'socket messages: heart_beat, common_send_date, update_vxe_table, topic, user',
    where: ['kit/server/sockets', 'console/socket'],
  },
} as const satisfies Lines;
