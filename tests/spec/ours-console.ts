import type { Lines } from './line.ts';

/** Ours: the console and its people. */
export const OURS_CONSOLE = {
  'ours: error ids': {
    says: 'unexpected errors show an id that stands in the log (ours)',
    where: ['ui/report-error.ts', 'modules/system/server/console-error-routes.ts', 'kit/server/answers.ts'],
  },
  'ours: offline': { says: 'offline and back (ours)', where: ['console/shell/offline-notice.tsx'] },
  'ours: many numbers at once': {
    says: 'a list is searched by up to 200 pasted numbers; those not found are named, those of other status tabs counted: ours: kit/README.md "Many numbers at once"',
    where: ['kit/model/numbers.ts', 'kit/server/query/numbers.ts', 'kit/web/list/number-box.tsx'],
  },
  'ours: pasted codes become links': {
    says: 'pasted codes and names become links in one call: ours: 找不到 SKU“…” at the cell',
    where: ['ui/grid/pasted-links.ts', 'kit/server/lookup-route.ts'],
  },
  'ours: first focus': {
    says: 'forms begin at their first input: ours: the first that is seen and may be filled in',
    where: ['kit/web/form/use-first-focus.ts'],
  },
  'ours: files of records': {
    says: 'pictures and documents that a record holds: bound at the save, released when replaced or deleted',
    where: ['kit/server/held-uploads.ts', 'ui/upload/upload-faces.tsx'],
  },
  'ours: small pictures': {
    says: 'pictures where they are shown small: ours: `?w=160` or `480`, made once, beside the file',
    where: ['platform/pictures/renditions', 'modules/system/server/files/small-picture.ts'],
  },
  'ours: plans and bounds': {
    says: 'a plan bounds the menus, rights and figures of a tenant; beyond a bound nothing more is made, but orders come in',
    where: ['modules/system/server/tenants/bounds.ts', 'modules/system/server/tenants/plans.ts'],
  },
  'ours: read-only tenants': {
    says: 'a tenant that is suspended or past its last day is read and not written; its shops are not pulled',
    where: ['kit/server/request-access.ts', 'modules/system/server/tenants/tenant-state.ts'],
  },
  'ours: closed tenants': {
    says: 'closed(30-day export): everybody is signed out; for 30 days its administrators alone sign in, to look and export, and the operator may open it again (ours: `PUT /sys/tenant/close`, `PUT /sys/tenant/reopen`); nothing is deleted',
    where: ['modules/system/server/tenants/tenant-moves.ts', 'modules/system/server/admit.ts'],
  },
  'ours: looks of the platform': {
    says: 'somebody of the platform looks into a tenant: for a reason, at most four hours, reading alone, without masked fields, in both logs, ended by either side',
    where: ['modules/system/server/tenants/looks.ts'],
  },
  'ours: further team': {
    says: 'a further team joined by its invitation: ours: 个人中心 → 加入团队',
    where: ['modules/system/server/registration/join-tenant.ts'],
  },
  'ours: notices that start later': {
    says: 'a notice that starts later is announced at its start: ours',
    where: ['modules/system/server/notices/announcements.ts'],
  },
  'ours: audiences of notices': {
    says: 'notices to departments and roles, with who has read them: ours: settled at the release, extra fields `departIds`, `roleIds`, `readers`, `state` on the wire',
    where: [
      'modules/system/server/notices/notice-readers.ts',
      'modules/system/server/notices/notice-sheet.ts',
      'modules/system/web/notices/notice-readers.tsx',
    ],
  },
  'ours: messages and templates': {
    says: 'messages by template, by hand and once more: ours: `esType` is text or rich text, `kind` the way, one log with the codes',
    where: ['modules/system/server/messages', 'modules/system/web/messages'],
  },
  'ours: stored files': {
    says: 'uploads with where each is used: ours: what is used is not deleted',
    where: [
      'modules/system/server/files/stored-files.ts',
      'modules/system/server/files/file-places.ts',
      'modules/system/web/files',
    ],
  },
  'ours: own account': {
    says: 'own devices, profile, forced change of password, third-party accounts: ours',
    where: [
      'modules/system/server/account/device-routes.ts',
      'modules/system/server/account/own-profile.ts',
      'modules/system/server/third-login/third-links.ts',
      'modules/system/web/account',
    ],
  },
  'ours: second factor': {
    says: 'second factor: ours: time-based codes, recovery codes, asked for at every way in',
    where: ['modules/system/server/second-factor', 'console/session/sign-in/second-factor-form.tsx'],
  },
  'ours: deputies': {
    says: 'deputies: who acts for a person for a while; logs name both, what gives rights is not lent',
    where: ['modules/system/server/deputies', 'modules/system/web/deputy-drawer.tsx'],
  },
  'ours: row scope': {
    says: "row scope of people: never wider than their administrator's",
    where: ['modules/system/server/row-scope.ts'],
  },
  'ours: drafts of unsaved work': {
    says: 'typed work is asked for or kept as a draft',
    where: ['console/shell/leave-guard.ts', 'kit/web/form/drafts.ts', 'kit/web/form/use-draft.ts'],
  },
} as const satisfies Lines;
