import { Button, Form, Skeleton, type FormInstance } from 'antd';
import { useEffect, useId, useState, type ReactNode } from 'react';
import {
  BlankState,
  detailPath,
  DraftNote,
  draftKey,
  fetchRow,
  FieldInputs,
  RefusalNote,
  StaleNotice,
  startValues,
  storedValues,
  usePage,
  usePageTitle,
  usePermission,
  useRow,
  useDraft,
  withoutSecrets,
  type DetailRow,
  type GridRow,
  type RestoredLines,
  type Row,
} from '#kit/web/index.ts';
import { channelAccount } from '#modules/base/model/channel-account.ts';
import { salesOrder } from '../model/order.ts';
import { DraftLineTable } from './draft-line-table.tsx';
import { HEADER, useManualOrder } from './use-manual-order.ts';
import './orders.css';

const ABOUT = [
  ['accountId', 'channelOrderNo', 'currency'],
  ['orderedAt', 'shipBy'],
  ['pinnedWarehouseId', 'shipMethodId'],
];
const ADDRESS = [
  ['shipToName', 'shipToPhone'],
  ['shipToAddress1', 'shipToAddress2'],
  ['shipToCity', 'shipToState', 'shipToPostalCode', 'shipToCountry'],
];
/** What of the address is shown to who may not see buyers. */
const REGION = [['shipToState', 'shipToCountry']];

/** 新建订单, 编辑草稿: an order typed by hand, with its lines typed or pasted in the grid. */
export function ManualOrder(): ReactNode {
  const { params, close } = usePage();
  const id = params['id'];
  const isAllowed = usePermission(`orders:salesOrder:${id ? 'edit' : 'add'}`);
  const { data, error, isFetchedAfterMount, refetch } = useRow(salesOrder, id);
  const closing = <Button onClick={close}>关闭此页</Button>;
  if (!isAllowed)
    return <BlankState tone="bad" title={<h1>没有权限，请联系管理员授权</h1>} actions={closing} />;
  if (id && error && !data)
    return (
      <BlankState
        tone="bad"
        title={<h1>订单打不开</h1>}
        text={error.message}
        actions={
          <>
            <Button type="primary" onClick={() => void refetch()}>
              重试
            </Button>
            {closing}
          </>
        }
      />
    );
  if (id && !isFetchedAfterMount) return <Skeleton active className="wb-page-wait" />;
  return <Editor row={data} />;
}

/** What was a draft when it was opened stays to be read, whatever others do to it meanwhile. */
function Editor({ row }: { row: DetailRow | undefined }): ReactNode {
  const [opened] = useState(row);
  return opened && opened['status'] !== 'draft' ? (
    <HandedIn order={opened} />
  ) : (
    <DraftForm row={opened} />
  );
}

/** Somebody has handed it in, or thrown it away. */
function HandedIn({ order }: { order: DetailRow }): ReactNode {
  const { open } = usePage();
  return (
    <BlankState
      title={<h1>订单不再是草稿</h1>}
      text={`${String(order['channelOrderNo'])} 已提交或作废，不能再编辑。`}
      actions={
        <Button type="primary" onClick={() => open(detailPath(salesOrder, order.id))}>
          查看订单
        </Button>
      }
    />
  );
}

