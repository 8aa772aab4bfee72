import { exponentOf, moneyText } from '#kit/model/currency.ts';
import type { Values } from '#kit/model/field.ts';
import { formatDecimal } from '#kit/model/money.ts';
import { invalid, notFound, Refusal } from '#kit/model/refusal.ts';
import { toWireTime } from '#kit/model/time.ts';
import { systemActor } from '#kit/server/actor.ts';
import { audit } from '#kit/server/audit.ts';
import { newId, type Database, type Tx } from '#kit/server/database.ts';
import { answer, implement, type Route } from '#kit/server/route.ts';
import {
  creditWalletRoute,
  walletCredited,
  walletCreditsRoute,
  type creditFields,
  type WalletCredit,
  type WalletCredits,
} from '../model/wallet.ts';
import { postEntries } from './post-entries.ts';

const MOST_SHOWN = 100;

interface Given {
  forTenant: number;
  /** Minor units. */
  amount: bigint;
  currency: string;
  reference: string;
  reason: string;
}

/** What the operator does for the wallets of tenants. */
export const walletCreditRoutes = (db: Database): Route[] => [
  implement(walletCreditsRoute, (call) => call.tx(readCredits)),
  implement(creditWalletRoute, async (call) => {
    const given = readGiven(call.body);
    await call.tx((tx) => creditWallet(tx, db, given));
    return answer('已入账');
  }),
];

function readGiven({ amount, reference, ...asked }: Values<typeof creditFields>): Given {
  const minor = BigInt(amount);
  if (minor <= 0n) throw invalid([{ field: 'amount', code: 'invalid', message: '金额须大于 0' }]);
  return { ...asked, amount: minor, reference: reference.trim() };
}

/**
 * Enters a payment once, by its reference, whichever tenant it is for; the row stands in the operator's
 * tenant, the entry in the books of the one whose money it is. Where only the entry was committed, the
 * same payment entered again finds it there.
 */
async function creditWallet(tx: Tx, db: Database, given: Given): Promise<void> {
  const { forTenant, amount, currency, reference, reason } = given;
  const known = await tx.platform.maybe<{ status: string }>`
    select status from tenant where id = ${forTenant} and deleted_at is null`;
  if (!known) throw notFound();
  const id = newId();
  const added = await tx.run`
    insert into wallet_credit (tenant_id, id, for_tenant, amount, currency, reference, reason, create_by, create_time)
    values (${tx.tenant}, ${id}::uuid, ${forTenant}, ${amount}, ${currency}, ${reference}, ${reason},
      ${tx.actor.username}, ${tx.now})
    on conflict (tenant_id, reference) do nothing`;
  if (added === 0) throw taken(reference);
  if (forTenant === tx.tenant) await post(tx, given);
  else
    await db.tx({ ...systemActor(forTenant, tx.actor.username), userId: tx.actor.userId }, (own) => post(own, given));
  const diff = {
    forTenant: [null, forTenant],
    amount: [null, moneyText(amount, currency)],
    reference,
    reason,
  };
  audit(tx, 'ledger:wallet', [{ rowId: id, action: 'credit', diff }]);
}

const taken = (reference: string): Refusal =>
  invalid([{ field: 'reference', code: 'taken', message: `收款凭据 ${reference} 已入账，不能重复` }]);

async function post(tx: Tx, { amount, currency, reference, reason }: Given): Promise<void> {
  await postEntries(tx, [
    {
      refType: 'walletCredit',
      refId: reference,
      refNo: reference,
      event: 'credit',
      memo: reason,
      postings: [
        {
          debit: { code: 'platform:bank' },
          credit: { code: 'wallet:available' },
          amount,
          currency,
        },
      ],
    },
  ]);
  await tx.emit(walletCredited, reference, { currency });
}

async function readCredits(tx: Tx): Promise<WalletCredits> {
  const tenants = await tx.platform.rows<{ id: number; name: string }>`
    select id, name from tenant where deleted_at is null and status <> 'closed' order by id limit 1000`;
  const rows = await tx.rows<
    Omit<WalletCredit, 'amount' | 'createTime' | 'tenantName'> & {
      amount: bigint;
      createTime: Date;
    }
  >`
    select id, for_tenant, amount, currency, reference, reason, create_by, create_time from wallet_credit
    where tenant_id = ${tx.tenant} order by create_time desc, id desc limit ${MOST_SHOWN}`;
  return {
    tenants,
    credits: rows.map((row) => ({
      ...row,
      tenantName: tenants.find(({ id }) => id === row.forTenant)?.name ?? String(row.forTenant),
      amount: formatDecimal(row.amount, exponentOf(row.currency)),
      createTime: toWireTime(row.createTime, tx.actor.zone),
    })),
  };
}
