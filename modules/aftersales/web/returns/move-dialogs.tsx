import { useQuery } from '@tanstack/react-query';
import { Alert, Skeleton } from 'antd';
import { useState, type ReactNode } from 'react';
import { fetchRoute, BlankState, grouped, keyOf, TimeLeft, type MoveDialogProps } from '#kit/web/index.ts';
import { partOrder } from '../../model/part-order.ts';
import { partSourcesRoute, rejectCostRoute, type LineSources } from '../../model/part-routes.ts';
import { carrierOf } from '#kit/model/carrier-number.ts';
import { percentText } from '../percent-text.ts';
import { PartMoveDialog } from '../parts/part-move-dialog.tsx';
import { NEAR_HOURS, type PartRow } from '../parts/part-row.ts';
import { chosenSources, SourceChoice, startChoice, type Choice } from '../parts/source-choice.tsx';
import '../parts/parts.css';

const useSources = (id: string) =>
  useQuery({
    queryKey: keyOf(partOrder, 'sources', id),
    queryFn: ({ signal }) => fetchRoute(partSourcesRoute, { params: { id }, signal }),
    staleTime: 0,
  });

/** 确认: where each part comes from, and the day on which it will leave. */
export const ConfirmDialog = (props: MoveDialogProps): ReactNode => (
  <WithSources dialog={props} keys={['plannedShipDate']} okText="确认补发" />
);

/** 改货源: another source before the goods have left. */
export const ChangeSourceDialog = (props: MoveDialogProps): ReactNode => <WithSources dialog={props} keys={[]} />;

function WithSources({
  dialog,
  keys,
  okText,
}: {
  dialog: MoveDialogProps;
  keys: readonly string[];
  okText?: string;
}): ReactNode {
  const { data, error } = useSources(dialog.row.id);
  if (error)
    return (
      <PartMoveDialog dialog={dialog} keys={[]} isReady={false}>
        {() => <BlankState tone="bad" title={error.message} />}
      </PartMoveDialog>
    );
  if (!data)
    return (
      <PartMoveDialog dialog={dialog} keys={[]} isReady={false}>
        {() => <Skeleton active />}
      </PartMoveDialog>
    );
  return <SourceForm {...{ dialog, keys, okText }} lines={data} />;
}

function SourceForm({
  dialog,
  keys,
  okText,
  lines,
}: {
  dialog: MoveDialogProps;
  keys: readonly string[];
  okText: string | undefined;
  lines: readonly LineSources[];
}): ReactNode {
  const [choice, setChoice] = useState<Choice>(() => startChoice(lines));
  const missing = lines.filter(({ lineId }) => (choice[lineId] ?? null) === null);
  return (
    <PartMoveDialog
      dialog={dialog}
      keys={keys}
      {...(okText ? { okText } : {})}
      answers={{ lines: chosenSources(lines, choice) }}
      isReady={missing.length === 0}
      footnote={
        missing.length > 0 && (
          <p className="as-amber">还没有选货源：{missing.map(({ part, parentSku }) => part || parentSku).join('、')}</p>
        )
      }
    >
      {(onDirty) => (
        <SourceChoice
          lines={lines}
          choice={choice}
          onChoose={(next) => {
            setChoice(next);
            onDirty();
          }}
        />
      )}
    </PartMoveDialog>
  );
}

/** 拒绝: what it will cost, and what it does to the rate of the month. */
export function RejectDialog(props: MoveDialogProps): ReactNode {
  const { id } = props.row;
  const { data, error } = useQuery({
    queryKey: keyOf(partOrder, 'rejectCost', id),
    queryFn: ({ signal }) => fetchRoute(rejectCostRoute, { params: { id }, signal }),
    staleTime: 0,
  });
  const below = data && data.fillAfter !== null && data.fillAfter < data.target;
  return (
    <PartMoveDialog dialog={props} isDanger>
      {() => (
        <Alert
          type={below ? 'error' : 'warning'}
          showIcon
          className="as-dialog-note"
          title="拒绝后平台会改为整件补发，货和运费由卖家承担"
          description={
            error ? (
              error.message
            ) : !data ? (
              <Skeleton active title={false} paragraph={{ rows: 2 }} />
            ) : (
              <ul>
                {data.units.map(({ skuCode, qty, cost }) => (
                  <li key={skuCode}>
                    整件 {skuCode} ×{grouped(qty)}
                    {cost !== null && `，成本 ${grouped(cost)} ${data.currency}`}
                  </li>
                ))}
                {data.total !== null && data.units.length > 1 && (
                  <li>
                    合计 {grouped(data.total)} {data.currency}，另加运费
                  </li>
                )}
                <li>
                  待发的全部发出时，本月达成率 {percentText(data.fillNow)} → {percentText(data.fillAfter)}（目标{' '}
                  {percentText(data.target)}）{below && '，将低于目标'}
                </li>
              </ul>
            )
          }
        />
      )}
    </PartMoveDialog>
  );
}

/** 延期: once only; from which day it counts. */
export function ExtendDialog(props: MoveDialogProps): ReactNode {
  const row = props.row as unknown as PartRow;
  return (
    <PartMoveDialog dialog={props}>
      {() => (
        <Alert
          type="info"
          showIcon
          className="as-dialog-note"
          title={
            <>
              <TimeLeft until={row.shipBy} nearHours={NEAR_HOURS} /> 最晚发货 {row.shipBy}
            </>
          }
          description="每张补发单只能延期一次，请一次延够；延期后按新日期计时，仍算按时发出。"
        />
      )}
    </PartMoveDialog>
  );
}

/** 发货: the number is scanned off the label, and names its carrier where it can. */
export const ShipDialog = (props: MoveDialogProps): ReactNode => (
  <PartMoveDialog
    dialog={props}
    keys={['trackingNo', 'carrier']}
    onValues={(changed, form) => {
      const carrier = carrierOf(String(changed['trackingNo'] ?? ''));
      if (carrier && !form.isFieldTouched('carrier')) form.setFieldValue('carrier', carrier);
    }}
  >
    {() => <p className="as-weak">扫描面单上的运单号，承运商能认出的自动填好。</p>}
  </PartMoveDialog>
);
