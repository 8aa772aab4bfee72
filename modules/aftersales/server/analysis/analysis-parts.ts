import type { Parts } from '#kit/server/module.ts';
import { returnAnalysis, returnIncident, shippedUnits } from '../../model/return-analysis.ts';
import { analysisRows } from './return-analysis.ts';
import { incidentRows, shippedRows } from './return-incidents.ts';

/** 退货分析, as a part of its module. */
export const analysisParts = {
  serves: [
    { resource: returnIncident, rows: incidentRows },
    { resource: shippedUnits, rows: shippedRows },
    { resource: returnAnalysis, rows: analysisRows },
  ],
} as const satisfies Parts;
