import { Refusal } from '#kit/model/refusal.ts';

/** An entry would take a guarded account below zero; nothing of it was posted. */
export const balanceShort = (p: { account: string }) => new Refusal('ledger.short', `余额不足：${p.account}`);

export const periodLocked = (p: { book: string; month: string }) =>
  new Refusal('ledger.periodLocked', `${p.book}的${p.month}已锁账，不能再记入；请记在未锁账的日期`);

export const reversedAlready = (p: { entryNo: string }) =>
  new Refusal('ledger.reversedAlready', `凭证 ${p.entryNo} 已冲销，不能重复冲销`);

export const lockedAlready = (p: { month: string }) =>
  new Refusal('ledger.lockedAlready', `${p.month} 已锁账`, { status: 422 });

export const monthNotOver = (p: { month: string }) => `${p.month} 还没有结束，不能锁账`;

export const holdEnded = () => new Refusal('ledger.holdEnded', '这笔冻结已结束');

export const captureTooMuch = (p: { wanted: string; left: string }) =>
  new Refusal('ledger.captureTooMuch', `扣款 ${p.wanted} 超过冻结余额 ${p.left}`);
