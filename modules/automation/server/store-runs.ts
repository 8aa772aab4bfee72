import { newId, type Tx } from '#kit/server/database.ts';
import type { Explained } from '../model/judge-rules.ts';
import type { RunOutcome, RunTrigger } from '../model/rule-records.ts';
import type { AboutLinks } from '../model/subject.ts';
import type { RuleActionResult } from './act.ts';

export interface NewRun {
  ruleId: string;
  revision: number;
  about: AboutLinks;
  accountId: string | null;
  /** What set it off: with rule, version and subject it makes the run the only one. */
  eventKey: string;
  trigger: RunTrigger;
  outcome: RunOutcome;
  said: string | null;
  why: Explained | null;
  deeds: readonly RuleActionResult[];
  ms: number;
}

const MAX_SUMMARY_LENGTH = 1000;

/** Appends runs; one that is there already is none. */
export async function storeRuns(tx: Tx, runs: readonly NewRun[]): Promise<void> {
  await tx.run`
    insert into rule_run (tenant_id, id, rule_id, revision, order_id, return_id, part_order_id, push_id,
      remittance_id, account_id, event_key, trigger, outcome, said, why, deeds, ms, create_by, create_time)
    select ${tx.tenant}, r.id, r.rule_id, r.revision, r.order_id, r.return_id, r.part_order_id, r.push_id, r.remittance_id,
      r.account_id, r.event_key, r.trigger, r.outcome, r.said, r.why, r.deeds, r.ms, ${tx.actor.username}, ${tx.now}
    from unnest(${runs.map(() => newId())}::uuid[], ${runs.map((r) => r.ruleId)}::uuid[],
      ${runs.map((r) => r.revision)}::integer[], ${runs.map((r) => r.about.orderId)}::uuid[],
      ${runs.map((r) => r.about.returnId)}::uuid[], ${runs.map((r) => r.about.partOrderId)}::uuid[],
      ${runs.map((r) => r.about.pushId)}::uuid[], ${runs.map((r) => r.about.remittanceId)}::uuid[],
      ${runs.map((r) => r.accountId)}::uuid[],
      ${runs.map((r) => r.eventKey)}::text[], ${runs.map((r) => r.trigger)}::text[],
      ${runs.map((r) => r.outcome)}::text[], ${runs.map((r) => r.said?.slice(0, MAX_SUMMARY_LENGTH) ?? null)}::text[],
      ${runs.map((r) => (r.why ? JSON.stringify(r.why) : null))}::jsonb[],
      ${runs.map((r) => JSON.stringify(r.deeds))}::jsonb[], ${runs.map((r) => r.ms)}::integer[])
      as r (id, rule_id, revision, order_id, return_id, part_order_id, push_id, remittance_id, account_id, event_key,
        trigger, outcome, said, why, deeds, ms)
    on conflict (tenant_id, rule_id, subject_id, revision, event_key) do nothing`;
}
