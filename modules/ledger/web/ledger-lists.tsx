import type { ReactNode } from 'react';
import { detailPath, ListPage, usePage } from '#kit/web/index.ts';
import { accountBalance, journalEntry } from '../model/entry.ts';

/** 凭证: an entry opens with its postings. */
export function JournalEntryList(): ReactNode {
  const page = usePage();
  const open = ({ id }: { id: string }): void => page.open(detailPath(journalEntry, id));
  return (
    <ListPage
      of={journalEntry}
      onOpen={open}
      rowActions={(row) => [{ key: 'detail', title: '详情', onClick: () => open(row) }]}
    />
  );
}

/** 科目余额 */
export const AccountBalanceList = (): ReactNode => <ListPage of={accountBalance} />;
