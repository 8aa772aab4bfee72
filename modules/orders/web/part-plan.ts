import type { QuestionLine } from '#kit/web/index.ts';

/** What an answer comes to, before it is sent. */
export interface PartPlan {
  now: number;
  backorder: number;
  refuse: number;
  /** What is still to be put right; null where it can be sent. */
  fault: string | null;
}

export function planPart(lines: readonly QuestionLine[]): PartPlan {
  const sum = (key: string): number =>
    lines.reduce((total, { values }) => total + (typeof values[key] === 'number' ? values[key] : 0), 0);
  const units = { now: sum('now'), backorder: sum('backorder'), refuse: sum('refuse') };
  return { ...units, fault: faultIn(lines) ?? (units.now + units.backorder === 0 ? '全部拒绝请用“拒单”' : null) };
}

function faultIn(lines: readonly QuestionLine[]): string | null {
  for (const { row, values, faults } of lines) {
    const name = String(row['channelSku']);
    const [fault] = faults.values();
    if (fault !== undefined) return `${name} ${fault}`;
    if (Number(values['backorder']) > 0 && !values['backorderDate']) return `请填写 ${name} 的补货发货日`;
  }
  return null;
}
