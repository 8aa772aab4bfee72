import type { PageSpecs } from '#kit/web/index.ts';

/** Pages of the automation module. */
export const pages: PageSpecs = {
  'automation/RuleList': {
    load: () => import('./rule-list.tsx').then(({ RuleList }) => RuleList),
  },
  'automation/RuleNew': {
    load: () => import('./rule-editor.tsx').then(({ RuleNew }) => RuleNew),
  },
  'automation/RuleDetail': {
    load: () => import('./rule-editor.tsx').then(({ RuleDetail }) => RuleDetail),
  },
  'automation/RunList': {
    load: () => import('./rule-runs.tsx').then(({ RunList }) => RunList),
  },
  'automation/TaskList': {
    load: () => import('./task-list.tsx').then(({ TaskList }) => TaskList),
  },
};
