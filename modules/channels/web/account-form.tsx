import { Alert, Button, Collapse, Drawer, Form, Select, Skeleton, Space } from 'antd';
import { useId, useRef, useState, type ReactNode } from 'react';
import type { Fields } from '#kit/model/field.ts';
import {
  callResource,
  changedValues,
  DraftNote,
  draftKey,
  FieldInputs,
  filledValues,
  refreshResource,
  toast,
  startValues,
  storedValues,
  useActionKeys,
  useDraft,
  useFirstFocus,
  useGuardedClose,
  useRow,
  useSubmission,
  withoutSecrets,
  type DetailRow,
  RefusalNote,
} from '#kit/web/index.ts';
import { channelAccount } from '#modules/base/model/channel-account.ts';
import type { ConnectorInfo } from '../model/routes.ts';
import { connectionOf, SETTING, settingFields } from './connection-fields.ts';
import { PracticeChoice } from './practice-choice.tsx';
import { useConnectors } from './use-connectors.ts';

const FIELDS = channelAccount.fields as Fields;
const IDENTITY = [
  ['code', 'name'],
  ['environment', 'currency'],
] as const;
const POLICY = [
  ['acceptHours', 'acknowledgeMode'],
  ['reserveOn', 'strategy'],
  ['priceTolerancePct', 'pullMinutes'],
  ['returnDays', 'pushStock'],
  ['allowSplit', 'allowBackorder'],
  ['partConfirmWorkdays', 'partShipWorkdays'],
  ['partExtendMaxDays', 'partFillMin'],
] as const;

/** Adds or edits a shop: what it is, how its channel is reached, and what is done with its orders. */
export function AccountForm({
  id,
  channelCode,
  onClose,
}: {
  id?: string | undefined;
  /** What a new shop is of, where the page is of one channel. */
  channelCode?: string | undefined;
  onClose: () => void;
}): ReactNode {
  const { isDirty, setDirty, close } = useGuardedClose(onClose);
  const row = useRow(channelAccount, id);
  const connectors = useConnectors();
  const error = (id && !row.data ? row.error : null) ?? connectors.error;
  const isReady = connectors.data && (!id || row.isFetchedAfterMount);
  return (
    <Drawer
      open
      title={id ? `编辑店铺：${String(row.data?.name ?? '')}` : '新增店铺'}
      size={720}
      mask={{ closable: !isDirty }}
      onClose={close}
    >
      {error ? (
        <Alert
          type="error"
          showIcon
          title={error.message}
          action={
            <Button
              onClick={() => {
                void connectors.refetch();
                if (id) void row.refetch();
              }}
            >
              重试
            </Button>
          }
        />
      ) : isReady ? (
        <AccountBody
          row={row.data}
          connectors={connectors.data}
          startsWith={channelCode}
          isDirty={isDirty}
          onDirty={() => setDirty(true)}
          onCancel={close}
          onClose={onClose}
        />
      ) : (
        <Skeleton active />
      )}
    </Drawer>
  );
}