function DraftForm({ row }: { row: DetailRow | undefined }): ReactNode {
  const page = usePage();
  const [form] = Form.useForm<Record<string, unknown>>();
  const [isHeadDirty, setHeadDirty] = useState(false);
  const [areLinesDirty, setLinesDirty] = useState(false);
  const [doneId, setDoneId] = useState<string | null>(null);
  const [restored, setRestored] = useState<RestoredLines | null>(null);
  const draft = useManualOrder(form, row, setDoneId);
  const { before, submission } = draft;
  const offer = useDraft({
    key: draftKey('orders:salesOrder', before?.id),
    title: before ? `编辑草稿 ${String(before['channelOrderNo'])}` : '新建订单',
    isDirty: (isHeadDirty || areLinesDirty) && doneId === null,
    take: () => ({
      head: withoutSecrets(HEADER, form.getFieldsValue()),
      lines: draft.handle?.grid?.getRows() ?? [],
    }),
    restore({ head, lines }) {
      form.setFieldsValue(head as Record<string, unknown>);
      setHeadDirty(true);
      setRestored({ lines: lines as readonly GridRow[], isWhole: true });
    },
  });
  // After the hook above, which lets go of the page: what is stored cannot be lost.
  useEffect(() => {
    if (doneId === null) return;
    page.close();
    page.open(detailPath(salesOrder, doneId));
    // oxlint-disable-next-line react/exhaustive-deps
  }, [doneId]);
  usePageTitle(before ? `编辑 ${String(before['channelOrderNo'])}` : undefined);
  const watched: unknown = Form.useWatch('currency', form);
  const currency = String(watched ?? before?.['currency'] ?? 'USD');

  const save = async (isHandedIn: boolean): Promise<void> => {
    const values = await form.validateFields().catch(() => null);
    if (values) return draft.save(values, isHandedIn);
    const wrong = form.getFieldsError().find(({ errors }) => errors.length > 0);
    if (wrong) form.scrollToField(wrong.name, { focus: true, block: 'center' });
  };
  return (
    <article className="or-draft">
      <header className="or-head">
        <h1 className="or-draft-name">
          {before ? `编辑草稿 ${String(before['channelOrderNo'])}` : '新建订单'}
        </h1>
      </header>
      {submission.isStale && before && (
        <StaleNotice
          of={salesOrder}
          before={before}
          form={form}
          onTakeTheirs={draft.takeTheirs}
          onKeepMine={draft.keepMine}
        />
      )}
      <DraftNote offer={offer} />
      <RefusalNote texts={[...(draft.refusal ? [draft.refusal] : []), ...submission.others]} />
      <DraftHead form={form} before={before} onDirty={() => setHeadDirty(true)} />
      <DraftLineTable
        rows={draft.lines}
        restored={restored}
        handle={draft.handle}
        onHandle={draft.takeHandle}
        currency={currency}
        onDirty={setLinesDirty}
      />
      <DraftActions isBusy={submission.isBusy} onSave={save} onCancel={page.close} />
    </article>
  );
}

/** What the order says as a whole; a shop chosen brings its currency. */
function DraftHead({
  form,
  before,
  onDirty,
}: {
  form: FormInstance<Record<string, unknown>>;
  before: Row | undefined;
  onDirty: () => void;
}): ReactNode {
  const name = useId();
  const [initial] = useState(() => (before ? storedValues(HEADER, before) : startValues(HEADER)));
  // Masked, the address of a stored order stays as it is.
  const address = before && !('shipToName' in before) ? REGION : ADDRESS;
  const inputs = { fields: HEADER, form, row: before };
  const followShop = async (accountId: unknown): Promise<void> => {
    if (typeof accountId !== 'string' || form.isFieldTouched('currency')) return;
    const shop = await fetchRow(channelAccount, accountId).catch(() => null);
    if (shop && form.getFieldValue('accountId') === accountId)
      form.setFieldValue('currency', shop['currency']);
  };
  return (
    <Form
      form={form}
      name={name}
      layout="vertical"
      initialValues={initial}
      onValuesChange={(changed: Record<string, unknown>) => {
        onDirty();
        if ('accountId' in changed) void followShop(changed['accountId']);
      }}
    >
      <section className="or-draft-part">
        <h2>基本信息</h2>
        <FieldInputs {...inputs} layout={ABOUT} />
      </section>
      <section className="or-draft-part">
        <h2>收货地址</h2>
        <FieldInputs {...inputs} layout={[...address, ['note']]} />
      </section>
    </Form>
  );
}

function DraftActions({
  isBusy,
  onSave,
  onCancel,
}: {
  isBusy: boolean;
  onSave: (isHandedIn: boolean) => Promise<void>;
  onCancel: () => void;
}): ReactNode {
  const maySubmit = usePermission('orders:salesOrder:submit');
  return (
    <div className="or-draft-actions">
      {maySubmit && (
        <Button type="primary" disabled={isBusy} onClick={() => void onSave(true)}>
          提交
        </Button>
      )}
      <Button
        type={maySubmit ? 'default' : 'primary'}
        loading={isBusy}
        onClick={() => void onSave(false)}
      >
        保存草稿
      </Button>
      <Button onClick={onCancel}>取消</Button>
    </div>
  );
}
