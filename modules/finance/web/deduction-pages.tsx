import { FilePdfOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import {
  DetailPage,
  detailPath,
  DocumentImport,
  FactPart,
  grouped,
  ListPage,
  NextStep,
  openFrom,
  ResourceForm,
  SourceLink,
  TimeLeft,
  toastError,
  usePermission,
  type ColumnSpec,
  type DetailRow,
  type FactGroup,
  type RowAction,
} from '#kit/web/index.ts';
import { deduction } from '../model/deduction.ts';
import { evidencePackRoute, MOST_DEDUCTION_ROWS } from '../model/deduction-sheet.ts';
import { invoice } from '../model/invoice.ts';
import type { DocumentBooks } from '../model/document-entries.ts';
import { remittance } from '../model/remittance.ts';
import { reportFile } from '../model/report-file.ts';
import { deductionMoves } from './deduction-moves.ts';
import { EntryList } from './entry-list.tsx';
import { DEDUCTION_DIALOGS } from './money-dialogs.tsx';
import { OpenPoMoney } from './po-money/open-po-money.tsx';

type DeductionRow = WireRow<typeof deduction>;

/** From how many hours before it settles itself a deduction is near: five days. */
const NEAR_HOURS = 120;

/** `2026-11-24` of a time. */
const DAY_SIGNS = 10;

const COLUMNS: readonly ColumnSpec<DeductionRow>[] = [
  { key: 'deductionNo', width: 150, under: ['channelDeductionNo'] },
  { key: 'status', width: 110, under: ['booking'] },
  {
    key: 'decideBy',
    width: 112,
    isBlank: ({ decideBy }) => decideBy === null,
    render: ({ decideBy }) => (decideBy === null ? '—' : <TimeLeft until={decideBy} nearHours={NEAR_HOURS} />),
  },
  { key: 'poNo', width: 130, under: ['accountId'] },
  { key: 'type', width: 120, under: ['reason'] },
  {
    key: 'amount',
    width: 120,
    under: [
      {
        key: 'recovered',
        render: ({ recovered }) => (Number(recovered) > 0 ? `追回 ${grouped(recovered)}` : null),
      },
    ],
  },
  {
    key: 'autoSettleAt',
    width: 148,
    under: [{ key: 'postedAt', render: ({ postedAt }) => `公布 ${postedAt.slice(0, DAY_SIGNS)}` }],
  },
  { key: 'result', width: 104, under: ['outcome'] },
  { key: 'orderId', hiddenByDefault: true },
  { key: 'channelSku', hiddenByDefault: true },
  { key: 'createTime', hiddenByDefault: true },
];

/** 扣款: what channels kept, until when it can be answered, and what came of it. */
export function DeductionList(): ReactNode {
  const packOf = useEvidencePack();
  return (
    <ListPage
      of={deduction}
      tab="posted"
      withAll
      tabSorts={{ posted: { field: 'decideBy', order: 'asc' } }}
      columns={COLUMNS}
      moves={deductionMoves}
      dialogs={DEDUCTION_DIALOGS}
      rowActions={packOf}
      primary={<NewDeduction />}
      toolbar={() => <DocumentImport of={deduction} mostRows={MOST_DEDUCTION_ROWS} rowMeans="一行一笔扣款" />}
      emptyText="导入平台的扣款文件；回款单里扣掉的金额过账后也在这里，到期前确认或申诉。"
    />
  );
}

/** 证据包 of a deduction. */
function useEvidencePack(): (row: Pick<DeductionRow, 'id'>) => RowAction[] {
  const may = usePermission('finance:deduction:list');
  return ({ id }) =>
    may
      ? [
          {
            key: 'pack',
            title: '证据包',
            isRare: true,
            onClick: () => void openFrom(evidencePackRoute, { params: { id } }).catch(toastError),
          },
        ]
      : [];
}

/** 新增 of what somebody has read in the portal of the channel. */
function NewDeduction(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const may = usePermission('finance:deduction:add');
  if (!may) return null;
  return (
    <>
      <Button type="primary" onClick={() => setOpen(true)}>
        新增扣款
      </Button>
      {isOpen && <ResourceForm of={deduction} onClose={() => setOpen(false)} />}
    </>
  );
}

type Deduction = DetailRow<typeof deduction> & Partial<DocumentBooks>;

/** One deduction: what it is about, until when it can be answered, and what it did to the books. */
export const DeductionDetail = (): ReactNode => (
  <DetailPage<typeof deduction, Deduction>
    of={deduction}
    buttons={(row) => (
      <>
        {row.orderId && <OpenPoMoney orderId={row.orderId} />}
        <PackButton id={row.id} />
      </>
    )}
    next={(row) => <DeductionNext row={row} />}
    aside={(row) => (
      <FactPart
        of={deduction}
        row={row}
        title="金额"
        keys={['amount', ...(row.result === null ? [] : (['recovered', 'lossTotal'] as const)), 'booking']}
      />
    )}
    groups={GROUPS}
    moves={deductionMoves}
    dialogs={DEDUCTION_DIALOGS}
    children={(row) => <EntryList entries={row.entries ?? []} />}
    facts={{
      invoiceId: ({ invoiceId, invoiceId_dictText: no }) =>
        invoiceId ? (
          <SourceLink title="看发票" permission="finance:invoice:list" path={detailPath(invoice, String(invoiceId))}>
            {String(no ?? '')}
          </SourceLink>
        ) : null,
      remittanceId: ({ remittanceId, remittanceId_dictText: no }) =>
        remittanceId ? (
          <SourceLink
            title="看回款单"
            permission="finance:remittance:list"
            path={detailPath(remittance, String(remittanceId))}
          >
            {String(no ?? '')}
          </SourceLink>
        ) : null,
      reportFileId: ({ reportFileId, reportFileId_dictText: name }) =>
        reportFileId ? (
          <SourceLink
            title="看报表文件"
            permission="finance:reportFile:list"
            path={detailPath(reportFile, String(reportFileId))}
          >
            {String(name ?? '')}
          </SourceLink>
        ) : null,
    }}
  />
);

const GROUPS: readonly FactGroup<Deduction>[] = [
  { title: '平台扣款', keys: ['accountId', 'channelDeductionNo', 'type', 'poNo', 'channelSku', 'postedAt', 'reason'] },
  {
    title: '关联',
    keys: ['orderId', 'shipmentId', 'warehouseId', 'invoiceId', 'remittanceId', 'origin', 'reportFileId'],
  },
  { title: '申诉', keys: ['disputeNo', 'disputedAt', 'evidence', 'result', 'outcome'] },
];

const NEXT: Readonly<Record<Deduction['status'], string | null>> = {
  posted: '到期前确认，或上传材料申诉',
  disputed: '在平台提交材料，答复后登记结果',
  confirmed: '等平台在回款里扣掉，或冲应收',
  settled: null,
  won: null,
  partial: null,
  lost: null,
  withdrawn: null,
};

function DeductionNext({ row }: { row: Deduction }): ReactNode {
  const what = NEXT[row.status];
  if (what === null) return null;
  return (
    <NextStep
      what={what}
      who={{ team: '财务', permission: 'finance:deduction:confirm' }}
      by={row.decideBy === null ? [] : [{ what: '自动结算', at: row.decideBy, nearHours: NEAR_HOURS }]}
      zone={null}
      place="公司"
    />
  );
}

function PackButton({ id }: { id: string }): ReactNode {
  const [isBusy, setBusy] = useState(false);
  const open = async (): Promise<void> => {
    setBusy(true);
    await openFrom(evidencePackRoute, { params: { id } }).catch(toastError);
    setBusy(false);
  };
  return (
    <Button loading={isBusy} icon={<FilePdfOutlined aria-hidden />} onClick={() => void open()}>
      证据包
    </Button>
  );
}
