import type { Taken } from './taken-rows.ts';

/** What came of a file, in a line. */
export function summaryOf({ rows, documents, matched }: Taken): string {
  const parts: string[] = [];
  if (documents.remittance > 0) parts.push(`${documents.remittance} 张回款单`);
  if (documents.deduction > 0) parts.push(`${documents.deduction} 笔扣款`);
  if (documents.bankLine > 0)
    parts.push(`${documents.bankLine} 笔流水${matched > 0 ? `（自动核对 ${matched} 笔）` : ''}`);
  const taken = parts.length > 0 ? [`已导入 ${parts.join('、')}`] : [];
  const count = (...of: readonly string[]): number => rows.filter(({ outcome }) => of.includes(outcome)).length;
  const checked = count('equal', 'differs', 'missing');
  if (checked > 0) {
    const bad = count('differs', 'missing');
    taken.push(`核对发票 ${checked} 张，${bad === 0 ? '全部一致' : `${bad} 张不一致`}`);
  }
  const same = count('same');
  if (same > 0) taken.push(`${same} 行已有`);
  return taken.join('，') || '没有新的内容';
}
