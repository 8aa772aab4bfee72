import { Refusal } from '#kit/model/refusal.ts';

export const analysisReversed = (p: { from: string; to: string }) =>
  new Refusal('aftersales.analysisReversed', `开始日期 ${p.from} 晚于结束日期 ${p.to}`, {
    status: 422,
  });
