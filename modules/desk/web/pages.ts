import type { PageSpecs } from '#kit/web/index.ts';

/** Pages of the desk: home, scanning, the check of all truths. */
export const pages: PageSpecs = {
  'dashboard/Analysis': { load: () => import('./analysis.tsx').then(({ Analysis }) => Analysis) },
  'list/desk/delivery': { load: () => import('./task-list.tsx').then(({ TaskList }) => TaskList) },
  'desk/Scan': {
    isBare: true,
    load: () => import('./scan-page.tsx').then(({ ScanPage }) => ScanPage),
  },
  'desk/Reconciliation': {
    load: () => import('./reconciliation.tsx').then(({ Reconciliation }) => Reconciliation),
  },
};