function AccountBody({
  row,
  connectors,
  startsWith,
  isDirty,
  onDirty,
  onCancel,
  onClose,
}: {
  row: DetailRow<typeof channelAccount> | undefined;
  connectors: readonly ConnectorInfo[];
  startsWith: string | undefined;
  isDirty: boolean;
  onDirty: () => void;
  onCancel: () => void;
  onClose: () => void;
}): ReactNode {
  const [form] = Form.useForm<Record<string, unknown>>();
  const name = useId();
  useFirstFocus(name, row === undefined);
  const initial = startOf(row, startsWith ?? connectors[0]?.code);
  const watched: unknown = Form.useWatch('channelCode', form);
  const channelCode = String(watched ?? initial.channelCode ?? '');
  const connector = connectors.find(({ code }) => code === channelCode);
  const settings = settingFields(connector, row !== undefined);
  const offer = useDraft({
    key: draftKey('base:channelAccount', row?.id),
    title: row ? `编辑店铺：${row.name}` : '新增店铺',
    isDirty,
    take: () => withoutSecrets({ ...FIELDS, ...settings.fields }, form.getFieldsValue()),
    restore(values) {
      form.setFieldsValue(withoutSecrets({ ...FIELDS, ...settings.fields }, values));
      onDirty();
    },
  });
  const typed = useRef<Record<string, unknown>>({});
  const [isPractice, setPractice] = useState(false);
  const fillPractice = (environment: unknown): void => {
    const chosen = connector?.practice?.[environment === 'sandbox' ? 'sandbox' : 'live'];
    if (connector && chosen) form.setFieldsValue(connectionOf(connector, chosen));
  };
  const practise = (next: boolean): void => {
    if (!connector) return;
    const nothing = connectionOf(connector, null);
    // What was typed is there again where somebody comes back to it.
    if (next && !isPractice) typed.current = form.getFieldsValue(Object.keys(nothing));
    if (next) fillPractice(form.getFieldValue('environment'));
    else form.setFieldsValue({ ...nothing, ...typed.current });
    setPractice(next);
    onDirty();
  };
  const [isOpen, setOpen] = useState(false);
  const keys = useActionKeys();
  const submission = useSubmission(
    form,
    new Set(['channelCode', ...IDENTITY.flat(), ...POLICY.flat(), ...Object.keys(settings.fields)]),
    { reportsStale: true },
  );
  const save = async (values: Record<string, unknown>): Promise<void> => {
    const body = bodyOf(row, values, connector);
    if (!body) return onClose();
    const isDone = await submission.run(async () => {
      const key = keys.keyFor(body);
      const sent = callResource(channelAccount, row ? 'edit' : 'add', { body, key });
      const answer = await sent.catch((error: unknown) => {
        keys.settle(error);
        throw error;
      });
      keys.settle(null);
      toast.done(answer.message);
      void refreshResource(channelAccount);
      onClose();
    });
    if (!isDone) setOpen(true);
  };
  return (
    <Form
      form={form}
      name={name}
      layout="vertical"
      initialValues={initial}
      onValuesChange={(changed: Record<string, unknown>) => {
        // Each environment has addresses and a key of its own.
        if (isPractice && 'environment' in changed) fillPractice(changed['environment']);
        onDirty();
      }}
      onFinish={(values) => void save(values)}
      onFinishFailed={() => setOpen(true)}
    >
      <DraftNote offer={offer} />
      <RefusalNote texts={submission.others} />
      {submission.isStale && (
        <Alert type="warning" showIcon className="wb-form-note" title="该店铺已被他人修改，请关闭后重新打开再保存。" />
      )}
      <Form.Item
        name="channelCode"
        label="渠道"
        rules={[{ required: true, message: '请选择渠道' }]}
        {...(row ? { extra: '店铺建立后渠道不能更换' } : {})}
      >
        <Select
          disabled={row !== undefined}
          options={connectors.map(({ code, title }) => ({ value: code, label: title }))}
        />
      </Form.Item>
      <FieldInputs fields={FIELDS} layout={IDENTITY} form={form} row={row} />
      <h3 className="wb-form-part">接口连接</h3>
      {!row && connector?.practice && <PracticeChoice isPractice={isPractice} onChoose={practise} />}
      <FieldInputs fields={settings.fields} layout={settings.main} form={form} row={row} />
      {settings.more.length > 0 && (
        <Collapse
          size="small"
          className="wb-form-note"
          activeKey={isOpen ? ['more'] : []}
          onChange={(open) => setOpen(open.length > 0)}
          items={[
            {
              key: 'more',
              label: '高级参数：接口地址与抓取范围（一般不需要改）',
              forceRender: true,
              children: <FieldInputs fields={settings.fields} layout={settings.more} form={form} row={row} />,
            },
          ]}
        />
      )}
      <h3 className="wb-form-part">订单与库存策略</h3>
      <FieldInputs fields={FIELDS} layout={POLICY} form={form} row={row} />
      <Space className="wb-form-actions">
        <Button type="primary" htmlType="submit" loading={submission.isBusy}>
          保存
        </Button>
        <Button onClick={onCancel}>取消</Button>
      </Space>
    </Form>
  );
}

function startOf(
  row: DetailRow<typeof channelAccount> | undefined,
  channelCode: string | undefined,
): Record<string, unknown> {
  const { settings: _json, ...fields } = FIELDS;
  if (!row) return startValues(fields, { channelCode });
  const settings = Object.entries(settingsOf(row)).map(([key, value]) => [SETTING + key, value]);
  return { ...storedValues(fields, row), ...Object.fromEntries(settings) };
}

const settingsOf = (row: DetailRow<typeof channelAccount> | undefined): Record<string, string> =>
  (row?.settings as Record<string, string> | null | undefined) ?? {};

/** What is sent: all that is filled in, or what was changed; null = nothing was. */
function bodyOf(
  row: DetailRow<typeof channelAccount> | undefined,
  values: Record<string, unknown>,
  connector: ConnectorInfo | undefined,
): Record<string, unknown> | null {
  const settings: Record<string, string> = {};
  for (const { key, secret: isSecret } of connector?.accountFields ?? []) {
    const value = String(values[SETTING + key] ?? '').trim();
    if (!isSecret && value !== '') settings[key] = value;
  }
  const { settings: _json, ...fields } = FIELDS;
  if (!row) return { ...filledValues(fields, values), settings };
  const changed = changedValues(fields, row, values);
  if (!isSameText(settings, settingsOf(row))) changed['settings'] = settings;
  if (Object.keys(changed).length === 0) return null;
  return { id: row.id, version: row.version, ...changed };
}

function isSameText(a: Record<string, string>, b: Record<string, string>): boolean {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].every((key) => (a[key] ?? '') === String(b[key] ?? ''));
}
