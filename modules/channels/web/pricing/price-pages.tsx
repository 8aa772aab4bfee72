import { Button, Form, Modal } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import { link } from '#kit/model/field.ts';
import {
  DetailPage,
  DocumentImport,
  downloadFrom,
  fetched,
  FieldInputs,
  ListPage,
  shareText,
  shortPrice,
  startValues,
  toastError,
  useFirstFocus,
  usePermission,
  type ColumnSpec,
  type DetailRow,
  type FactGroup,
  type ListHandle,
} from '#kit/web/index.ts';
import { priceRecord } from '../../model/pricing/price-record.ts';
import { MOST_PRICE_ROWS, priceProposalRoute } from '../../model/pricing/price-routes.ts';
import type { AdjustDialogProps } from './adjust-dialog.tsx';
import { PRICE_DIALOGS } from './price-dialogs.tsx';

const AdjustDialog = fetched<AdjustDialogProps>(() => import('./adjust-dialog.tsx').then((one) => one.AdjustDialog));

type PriceRow = WireRow<typeof priceRecord>;

const share = (text: string | null | undefined): string => shareText(text, 2) ?? '—';

const COLUMNS: readonly ColumnSpec<PriceRow>[] = [
  { key: 'channelProductId', width: 170, isWhole: true, under: ['skuId'] },
  { key: 'status', width: 108, under: ['reviewReason'] },
  // On a card the lower figure stands without its heading.
  {
    key: 'cost',
    width: 96,
    under: [{ key: 'floor', render: ({ floor }) => floor && `底价 ${shortPrice(floor)}` }],
  },
  { key: 'previousValue', width: 84 },
  { key: 'value', width: 92, under: ['currency'] },
  {
    key: 'changePct',
    width: 104,
    figure: ({ changePct }) => share(changePct),
    render: ({ changePct }) => share(changePct),
    under: [{ key: 'marginRate', render: ({ marginRate }) => marginRate && `毛利率 ${share(marginRate)}` }],
  },
  { key: 'mapPrice', width: 80 },
  {
    key: 'effectiveFrom',
    width: 116,
    under: [{ key: 'askedFrom', render: ({ askedFrom }) => (askedFrom ? `申请 ${askedFrom}` : null) }],
  },
  { key: 'type', width: 100, under: ['priceCheck'] },
  { key: 'priceNo', width: 140, under: ['accountId'] },
  { key: 'submittedBy', width: 88, under: ['approvedBy'] },
  { key: 'createTime', hiddenByDefault: true },
];

/** 定价: prices on their way to the marketplace, and those that are in force. */
export function PriceList(): ReactNode {
  const mayAdd = usePermission('channels:priceRecord:add');
  const mayPropose = usePermission('channels:priceRecord:propose');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ListPage
        of={priceRecord}
        tab="pending_approval"
        withAll
        columns={COLUMNS}
        dialogs={PRICE_DIALOGS}
        primary={
          mayAdd && (
            <Button type="primary" onClick={() => setOpen(true)}>
              调价
            </Button>
          )
        }
        toolbar={(list) => (
          <>
            <DocumentImport of={priceRecord} mostRows={MOST_PRICE_ROWS} rowMeans="一行一个价格" />
            {mayPropose && <ProposalButton shop={oneShop(list)} />}
          </>
        )}
        emptyText="选渠道产品调价；通过后提报，下载提报文件到平台上传，生效后回来确认。"
      />
      {isOpen && <ChooseListings onClose={() => setOpen(false)} />}
    </>
  );
}

/** The one shop that is filtered for. */
function oneShop({ params }: ListHandle<PriceRow>): string | null {
  const shop = params.filters['accountId'] ?? '';
  return shop !== '' && !shop.includes(',') ? shop : null;
}

function ProposalButton({ shop }: { shop: string | null }): ReactNode {
  const [isBusy, setBusy] = useState(false);
  const download = async (): Promise<void> => {
    setBusy(true);
    await downloadFrom(priceProposalRoute, '价格提报.xlsx', { query: shop ? { accountId: shop } : {} }).catch(
      toastError,
    );
    setBusy(false);
  };
  return (
    <Button
      loading={isBusy}
      title="平台没有公布模板，列名同平台成本报表，含全部待平台生效的调价"
      onClick={() => void download()}
    >
      下载提报文件
    </Button>
  );
}

const CHOICE = {
  accountId: link('店铺', 'base:channelAccount', { required: true }),
  channelProductId: link('渠道产品', 'channels:channelProduct', { hint: '留空为这个店铺全部在售的渠道产品' }),
} as const;

/** Which listings are priced: one, or all of a shop. Others are ticked on 渠道产品. */
function ChooseListings({ onClose }: { onClose: () => void }): ReactNode {
  const [form] = Form.useForm<{ accountId?: string; channelProductId?: string | null }>();
  const formId = useId();
  useFirstFocus(formId);
  const [chosen, setChosen] = useState<Pick<AdjustDialogProps, 'scope' | 'about'> | null>(null);
  if (chosen) return <AdjustDialog {...chosen} onClose={onClose} />;
  return (
    <Modal
      open
      title="选择渠道产品"
      okText="下一步"
      cancelText="返回"
      mask={{ closable: false }}
      onCancel={onClose}
      onOk={() => form.submit()}
    >
      <Form
        form={form}
        name={formId}
        layout="vertical"
        initialValues={startValues(CHOICE)}
        onFinish={({ accountId, channelProductId }) =>
          setChosen(
            channelProductId
              ? { scope: { ids: [channelProductId] }, about: '1 个渠道产品' }
              : { scope: { accountId: String(accountId) }, about: '店铺全部在售产品' },
          )
        }
      >
        <FieldInputs fields={CHOICE} layout={[['accountId'], ['channelProductId']]} form={form} />
      </Form>
      <p>要调其中几个，请在“渠道产品”里勾选后点“调价”。</p>
    </Modal>
  );
}

type Price = DetailRow<typeof priceRecord>;

/** One price: from what to what, what the floor says of it, who has approved it and what the channel answered. */
export const PriceDetail = (): ReactNode => (
  <DetailPage<typeof priceRecord, Price> of={priceRecord} groups={GROUPS} dialogs={PRICE_DIALOGS} />
);

const GROUPS: readonly FactGroup<Price>[] = [
  {
    title: '价格',
    keys: [
      'channelProductId',
      'skuId',
      'accountId',
      'type',
      'previousValue',
      'value',
      'currency',
      'changePct',
      'reason',
    ],
  },
  { title: '底价', keys: ['cost', 'floor', 'marginRate', 'mapPrice', 'priceCheck', 'reviewReason'] },
  { title: '生效', keys: ['effectiveFrom', 'askedFrom', 'effectiveTo', 'proposedAt', 'answeredAt', 'answer'] },
  { title: '经手', keys: ['source', 'submittedBy', 'submittedAt', 'approvedBy', 'approvedAt'] },
];
