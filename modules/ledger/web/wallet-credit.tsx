import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Form, Select } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import {
  fetchRoute,
  grouped,
  FieldInputs,
  HelpButton,
  PartTable,
  RefusalNote,
  toast,
  startValues,
  useActionKeys,
  useFirstFocus,
  usePageTitle,
  useSubmission,
  useUnsavedWork,
  PersonName,
} from '#kit/web/index.ts';
import { creditFields, creditWalletRoute, walletCreditsRoute, type WalletCredit } from '../model/wallet.ts';
import './wallet.css';

const { forTenant: _tenant, ...TYPED } = creditFields;
const LAYOUT = [
  ['amount', 'currency'],
  ['reference', 'reason'],
] as const;
const KEY = ['ledger:walletCredits'];

type Body = Parameters<typeof fetchRoute<typeof creditWalletRoute>>[1]['body'];

/** 钱包入账: the operator enters what tenants have paid. */
export function WalletCreditPage(): ReactNode {
  usePageTitle('钱包入账');
  const [form] = Form.useForm<Record<string, unknown>>();
  useFirstFocus('wallet-credit');
  const client = useQueryClient();
  const keys = useActionKeys();
  const [isTyped, setTyped] = useState(false);
  useUnsavedWork(isTyped);
  const submission = useSubmission(form, new Set(Object.keys(creditFields)));
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => fetchRoute(walletCreditsRoute, { signal }),
    staleTime: 0,
  });
  const initial = useMemo(() => startValues(TYPED), []);
  const enter = (values: Record<string, unknown>): Promise<boolean> =>
    submission.run(async () => {
      const body = values as Body;
      await fetchRoute(creditWalletRoute, { body, key: keys.keyFor(body) });
      keys.settle(null);
      toast.done('已入账');
      form.resetFields();
      setTyped(false);
      void client.invalidateQueries({ queryKey: KEY });
    });
  return (
    <section className="wa-credit">
      <header>
        <h1>钱包入账</h1>
        <HelpButton />
      </header>
      <RefusalNote texts={submission.others} />
      <Form
        form={form}
        name="wallet-credit"
        layout="vertical"
        initialValues={initial}
        onValuesChange={() => setTyped(true)}
        onFinish={(values) => void enter(values)}
      >
        <Form.Item name="forTenant" label="租户" rules={[{ required: true, message: '请选择租户' }]}>
          <Select
            showSearch
            optionFilterProp="label"
            placeholder="请选择"
            options={(data?.tenants ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Form.Item>
        <FieldInputs fields={TYPED} layout={LAYOUT} form={form} />
        <Button type="primary" htmlType="submit" loading={submission.isBusy}>
          入账
        </Button>
      </Form>
      <h2>最近入账</h2>
      <Credits rows={data?.credits ?? []} />
    </section>
  );
}

const Credits = ({ rows }: { rows: readonly WalletCredit[] }): ReactNode =>
  rows.length === 0 ? (
    <p>还没有入账。</p>
  ) : (
    <PartTable
      label="最近入账"
      head={[
        { title: '时间' },
        { title: '租户' },
        { title: '金额', isFigure: true },
        { title: '收款凭据' },
        { title: '事由' },
        { title: '经办' },
      ]}
      rows={rows.map((row) => ({
        key: row.id,
        cells: [
          row.createTime,
          row.tenantName,
          `${grouped(row.amount)} ${row.currency}`,
          row.reference,
          row.reason,
          <PersonName key="by" username={row.createBy} />,
        ],
      }))}
    />
  );
