import type { Tx } from '#kit/server/database.ts';
import { pick } from '#kit/server/stored-rows.ts';
import { reportFormat } from '../../model/report-format.ts';
import type { Format } from './recognise.ts';

/** The formats that files are known by, the oldest first. */
export const readFormats = (tx: Tx): Promise<Format[]> =>
  pick(tx, reportFormat, [
    'id',
    'name',
    'kind',
    'accountId',
    'currency',
    'dates',
    'headers',
    'numberColumn',
    'dateColumn',
    'amountColumn',
    'netColumn',
    'poColumn',
    'invoiceColumn',
    'kindColumn',
    'descriptionColumn',
    'codeColumn',
    'skuColumn',
    'bankAccountId',
    'incomeColumn',
    'expenseColumn',
    'partyColumn',
    'accountNoColumn',
    'balanceColumn',
    'bankRefColumn',
    'currencyColumn',
    'shopColumn',
  ])`deleted_at is null and status = 'enabled' order by create_time, id`;
