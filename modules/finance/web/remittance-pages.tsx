import type { ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import { DocumentImport, DraftDrawer, grouped, ListPage, type ColumnSpec } from '#kit/web/index.ts';
import { EdiImport } from './edi-import.tsx';
import { REMITTANCE_DIALOGS } from './money-dialogs.tsx';
import { remittanceMoves } from './remittance-moves.ts';
import { MOST_REMITTANCE_LINES, remittance } from '../model/remittance.ts';

type RemittanceRow = WireRow<typeof remittance>;

/** A remittance that is typed: what the channel wrote, line by line. */
export const RemittanceForm = (props: { id?: string | undefined; onClose: () => void }): ReactNode => (
  <DraftDrawer
    of={remittance}
    note="付给我们的为正，扣掉的为负；合计要等于净额"
    example={['货款', 'CS123456789', '', '266.98', '', '']}
    {...props}
  />
);

const isAny = (amount: string | null | undefined): boolean => Number(amount ?? 0) !== 0;

const COLUMNS: readonly ColumnSpec<RemittanceRow>[] = [
  { key: 'remitNo', width: 150, under: ['channelRemitNo'] },
  { key: 'status', width: 110, under: ['source'] },
  { key: 'accountId', width: 160, under: ['bankRef'] },
  { key: 'payDate', width: 116 },
  {
    key: 'netAmount',
    width: 130,
    under: [
      {
        key: 'difference',
        render: ({ difference }) => (isAny(difference) ? `差异 ${grouped(difference)}` : null),
      },
    ],
  },
  {
    key: 'lineCount',
    width: 148,
    under: [
      {
        key: 'matchedCount',
        render: ({ matchedCount, openCount }) =>
          openCount > 0 ? `已匹配 ${matchedCount}，未匹配 ${openCount}` : '全部匹配',
      },
    ],
  },
  {
    key: 'matchedTotal',
    width: 130,
    under: [
      {
        key: 'parkedTotal',
        render: ({ parkedTotal }) => (isAny(parkedTotal) ? `待核销 ${grouped(parkedTotal)}` : null),
      },
    ],
  },
  { key: 'createTime', hiddenByDefault: true },
];

/** 回款单: from the file of the channel to the books. */
export const RemittanceList = (): ReactNode => (
  <ListPage
    of={remittance}
    form={RemittanceForm}
    moves={remittanceMoves}
    dialogs={REMITTANCE_DIALOGS}
    columns={COLUMNS}
    toolbar={(list) => (
      <>
        <EdiImport list={list} />
        <DocumentImport
          of={remittance}
          mostRows={MOST_REMITTANCE_LINES}
          rowMeans="一行一笔金额，同一平台回款号的各行合成一张回款单"
        />
      </>
    )}
    emptyText="导入平台的回款文件，或手工录入一张；匹配发票后过账。"
  />
);
