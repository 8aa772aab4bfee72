import type { RouteSpecs } from '#kit/web/index.ts';

/** Pages that no menu entry names, and which of them show the row of what. */
export const routes: RouteSpecs = {
  'modules/online/cgreport/auto/OnlCgreportAutoList': { path: '/online/cgreport/:code', title: '报表' },
};
