import { Skeleton } from 'antd';
import { useState, type ReactNode } from 'react';
import {
  AuditLine,
  CopiedText,
  CopyButton,
  DetailColumns,
  DraftDrawer,
  FieldList,
  HelpButton,
  HistoryTimeline,
  linesOf,
  MoveButtons,
  Neighbours,
  PRINT_ACTION,
  RowFault,
  StagePath,
  StateTag,
  usePage,
  usePageTitle,
  usePermission,
  useRow,
  useWantedForm,
} from '#kit/web/index.ts';
import { returnLifecycle } from '../../model/return-lifecycle.ts';
import { returnLine, returnOrder } from '../../model/return-order.ts';
import { usePrintReturn } from './print-returns.tsx';
import { RETURN_DIALOGS } from './lazy-return-dialogs.ts';
import { ReturnAround } from './return-around.tsx';
import { CreditNotes, ReturnAmounts, ReturnLinks, ReturnMovements, ReturnNext } from './return-aside.tsx';
import { returnStory } from '../aftersales-slots.ts';
import { ReturnGoods } from './return-goods.tsx';
import { offeredReturnMoves } from './return-moves.ts';
import type { ReturnDetailRow } from './return-row.ts';
import '../aftersales.css';

/** 退货单: goods first with what was found of them, then money, movements and story; at the right what is next. */
export function ReturnDetail(): ReactNode {
  const id = usePage().params['id'] ?? '';
  const { data, error, refetch } = useRow(returnOrder, id);
  usePageTitle(data ? `退货单 ${data.returnNo}` : undefined);
  if (error && !data) return <RowFault of={returnOrder} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active className="wb-page-wait" />;
  return <Body row={data} />;
}

function Body({ row }: { row: ReturnDetailRow }): ReactNode {
  const [isEditing, setEditing] = useState(false);
  useWantedForm(returnOrder, (wanted) => setEditing(wanted === row.id));
  return (
    <article className="wb-detail">
      <Head row={row} onEdit={() => setEditing(true)} />
      <DetailColumns
        aside={
          <>
            <ReturnNext row={row} />
            <ReturnLinks row={row} />
            <ReturnAmounts row={row} />
          </>
        }
      >
        <ReturnGoods row={row} lines={linesOf(row, returnLine)} />
        <ReturnAround row={row} />
        <CreditNotes notes={row.creditNotes ?? []} />
        <Facts row={row} />
        <ReturnMovements row={row} />
        <returnStory.Outlet returnId={row.id} />
        <section className="wb-detail-part">
          <h2>流转记录</h2>
          <HistoryTimeline lifecycle={returnLifecycle} id={row.id} />
        </section>
      </DetailColumns>
      {isEditing && <DraftDrawer of={returnOrder} id={row.id} onClose={() => setEditing(false)} />}
    </article>
  );
}

function Head({ row, onEdit }: { row: ReturnDetailRow; onEdit: () => void }): ReactNode {
  const mayEdit = usePermission('aftersales:returnOrder:edit');
  const paperOf = usePrintReturn();
  return (
    <header className="wb-detail-head">
      <h1 className="wb-detail-name">{row.returnNo}</h1>
      <CopyButton text={row.returnNo} what="退货单号" />
      <StateTag lifecycle={returnLifecycle} state={row.status} />
      <span className="wb-detail-kind">{row.type_dictText}</span>
      <HelpButton />
      <Neighbours of={returnOrder} id={row.id} />
      <MoveButtons
        lifecycle={returnLifecycle}
        row={row}
        moves={offeredReturnMoves(row)}
        dialogs={RETURN_DIALOGS}
        more={[
          ...(row.status === 'draft' && mayEdit ? [{ key: 'edit', title: '编辑', onClick: onEdit }] : []),
          ...paperOf(row),
          PRINT_ACTION,
        ]}
        visible={3}
      />
      <StagePath lifecycle={returnLifecycle} state={row.status} />
    </header>
  );
}

const GROUPS = [
  {
    title: '申请',
    keys: ['reasonId', 'fault', 'requestedAt', 'approvedBy', 'approvedAt', 'remark', 'photos'],
  },
  {
    title: '包裹',
    keys: ['raNo', 'channelRaNo', 'returnLabelBy', 'carrier', 'trackingNo', 'warehouseId', 'dueAt'],
  },
  {
    title: '收货与质检',
    keys: ['receivedBy', 'receivedAt', 'overReason', 'inspectedBy', 'inspectedAt'],
  },
  { title: '处置', keys: ['disposedBy', 'disposedAt', 'disposalApprovedBy'] },
] as const;

/** Facts by what they are about; a group of which nothing is known is left out. */
function Facts({ row }: { row: ReturnDetailRow }): ReactNode {
  const known = (key: keyof ReturnDetailRow): boolean => row[key] !== null && row[key] !== undefined && row[key] !== '';
  return (
    <section className="wb-detail-part">
      {GROUPS.map(({ title, keys }) => ({ title, keys: keys.filter((key) => known(key)) }))
        .filter(({ keys }) => keys.length > 0)
        .map(({ title, keys }) => (
          <div key={title} className="as-facts">
            <h2>{title}</h2>
            <FieldList
              fields={returnOrder.fields}
              keys={keys}
              row={row}
              columns={3}
              facts={{
                raNo: row.raNo && <CopiedText text={row.raNo} what="RA号" />,
                trackingNo: row.trackingNo && <CopiedText text={row.trackingNo} what="退货运单号" />,
              }}
            />
          </div>
        ))}
      <AuditLine row={row} />
    </section>
  );
}
