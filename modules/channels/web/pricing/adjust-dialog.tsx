import { Alert, Button, Form, Modal, Table } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import {
  fetchRoute,
  FieldInputs,
  RefusalNote,
  refreshResource,
  shareText,
  shortPrice,
  startValues,
  toast,
  useFirstFocus,
  useGuardedClose,
  useSubmission,
} from '#kit/web/index.ts';
import { channelProduct } from '../../model/channel-product.ts';
import { priceRecord } from '../../model/pricing/price-record.ts';
import {
  adjustFields,
  adjustPricesRoute,
  type AdjustAnswer,
  type AdjustedRow,
  type AdjustScope,
} from '../../model/pricing/price-routes.ts';
import '../channels.css';

const LAYOUT = [['type', 'way'], ['amount', 'effectiveFrom'], ['reason']] as const;

export interface AdjustDialogProps {
  scope: AdjustScope;
  /** What is priced, in words. */
  about: string;
  onClose: () => void;
}

type Asked = Parameters<typeof fetchRoute<typeof adjustPricesRoute>>[1]['body'];

/** 批量调价 in two steps: what each listing would be priced at, then what can be priced is submitted. */
export function AdjustDialog({ scope, about, onClose }: AdjustDialogProps): ReactNode {
  const [form] = Form.useForm<Record<string, unknown>>();
  const formId = useId();
  useFirstFocus(formId);
  const submission = useSubmission(form, new Set(Object.keys(adjustFields)));
  const { setDirty, close } = useGuardedClose(onClose);
  const [answer, setAnswer] = useState<AdjustAnswer | null>(null);
  const ask = (values: Record<string, unknown>, dryRun: boolean): Promise<AdjustAnswer> =>
    fetchRoute(adjustPricesRoute, { body: { ...values, ...scope, dryRun } as Asked, timeout: 60_000 });
  const send = (values: Record<string, unknown>): Promise<boolean> =>
    submission.run(async () => {
      if (answer === null) {
        setAnswer(await ask(values, true));
        return;
      }
      const { scheduled, pending } = await ask(values, false);
      toast.done(
        [`已提交 ${scheduled + pending} 条调价`, ...(pending > 0 ? [`${pending} 条等另一人审批`] : [])].join('，'),
      );
      void refreshResource(priceRecord);
      void refreshResource(channelProduct);
      onClose();
    });
  const able = answer?.able ?? 0;
  return (
    <Modal
      open
      width={answer ? 1080 : 640}
      title={`调价：${about}`}
      mask={{ closable: false }}
      onCancel={close}
      footer={
        <>
          <Button onClick={close}>返回</Button>
          <Button
            type="primary"
            loading={submission.isBusy}
            disabled={answer !== null && able === 0}
            onClick={() => form.submit()}
          >
            {answer === null ? '预览' : `提交 ${able} 条`}
          </Button>
        </>
      }
    >
      <RefusalNote texts={submission.others} />
      <Form
        form={form}
        name={formId}
        layout="vertical"
        initialValues={startValues(adjustFields)}
        onValuesChange={() => {
          setDirty(true);
          setAnswer(null);
        }}
        onFinish={(values) => void send(values)}
      >
        <FieldInputs fields={adjustFields} layout={LAYOUT} form={form} />
      </Form>
      {answer && <Preview answer={answer} />}
    </Modal>
  );
}

const percent = (share: string | null | undefined): string => shareText(share, 2) ?? '—';
const priced = (text: string | null | undefined): string => (text ? shortPrice(text) : '—');

function Preview({ answer: { rows, able } }: { answer: AdjustAnswer }): ReactNode {
  const seesFloor = rows.some((row) => row.floor !== undefined);
  const seesCost = rows.some((row) => row.cost !== undefined);
  return (
    <>
      <p className="ch-map-sum" role="status">
        共 {rows.length} 个渠道产品：可以调价 <strong>{able}</strong> 个，不能调价 <strong>{rows.length - able}</strong>{' '}
        个。
      </p>
      {rows.some(({ reasons }) => reasons.length > 0) && (
        <Alert type="info" showIcon className="wb-form-note" title="标了待审原因的调价提交后等另一人审批" />
      )}
      <Table<AdjustedRow>
        size="small"
        rowKey="id"
        dataSource={rows}
        scroll={{ x: 960, y: 360 }}
        pagination={rows.length > 50 ? { pageSize: 50, size: 'small' } : false}
        columns={[
          {
            key: 'channelSku',
            title: '渠道SKU',
            width: 180,
            render: (_, row) => (
              <>
                {row.channelSku}
                <br />
                <small>{row.skuCode ?? '未配对'}</small>
              </>
            ),
          },
          ...(seesCost
            ? [
                {
                  key: 'cost',
                  title: '成本',
                  width: 90,
                  align: 'right' as const,
                  render: (_: unknown, row: AdjustedRow) => priced(row.cost),
                },
              ]
            : []),
          ...(seesFloor
            ? [
                {
                  key: 'floor',
                  title: '底价',
                  width: 90,
                  align: 'right' as const,
                  render: (_: unknown, row: AdjustedRow) => priced(row.floor),
                },
              ]
            : []),
          { key: 'current', title: '现价', width: 90, align: 'right', render: (_, row) => priced(row.current) },
          { key: 'next', title: '新价', width: 90, align: 'right', render: (_, row) => priced(row.next) },
          { key: 'changePct', title: '变动', width: 80, align: 'right', render: (_, row) => percent(row.changePct) },
          ...(seesFloor
            ? [
                {
                  key: 'margin',
                  title: '毛利率',
                  width: 80,
                  align: 'right' as const,
                  render: (_: unknown, row: AdjustedRow) => percent(row.marginRate),
                },
              ]
            : []),
          { key: 'map', title: 'MAP', width: 80, align: 'right', render: (_, row) => priced(row.mapPrice) },
          {
            key: 'said',
            title: '说明',
            render: (_, row) =>
              row.fault ??
              ([
                ...(row.reasons.length > 0 ? [`${row.reasons.join('、')}，须审批`] : []),
                ...(row.isUnjudged ? ['提交时核对底价，低于底价须审批'] : []),
                ...(row.delayedTo ? [`大幅变动，${row.delayedTo} 起生效`] : []),
              ].join('；') ||
                '提交后待提报'),
          },
        ]}
      />
    </>
  );
}
