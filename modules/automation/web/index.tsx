import type { RouteSpecs } from '#kit/web/index.ts';

/** Pages that no menu entry names, and which of them show the row of what. */
export const routes: RouteSpecs = {
  'automation/RuleNew': { path: '/rules/new', title: '新增规则' },
  'automation/RuleDetail': { detailOf: 'automation:rule' },
};
