import { rowChanged } from '#kit/model/event.ts';
import { resourceKey } from '#kit/model/resource.ts';
import type { RowOf } from '#kit/model/row.ts';
import { recordBirth } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { noteMakers } from '#kit/server/makers.ts';
import { inTransaction, type TransactionHandler } from '#kit/server/outbox.ts';
import { tenantSeeded } from '#modules/system/model/events.ts';
import { channelAccount, channelAccountLifecycle } from '../model/channel-account.ts';
import { exchangeRate } from '../model/currency.ts';
import { dynamicForm } from '../model/forms/dynamic-form.ts';
import { supplier } from '../model/supplier.ts';
import { warehouse } from '../model/warehouse.ts';
import { seedCurrencies } from './currencies.ts';
import { recordForms } from './forms/dynamic-forms.ts';
import { noteRateWord } from './rate-words.ts';
import { renamePlaces } from './warehouse-bins.ts';

export const baseInTransaction: TransactionHandler[] = [
  // A register is added without a move; its history and its tab counts begin here.
  inTransaction(rowChanged(channelAccount), 'base counts shops by state', async (tx, { id, change }) => {
    if (change === 'add')
      recordBirth(tx, channelAccountLifecycle, 'add', [{ id, status: channelAccountLifecycle.initial, scope: id }]);
    if (change === 'delete') await uncount(tx, id);
  }),
  inTransaction(rowChanged(dynamicForm), 'base records the birth of a form', async (tx, change) =>
    recordForms(tx, change),
  ),
  inTransaction(rowChanged(warehouse), 'base names the places of a warehouse', (tx, { id, change }) =>
    change === 'edit' ? renamePlaces(tx, id) : Promise.resolve(),
  ),
  inTransaction(rowChanged(exchangeRate), 'base notes whose word a rate is', async (tx, { id, change }) => {
    const isGone = change === 'delete';
    if (!isGone) await noteMakers(tx, exchangeRate, id);
    await noteRateWord(tx, id, { isGone });
  }),
  inTransaction(rowChanged(supplier), 'base notes who added a supplier', (tx, { id, change }) =>
    change === 'add' ? noteMakers(tx, supplier, id) : Promise.resolve(),
  ),
  inTransaction(tenantSeeded, 'base gives a tenant its first currencies', (tx, { baseCurrency }) =>
    seedCurrencies(tx, baseCurrency),
  ),
];

async function uncount(tx: Tx, accountId: string): Promise<void> {
  const { status } = await tx.one<Pick<RowOf<typeof channelAccount>, 'status'>>`
    select status from channel_account where tenant_id = ${tx.tenant} and id = ${accountId}::uuid`;
  tx.journal.count(resourceKey(channelAccount), accountId, status, -1);
}
