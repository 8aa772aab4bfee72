import { defineOwnWork, defineTenantWork } from '#kit/model/clock-work.ts';
import { text } from '#kit/model/field.ts';

export const foldCountsWork = defineOwnWork('operations.foldCounts', '汇总状态计数', '把各列表的状态计数增量合并。');
export const startSchedulesWork = defineOwnWork(
  'operations.startSchedules',
  '启动到点的定时任务',
  '各租户的定时任务到了时间，即排入执行；过时未执行的通知负责人。',
);
export const sweepDeliveriesWork = defineOwnWork(
  'operations.sweepDeliveries',
  '清理已完成的定时任务单',
  '删除 14 天前完成的周期性任务单。',
);
export const sweepRunsWork = defineOwnWork('operations.sweepRuns', '清理执行记录', '删除 30 天前的定时任务执行记录。');

export const mailReportWork = defineTenantWork('operations.mailReport', '报表邮件', {
  about: '到点把一张报表做成表格，按每个收件人自己的权限取数，发到各自的邮箱。',
  fields: {
    report: text('报表编码', { required: true, max: 64, hint: '在“在线报表”里，报表名称下面' }),
    usernames: text('收件人账号', { required: true, max: 500, hint: '多个账号用逗号分隔' }),
  },
  right: 'operations:report:list',
});
