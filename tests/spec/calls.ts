import type { Lines } from './line.ts';

/** §7 The calls it makes. */
export const CALLS = {
  '§7 account and session': {
    says: 'account and session: `/sys/login`, `/sys/logout`, `getUserPermissionByToken`, `updatePassword`, `getCurrentUserDeparts`, `selectDepart`',
    where: ['modules/system/server'],
  },
  '§7 system administration': {
    says: 'system administration: users, roles, grants, departments, positions, dictionaries, logs, online users, duplicate check',
    where: ['modules/system/server'],
  },
  '§7 upload and static files': {
    says: 'upload, static files: multipart, `biz`, `jeditor`; kinds by content, random names, of the own tenant, in parts',
    where: ['modules/system/server/files', 'kit/server/receive-upload.ts', 'platform/pictures/content-kind.ts'],
  },
  '§7 trees, dictionaries, reports': {
    says: 'category, loadTreeData, loadDict, cgreport: closed registries: a name is never SQL text; loadTreeRoot and loadTreeChildren take `condition` (ours)',
    where: [
      'modules/system/server/category-routes.ts',
      'modules/system/server/dict-sources.ts',
      'modules/operations/server/reports',
    ],
  },
  '§7 popup reports': {
    says: 'getQueryInfo, getData of a popup report: asked as lists ask for the kind of field; `to` of a link is ours. Taking one row away takes it from every field it filled',
    where: [
      'modules/operations/server/reports',
      'kit/web/picker/report-conditions.ts',
      'kit/web/picker/report-fields.ts',
    ],
  },
  '§7 import': {
    says: 'import: 200 / 201 with counts and error file; `background=1` answers 202 with the job',
    where: ['kit/server/import-export'],
  },
  '§7 list and export': {
    says: 'list, export: query language, selections, .xls to 5,000 rows and .xlsx above; in the background with `background=1`',
    where: [
      'kit/server/query',
      'kit/server/import-export',
      'kit/web/sheets/big-export.tsx',
      'modules/system/server/file-jobs',
    ],
  },
  '§7 other sign-ins': {
    says: 'phoneLogin, thirdLogin, cas, forceLogout, updatePassword, selectDepart, refleshCache, queryAllDictItems',
    where: ['modules/system/server'],
  },
  '§7 announcements': {
    says: 'annountCement, sysAnnouncementSend',
    where: [
      'modules/system/server/notices/announcement-routes.ts',
      'modules/system/server/notices/announcement-inbox-routes.ts',
    ],
  },
  '§7 sockets': {
    says: 'sockets with the token as sub-protocol; read aloud; 6 s polling',
    where: ['kit/server/sockets', 'console/socket', 'modules/system/web/notices/notice-data.ts'],
  },
} as const satisfies Lines;
