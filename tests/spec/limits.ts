import type { Lines } from './line.ts';

/** §9 Business constants and limits. */
export const LIMITS = {
  '§9 constants': {
    says: 'every constant: one file, which the code uses; those that nothing uses say why',
    where: ['kit/model/limits.ts'],
  },
  '§9 paging': {
    says: 'paging: 10 / 20 / 30, 共N条; the server answers 10 unasked, a list page asks for what fills the window, and offers 50, 100, 200 too',
    where: ['kit/web/list', 'kit/server/query'],
  },
  '§9 thirty rows': {
    says: 'one variant default 30 (10, 20, 30, 50): ledgers',
    where: ['kit/web/list/page-sizes.ts'],
  },
  '§9 time-outs': {
    says: 'HTTP 15000 ms, download 30000 ms, dictionary debounce 800 ms: by the constants',
    where: ['ui/http/http.ts', 'kit/web/cells/link-cells.tsx'],
  },
  '§9 socket times': {
    says: 'sockets 10000/6000/5000 and 20000/20000/5; reload effect 1400',
    where: ['console/socket'],
  },
  '§9 breakpoints and widths': {
    says: 'breakpoints, 59 px, 100 px, 200/80/208',
    where: ['console/shell'],
  },
  '§9 widths of dialogs': {
    says: 'widths: password 800, department 500, notices 300',
    where: ['console/session', 'modules/system/web/notices'],
  },
  '§9 popovers': {
    says: 'popovers open below with more than 350 px, else above',
    where: ['ui/upload/input-pop.tsx', 'ui/grid/row-details.tsx', 'modules/system/web/notices/bell.tsx'],
  },
  '§9 greeting': {
    says: 'greeting bands',
    where: ['ui/chunk-reload.ts', 'console/shell/greeting.ts'],
  },
} as const satisfies Lines;
