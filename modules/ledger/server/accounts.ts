import { newId, type Tx } from '#kit/server/database.ts';
import { accountKey, type AccountName } from '../model/journal.ts';
import { kindOf } from '../model/chart.ts';

/** An account of the tenant, as it is stored. */
export interface StoredAccount {
  id: string;
  code: string;
  part: string;
  currency: string;
  /** Minor units; of guarded accounts alone. */
  balance: bigint;
}

export interface AccountRequest {
  name: AccountName;
  currency: string;
}

/**
 * The accounts of these names by their key; those that nothing was posted to so far are opened.
 * Guarded ones are locked, in one order, so that two entries never wait for each other in a ring.
 */
export async function findAccounts(tx: Tx, requested: readonly AccountRequest[]): Promise<Map<string, StoredAccount>> {
  const unique = [...new Map(requested.map((one) => [accountKey(one.name, one.currency), one])).values()];
  let found = await read(tx, unique);
  const missing = unique.filter(({ name, currency }) => !found.has(accountKey(name, currency)));
  if (missing.length > 0) {
    await open(tx, missing);
    found = await read(tx, unique);
  }
  return found;
}

async function read(tx: Tx, requested: readonly AccountRequest[]): Promise<Map<string, StoredAccount>> {
  const find = (some: readonly AccountRequest[], isLocked: boolean): Promise<StoredAccount[]> => {
    const codes = some.map(({ name }) => name.code);
    const parts = some.map(({ name }) => name.part ?? '');
    const currencies = some.map(({ currency }) => currency);
    return isLocked
      ? tx.rows<StoredAccount>`
          select id, code, part, currency, balance from account
          where tenant_id = ${tx.tenant} and (code, part, currency) in (
            select * from unnest(${codes}::text[], ${parts}::text[], ${currencies}::text[]))
          order by code, part, currency for no key update`
      : tx.rows<StoredAccount>`
          select id, code, part, currency, balance from account
          where tenant_id = ${tx.tenant} and (code, part, currency) in (
            select * from unnest(${codes}::text[], ${parts}::text[], ${currencies}::text[]))`;
  };
  const isGuarded = ({ name }: AccountRequest): boolean => kindOf(name.code).isGuarded === true;
  const guarded = requested.filter(isGuarded);
  const others = requested.filter((one) => !isGuarded(one));
  const rows = [
    ...(guarded.length > 0 ? await find(guarded, true) : []),
    ...(others.length > 0 ? await find(others, false) : []),
  ];
  return new Map(rows.map((row) => [`${row.code} ${row.part} ${row.currency}`, row]));
}

async function open(tx: Tx, requested: readonly AccountRequest[]): Promise<void> {
  const rows = requested
    .map(({ name, currency }) => ({
      ...name,
      ...kindOf(name.code),
      currency,
      part: name.part ?? '',
    }))
    .sort((a, b) => (accountKey(a, a.currency) < accountKey(b, b.currency) ? -1 : 1));
  await tx.run`
    insert into account (tenant_id, id, book, code, type, part, part_name, currency, name, is_guarded,
      create_by, create_time)
    select ${tx.tenant}, a.id, a.book, a.code, a.type, a.part, a.part_name, a.currency, a.name,
      a.is_guarded, ${tx.actor.username}, ${tx.now}
    from unnest(${rows.map(() => newId())}::uuid[], ${rows.map((r) => r.book)}::text[],
      ${rows.map((r) => r.code)}::text[], ${rows.map((r) => r.type)}::text[],
      ${rows.map((r) => r.part)}::text[], ${rows.map((r) => r.partName ?? null)}::text[],
      ${rows.map((r) => r.currency)}::text[],
      ${rows.map((r) => [r.title, r.partName, r.currency].filter(Boolean).join(' · '))}::text[],
      ${rows.map((r) => r.isGuarded === true)}::boolean[])
      as a (id, book, code, type, part, part_name, currency, name, is_guarded)
    on conflict (tenant_id, code, part, currency) do nothing`;
}

/** Keeps what entries have left in guarded accounts that are locked. @param balances by account id */
export async function storeBalances(tx: Tx, balances: ReadonlyMap<string, bigint>): Promise<void> {
  if (balances.size === 0) return;
  await tx.run`
    update account a set balance = b.balance, version = a.version + 1,
      update_by = ${tx.actor.username}, update_time = ${tx.now}
    from unnest(${[...balances.keys()]}::uuid[], ${[...balances.values()]}::bigint[]) as b (id, balance)
    where a.tenant_id = ${tx.tenant} and a.id = b.id`;
}
