import { Refusal } from '#kit/model/refusal.ts';

export const taskRunning = (p: { until: string }) =>
  new Refusal('desk.taskRunning', `任务正在执行，若 ${p.until} 仍无结果会自动重新执行，届时也可重试`);

/** Only what a person does at the channel is done by saying so. */
export const notByHand = () =>
  new Refusal('desk.notByHand', '该任务执行失败，不是请到平台处理的事；请看原因后重试或放弃');
export const labelUnsettled = () =>
  new Refusal(
    'desk.labelUnsettled',
    '承运商的结果还没有查明，放弃后面单和冻结的金额都无法了结；请重试，会先向承运商核对（自有账号的购买失败后，确认承运商没有出单即可放弃）',
  );
