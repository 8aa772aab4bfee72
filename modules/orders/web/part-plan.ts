import type { AskedLine } from '#kit/web/index.ts';

/** What an answer comes to, before it is sent. */
export interface PartPlan {
  now: number;
  backorder: number;
  refuse: number;
  /** What is still to be put right; null where it can be sent. */
  fault: string | null;
}

export function planPart(lines: readonly AskedLine[]): PartPlan {
  const sum = (key: string): number =>
    lines.reduce((total, { said }) => total + (typeof said[key] === 'number' ? said[key] : 0), 0);
  const units = { now: sum('now'), backorder: sum('backorder'), refuse: sum('refuse') };
  return { ...units, fault: faultIn(lines) ?? (units.now + units.backorder === 0 ? '全部拒绝请用“拒单”' : null) };
}

function faultIn(lines: readonly AskedLine[]): string | null {
  for (const { row, said, faults } of lines) {
    const name = String(row['channelSku']);
    const [fault] = faults.values();
    if (fault !== undefined) return `${name} ${fault}`;
    if (Number(said['backorder']) > 0 && !said['backorderDate']) return `请填写 ${name} 的补货发货日`;
  }
  return null;
}
