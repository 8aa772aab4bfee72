import type { DeskLine, DeskReturn, DeskStep } from '../../model/return-desk.ts';

type Count = Extract<DeskStep, { by: number }>;

const isAbout = (step: DeskStep, line: DeskLine): step is Count =>
  line.isStranger
    ? step.kind === 'stranger' && step.returnId === line.returnId && step.skuId === line.skuId
    : step.kind === 'count' && step.lineId === line.id;

/** A parcel with what was counted here and is not stored yet, so that the next scan counts on from it. */
export function withUnstored(parcel: readonly DeskReturn[], steps: readonly DeskStep[]): DeskReturn[] {
  return parcel.map((one) => ({
    ...one,
    lines: one.lines.map((line) => {
      const own = steps.filter((step) => isAbout(step, line));
      if (own.length === 0) return line;
      const given = own.flatMap((step) => ('reason' in step && step.reason ? [step.reason] : []));
      return {
        ...line,
        reason: line.reason ?? given[0] ?? null,
        counted: own.reduce((sum, { by }) => sum + by, line.counted),
      };
    }),
  }));
}
