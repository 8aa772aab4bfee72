import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import {
  DetailPage,
  detailPath,
  FactPart,
  grouped,
  linesOf,
  MoveDialog,
  NextStep,
  PartTable,
  refreshResource,
  SourceLink,
  usePermission,
  type DetailRow,
  type FactGroup,
  type NextHand,
} from '#kit/web/index.ts';
import { deduction } from '../model/deduction.ts';
import type { RemittanceBooks } from '../model/document-entries.ts';
import { invoice } from '../model/invoice.ts';
import { payment } from '../model/payment.ts';
import { remittance, remittanceLine, remittanceShare } from '../model/remittance.ts';
import { remittanceLifecycle } from '../model/remittance-lifecycle.ts';
import { reportFile } from '../model/report-file.ts';
import { EntryList } from './entry-list.tsx';
import { REMITTANCE_DIALOGS } from './money-dialogs.tsx';
import { remittanceMoves } from './remittance-moves.ts';
import { RemittanceForm } from './remittance-pages.tsx';

type Remittance = DetailRow<typeof remittance> & Partial<RemittanceBooks>;
type Line = WireRow<typeof remittanceLine>;
type Share = WireRow<typeof remittanceShare>;

/** One remittance: what each line pays and how that was found, what is left for nobody, what comes next. */
export const RemittanceDetail = (): ReactNode => (
  <DetailPage<typeof remittance, Remittance>
    of={remittance}
    form={RemittanceForm}
    moves={remittanceMoves}
    dialogs={REMITTANCE_DIALOGS}
    next={(row) => <RemittanceNext row={row} />}
    aside={(row) => <Amounts row={row} />}
    lines={(row) => (
      <>
        <Lines row={row} lines={linesOf(row, remittanceLine)} shares={linesOf(row, remittanceShare)} />
        {row.payment && <PaymentOf payment={row.payment} />}
        <EntryList entries={row.entries ?? []} />
      </>
    )}
    groups={GROUPS}
    facts={{ sourceFile: fileLink }}
  />
);

/** 收付款: the money that it brought. */
const PaymentOf = ({ payment: { id, paymentNo } }: { payment: NonNullable<RemittanceBooks['payment']> }): ReactNode => (
  <section className="wb-detail-part">
    <h2>收付款</h2>
    <SourceLink title="看收付款" permission="finance:payment:list" path={detailPath(payment, id)}>
      {paymentNo}
    </SourceLink>
  </section>
);

/** The file that brought it in, and the way to it where it came by the inbox. */
const fileLink = ({ reportFileId, sourceFile: name }: Remittance): ReactNode =>
  reportFileId === null ? (
    name
  ) : (
    <SourceLink title="看报表文件" permission="finance:reportFile:list" path={detailPath(reportFile, reportFileId)}>
      {name ?? ''}
    </SourceLink>
  );

const GROUPS: readonly FactGroup<Remittance>[] = [
  {
    title: '资料',
    keys: [
      'accountId',
      'channelRemitNo',
      'payDate',
      'bankRef',
      'source',
      'sourceFile',
      'postedBy',
      'postedAt',
      'reversedBy',
      'reversedAt',
      'reverseReason',
      'note',
    ],
  },
];

const POSTERS: NextHand = { team: '财务', permission: 'finance:remittance:post' };

function RemittanceNext({ row }: { row: Remittance }): ReactNode {
  const what = nextOf(row);
  return what && <NextStep what={what} who={POSTERS} by={[]} zone={null} place="公司" />;
}

function nextOf({ status, difference, openCount, parkedTotal }: Remittance): string | null {
  if (status === 'imported') return '核对明细，点匹配';
  if (status === 'posted') return Number(parkedTotal) === 0 ? null : '查清待核销的金额，核销到发票';
  if (status === 'reversed') return null;
  if (Number(difference) !== 0) return '净额与明细合计不等，退回修改后再过账';
  return openCount > 0 ? `${openCount} 行没有匹配：手工核销，或过账时转入待核销` : '全部匹配，过账';
}

const isAny = (amount: string | null | undefined): boolean => Number(amount ?? 0) !== 0;

