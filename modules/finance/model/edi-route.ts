import { link } from '#kit/model/field.ts';
import { defineRoute, shape } from '#kit/model/route.ts';

/** What became of one document of an EDI file. */
export interface EdiOutcome {
  /** `820`, `812`. */
  set: string;
  controlNo: string;
  /** What it was: number of the remittance or the deduction at the channel. */
  no: string;
  outcome: 'added' | 'edited' | 'same' | 'skipped';
  /** Of our document; null where none was made. */
  id: string | null;
}

/** 导入 EDI: remittances (820) and deductions (812) of one file, all or none of them. */
export const importEdiRoute = defineRoute({
  method: 'POST',
  path: '/finance/remittance/importEdi',
  access: { permission: 'finance:remittance:import' },
  summary: '导入 EDI 820、812',
  query: { accountId: link('店铺', 'base:channelAccount') },
  takesFile: true,
  result: shape<{ documents: EdiOutcome[] }>(),
});
