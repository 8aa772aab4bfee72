import type { Database } from '#kit/server/database.ts';
import type { Parts } from '#kit/server/module.ts';
import type { Registry } from '#kit/server/registry.ts';
import { bankStatement } from '../model/bank-statement.ts';
import { settleDeductionsWork } from '../model/clock-works.ts';
import { deduction } from '../model/deduction.ts';
import { deductionAnalysis } from '../model/deduction-analysis.ts';
import { remittance } from '../model/remittance.ts';
import { reportFormat } from '../model/report-format.ts';
import * as bankMoves from './bank/bank-moves.ts';
import { bankStatementRows } from './bank/bank-statements.ts';
import { bankInvariants } from './bank/bank-truths.ts';
import * as deductionMoves from './deductions/deduction-moves.ts';
import { deductionRoutes } from './deductions/deduction-routes.ts';
import { deductionSheet } from './deductions/deduction-sheet.ts';
import { moneyTodos } from './deductions/deduction-todos.ts';
import { evidencePack } from './deductions/evidence-pack.ts';
import * as offsetMoves from './deductions/offset-deduction.ts';
import { remindOfDeductions } from './deductions/remind-deductions.ts';
import { settleDueDeductions } from './deductions/settle-due.ts';
import { booksOf, remittanceBooks } from './document-entries.ts';
import { formatGuards } from './inbox/format-guards.ts';
import { takeReport } from './inbox/take-report.ts';
import { importEdi } from './readers/import-edi.ts';
import { remittanceSettingsRoutes } from './remittance-settings.ts';
import * as applyMoves from './remittances/apply-parked.ts';
import * as assignMoves from './remittances/assign-remittance.ts';
import * as matchMoves from './remittances/match-remittance.ts';
import * as postMoves from './remittances/post-remittance.ts';
import { remittanceDraft } from './remittances/remittance-draft.ts';
import { remittanceInvariants } from './remittances/remittance-invariants.ts';
import { remittanceSheet } from './remittances/remittance-sheet.ts';
import * as reverseMoves from './remittances/reverse-remittance.ts';
import { deductionAnalysisRows } from './reports/deduction-analysis.ts';

/** 回款单 扣款, as a part of their module. */
export const remittanceParts = {
  serves: [
    { resource: remittance, draft: remittanceDraft, detail: remittanceBooks },
    { resource: deduction, detail: booksOf },
    { resource: deductionAnalysis, rows: deductionAnalysisRows },
    { resource: reportFormat, guards: formatGuards },
    { resource: bankStatement, rows: bankStatementRows },
  ],
  moves: [matchMoves, assignMoves, postMoves, applyMoves, reverseMoves, deductionMoves, offsetMoves, bankMoves],
  routes: remittanceSettingsRoutes,
  invariants: [...remittanceInvariants, ...bankInvariants],
  todos: moneyTodos,
} as const satisfies Parts;

/** What of them needs services. */
export const buildRemittances = ({ db, registry }: { db: Database; registry: Registry }): Parts => ({
  routes: [...deductionRoutes(registry), evidencePack, importEdi, takeReport(registry)],
  documents: [remittanceSheet, deductionSheet],
  scheduled: [
    {
      kind: settleDeductionsWork,
      async run(now) {
        await remindOfDeductions(db, now);
        await settleDueDeductions(db, now);
      },
    },
  ],
});
