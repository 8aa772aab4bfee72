import type { Lines } from './line.ts';

/** §5 Validation rules. */
export const RULES = {
  '§5 grid patterns': {
    says: 'grid patterns, first failure, messages, unique / only: a cell is judged at input, change and leaving; `*` fails an empty value, or it could not fail',
    where: ['kit/model/grid-rules.ts', 'ui/grid/grid-judge.ts'],
  },
  '§5 own patterns and handlers': {
    says: 'own regular expressions, handlers: followed in linear time; an overtaken answer is dropped',
    where: ['kit/model/linear-pattern.ts', 'kit/model/grid-handlers.ts'],
  },
  '§5 typed values': {
    says: 'number cells, days and choices that are typed: typing reads what a paste reads (`+5`, `.5`, `$15`, thousands, full-width) and takes the place of the value; what cannot be read stays and is marked; money of another currency is refused',
    where: [
      'kit/model/decimal-text.ts',
      'kit/model/amount-text.ts',
      'kit/model/date-text.ts',
      'ui/cells/typed-input.tsx',
      'ui/cells/moment-input.tsx',
      'ui/cells/typed-choice.tsx',
      'ui/grid-data/cell-text.ts',
    ],
  },
  '§5 form rules': {
    says: 'shared form rules and builders: named rules with the exact messages',
    where: ['kit/model/rules.ts', 'kit/model/form-rules.ts', 'kit/web/form/antd-rules.ts'],
  },
  '§5 duplicate and number check': {
    says: 'duplicate check, number check: asked when an input is left, not for an empty value; the server’s words are the error; a call that fails leaves it to the save. Rules for codes are declared: a page for one’s own comes with the administration',
    where: [
      'kit/web/form/taken-check.ts',
      'kit/web/form/code-check.ts',
      'modules/system/server/duplicates.ts',
      'modules/system/server/code-rule-routes.ts',
      'kit/model/check-rule.ts',
    ],
  },
  '§5 prompt dialog': {
    says: 'prompt dialog: judged by the rules of whoever asks',
    where: ['ui/modal/prompt-dialog.tsx'],
  },
  '§5 missing list settings': {
    says: '请设置url.list属性! and its like: cannot arise: a list is declared by its resource, and one without does not compile',
    where: ['kit/web/list/list-page.tsx'],
    untested: 'cannot arise: a list without its resource does not compile',
  },
  '§5 picker messages': {
    says: 'department, upload, tree, dictionary and popup messages: exact texts',
    where: ['modules/system/web/pickers', 'ui/upload', 'ui/tree-select', 'kit/web/picker/report-fields.ts'],
  },
  '§5 tag cell, search input, ellipsis': {
    says: 'tag cell, search input, ellipsis: semicolon after two characters; `*x*`, `!x`, `>=x`, `<=x`',
    where: ['ui/widgets'],
  },
  '§5 advanced query': {
    says: 'advanced query: 不能查询空条件, 空条件不能保存, 保存名称不能为空, 覆盖, 保存成功, 删除',
    where: ['kit/web/query', 'kit/model/advanced-query.ts', 'modules/system/server/saved-query-routes.ts'],
  },
  '§5 cron bounds': {
    says: 'cron bounds: those of Quartz where the spec is wider (month start 0, minute step 60, L-31)',
    where: ['kit/model/cron/parse.ts'],
  },
  '§5 add settings': {
    says: '新增设置, §8 too-fast insert: at least 1 row, position 0 = bottom; 您点击得太快了，请慢一点！',
    where: ['ui/grid/add-settings.tsx', 'ui/grid/grid-work.ts'],
  },
  '§5 password dialog': {
    says: 'password dialog, department switch: exact texts',
    where: ['console/session/account/password-form.tsx', 'console/session/account/depart-dialog.tsx'],
  },
  '§5 registration rules': {
    says: 'shared form rules: mobile, userName, email: registration',
    where: ['modules/system/model/registration.ts'],
  },
} as const satisfies Lines;
