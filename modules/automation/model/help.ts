import { stateNotes, type HelpPart } from '#kit/model/help.ts';
import { ruleTaskLifecycle } from './rule-records.ts';
import { ruleLifecycle } from './rule.ts';

/** 自动化规则 in the handbook. */
export const automationHelp: HelpPart = {
  module: 'automation',
  title: '自动化规则',
  chapters: [
    {
      name: 'rules',
      title: '自动化规则',
      pages: ['/rules', '/rules/new', '/rules/:id'],
      of: ['automation:rule', 'automation:ruleVersion', 'automation:ruleTest', 'automation:ruleTestOrder'],
    },
    {
      name: 'runs',
      title: '执行结果',
      pages: ['/rules/runs'],
      of: ['automation:ruleRun'],
    },
    {
      name: 'tasks',
      title: '规则待办',
      pages: ['/rules/tasks'],
      of: ['automation:ruleTask'],
    },
  ],
  notes: [
    stateNotes(ruleLifecycle, {
      draft: '还没有用过；写好后回测，再启用。',
      dry_run: '发生时照样判断、留下轨迹，但什么都不做；看准了再启用。',
      active: '正在执行；要修改内容先停用。',
      paused: '不再判断；修改后先回测，再启用。',
      faulted: '执行时出错，已自动停用并通知负责人；按停用原因改好，回测后重新启用。',
    }),
    stateNotes(ruleTaskLifecycle, {
      open: '规则请人处理的事，还没有做完；看截止时间。',
      done: '已经处理好。',
      dropped: '不需要处理了，原因见流转记录。',
    }),
  ],
};