const Amounts = ({ row }: { row: Remittance }): ReactNode => (
  <FactPart
    of={remittance}
    row={row}
    title="金额"
    keys={[
      'netAmount',
      'lineTotal',
      ...(isAny(row.difference) ? (['difference'] as const) : []),
      'matchedTotal',
      ...(isAny(row.parkedTotal) ? (['parkedTotal'] as const) : []),
      ...(row.baseCurrency !== null && row.baseCurrency !== row.currency
        ? (['fxRate', 'baseNet', 'fxDifference'] as const)
        : []),
    ]}
  />
);

const HEAD = [
  { title: '行' },
  { title: '类型' },
  { title: 'PO号 / 发票号' },
  { title: '金额', isFigure: true },
  { title: '匹配' },
  { title: '差额', isFigure: true },
  { title: '说明' },
  { title: '操作' },
];

function Lines({
  row,
  lines,
  shares,
}: {
  row: Remittance;
  lines: readonly Line[];
  shares: readonly Share[];
}): ReactNode {
  const [asked, setAsked] = useState<{ line: Line; move: 'assign' | 'applyParked' } | null>(null);
  const mayAssign = usePermission('finance:remittance:assign');
  const mayApply = usePermission('finance:remittance:applyParked');
  const moveOf = (line: Line): 'assign' | 'applyParked' | null => {
    if (row.status === 'matched' || row.status === 'partial') return mayAssign ? 'assign' : null;
    return row.status === 'posted' && line.matchStatus === 'parked' && mayApply ? 'applyParked' : null;
  };
  const byLine = Map.groupBy(shares, ({ lineId }) => lineId);
  const rows = lines.map((line) => {
    const move = moveOf(line);
    return {
      key: line.id,
      cells: [
        line.lineNo,
        line.kind_dictText,
        <Named key="named" line={line} />,
        `${grouped(line.amount)} ${line.currency}`,
        <Match key="match" line={line} shares={byLine.get(line.id) ?? []} />,
        line.diff !== null && isAny(line.diff) ? grouped(line.diff) : null,
        line.explanation ?? line.description,
        move && (
          <Button key="assign" size="small" type="link" onClick={() => setAsked({ line, move })}>
            {move === 'assign' ? '手工核销' : '核销到发票'}
          </Button>
        ),
      ],
    };
  });
  return (
    <section className="wb-detail-part">
      <h2>
        回款明细<span className="wb-part-count">{lines.length}</span>
      </h2>
      <PartTable label="回款明细" head={HEAD} rows={rows} />
      {asked && (
        <MoveDialog
          lifecycle={remittanceLifecycle}
          move={asked.move}
          row={{ ...row, lineNo: asked.line.lineNo, invoices: null }}
          startAt="invoices"
          onClose={() => setAsked(null)}
          onDone={() => {
            setAsked(null);
            void refreshResource(remittance);
          }}
        />
      )}
    </section>
  );
}

/** The numbers that a line names; the PO leads to all its money. */
function Named({ line: { poNo, invoiceNo } }: { line: Line }): ReactNode {
  if (!poNo && !invoiceNo) return '—';
  return (
    <>
      {poNo && (
        <SourceLink
          title="查到账"
          permission="finance:poMoney:list"
          path={`/finance/po-money?po=${encodeURIComponent(poNo)}`}
        >
          {poNo}
        </SourceLink>
      )}
      {poNo && invoiceNo && ' / '}
      {invoiceNo}
    </>
  );
}

/** What a line was matched with, and the way there. */
function Match({ line, shares }: { line: Line; shares: readonly Share[] }): ReactNode {
  return (
    <>
      {line.matchStatus_dictText}
      {line.method_dictText && ` · ${line.method_dictText}`}
      {line.score !== null && line.score > 0 && ` ${line.score}`}
      {shares.map((share) => (
        <div key={share.id}>
          <SourceLink title="看发票" permission="finance:invoice:list" path={detailPath(invoice, share.invoiceId)}>
            {share.invoiceId_dictText}
          </SourceLink>{' '}
          {grouped(share.amount)}
        </div>
      ))}
      {line.deductionId && (
        <div>
          <SourceLink title="看扣款" permission="finance:deduction:list" path={detailPath(deduction, line.deductionId)}>
            {line.deductionId_dictText}
          </SourceLink>
        </div>
      )}
    </>
  );
}
