import { systemActor } from '#kit/server/actor.ts';
import type { Database, Tx } from '#kit/server/database.ts';
import { inTurn } from '#kit/server/in-turn.ts';
import { rightHolders, sendNotice } from '#modules/system/server/index.ts';

/** Days before a deduction settles itself at which somebody is reminded, the last first (domain.md §3.5). */
const DAYS = [1, 2, 5] as const;

const DAY_MS = 86_400_000;

/**
 * Reminds those who may dispute of deductions that settle themselves in five days, in two and in one: one notice for
 * a shop each time. Two nodes that look at once remind once: whoever comes second finds it noted.
 */
export async function remindOfDeductions(db: Database, now: Date): Promise<void> {
  const due = await db.platform(
    (tx) => tx.rows<{ tenantId: number; id: string }>`select * from work.deductions_to_remind(${now})`,
  );
  const byTenant = [...Map.groupBy(due, ({ tenantId }) => tenantId)];
  await inTurn(byTenant, ([tenantId, rows]) =>
    db.tx(systemActor(tenantId, '定时任务'), async (tx) => {
      for (const days of DAYS)
        await remind(
          tx,
          now,
          days,
          rows.map(({ id }) => id),
        );
    }),
  );
}

async function remind(tx: Tx, now: Date, days: (typeof DAYS)[number], ids: readonly string[]): Promise<void> {
  const until = new Date(now.getTime() + days * DAY_MS);
  const noted = await tx.rows<{ accountId: string; deductionNo: string }>`
    update deduction set reminded_days = ${days}
    where tenant_id = ${tx.tenant} and id = any(${[...ids]}::uuid[]) and decide_by > ${now} and decide_by <= ${until}
      and (reminded_days is null or reminded_days > ${days})
    returning account_id, deduction_no`;
  for (const [accountId, rows] of Map.groupBy(noted, (row) => row.accountId)) {
    const to = await rightHolders(tx, 'finance:deduction:dispute', accountId);
    if (to.length === 0) continue;
    const numbers = rows.map(({ deductionNo }) => deductionNo).sort();
    const shown = numbers.slice(0, 20).join('、') + (numbers.length > 20 ? ' 等' : '');
    await sendNotice(tx, {
      to,
      title: `${numbers.length} 笔扣款 ${days} 天内自动结算`,
      html: `<p>${shown}</p><p>到期不处理按接受结算。请在“扣款”中确认或申诉。</p>`,
      abstract: shown.slice(0, 200),
      priority: days === 1 ? 'H' : 'M',
      openType: 'url',
      openPage: '/finance/deduction',
      businessType: 'deduction',
      businessId: accountId,
    });
  }
}
