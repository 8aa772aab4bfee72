import type { Lines } from './line.ts';

/** §6 Roles and permissions. */
export const PERMISSIONS = {
  '§6 access by token': {
    says: 'access by token; without one only public routes',
    where: ['kit/server/request-access.ts', 'console/session/redirect.ts'],
  },
  '§6 menu and buttons': {
    says: 'menu and buttons from the permission endpoint; failure logs out',
    where: ['console/session/load-access.ts'],
  },
  '§6 has-rule': {
    says: 'has-rule: granted, form list, status 0, type 2 ignored',
    where: ['kit/web/session/permission-rules.ts'],
  },
  '§6 button check': {
    says: 'button check: type 2 disables unless granted',
    where: ['kit/web/session/permission-rules.ts'],
  },
  '§6 view-level permission': {
    says: 'view-level permission by prefix: columns and inputs',
    where: ['kit/web/session/permission-rules.ts', 'kit/web/list/list-page.tsx', 'kit/web/form/field-inputs.tsx'],
  },
  '§6 toolbar buttons': {
    says: 'toolbar buttons by prefix',
    where: ['kit/web/list/list-acts.tsx'],
  },
  '§6 menu filtered by permission': {
    says: 'menu entries filtered by permission: on the server',
    where: ['modules/system/server/menu.ts'],
  },
  '§6 upload cells': {
    says: 'upload cells send the token to a configured action only when the column says so; download and removal are allowed unless the column forbids them',
    where: ['ui/upload/send-file.ts', 'ui/upload/file-line.tsx'],
  },
} as const satisfies Lines;
