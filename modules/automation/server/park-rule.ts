import { htmlText } from '#kit/model/html-text.ts';
import { systemActor, type Actor } from '#kit/server/actor.ts';
import { command, moveInTransaction, type Command } from '#kit/server/command.ts';
import type { Database, Tx } from '#kit/server/database.ts';
import { setColumns } from '#kit/server/stored-rows.ts';
import { sendNotice } from '#modules/system/server/index.ts';
import { LIVE_STATES, rule, ruleLifecycle } from '../model/rule.ts';
import { SUBJECTS } from '../model/subject.ts';
import type { LiveRule } from './live-rules.ts';
import { storeRuns, type NewRun } from './store-runs.ts';

/** 异常停用: a rule that failed does nothing more until somebody has looked at it. */
const park: Command = command(ruleLifecycle, 'park', { run: async () => undefined });

const MOST_REASON = 500;

/** Switches a rule off because it failed, notes with what, and says so to its owner. */
export async function parkRule(
  { db }: { db: Database },
  actor: Pick<Actor, 'tenant' | 'zone'>,
  failed: LiveRule,
  reason: string,
  run: NewRun,
): Promise<void> {
  await db.tx(systemActor(actor.tenant, `自动化规则 ${failed.name}`, actor.zone), async (tx) => {
    const row = await tx.maybe<{ status: string }>`
      select status from rule where tenant_id = ${tx.tenant} and id = ${failed.id}::uuid for update`;
    if (!row || !LIVE_STATES.includes(row.status)) return;
    await setColumns(tx, rule, [failed.id], { fault: reason.slice(0, MOST_REASON), nextAt: null });
    await moveInTransaction(tx, park, [failed.id]);
    await storeRuns(tx, [run]);
    await notifyOwner(tx, failed, reason);
  });
}

async function notifyOwner(tx: Tx, { id, name, owner, subject }: LiveRule, reason: string): Promise<void> {
  const people = await tx.rows<{ userId: string }>`
    select m.user_id from membership m join app_user u on u.id = m.user_id
    where m.tenant_id = ${tx.tenant} and m.status = 'active' and u.username = ${owner}`;
  if (people.length === 0) return;
  await sendNotice(tx, {
    to: people.map(({ userId }) => userId),
    title: `自动化规则“${name}”已异常停用`,
    html: `<p>原因：${htmlText(reason)}</p><p>改好后回测并重新启用；停用期间的${SUBJECTS[subject].title}没有按这条规则处理。</p>`,
    abstract: reason.slice(0, 200),
    priority: 'H',
    openType: 'url',
    openPage: `/rules/${id}`,
    businessType: 'rule',
    businessId: id,
  });
}
