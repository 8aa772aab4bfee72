import { stateNotes, type HelpPart } from '#kit/model/help.ts';
import { deliveryLifecycle } from './task.ts';

/** 首页, 任务 and 对账 in the handbook. */
export const deskHelp: HelpPart = {
  module: 'desk',
  title: '首页与任务',
  chapters: [
    { name: 'home', title: '首页', pages: ['/dashboard/analysis'] },
    { name: 'scan', title: '扫码', pages: ['/scan'] },
    { name: 'order-cycle', title: '订单时效', pages: ['/work/order-cycle'], of: ['desk:orderCycle'] },
    { name: 'tasks', title: '任务', pages: ['/tasks'], of: ['desk:delivery'] },
    { name: 'reconciliation', title: '对账', pages: ['/reconciliation'] },
  ],
  notes: [
    stateNotes(deliveryLifecycle, {
      pending: '排队等执行，或上次没成功，到点自动再试。',
      running: '正在执行。',
      ok: '已完成，对方已收下。',
      dead: '多次没成功，不再自动试；看原因，处理后重试，或到平台办完后放弃。',
      cancelled: '有人决定不再做，原因见流转记录。',
    }),
  ],
};
