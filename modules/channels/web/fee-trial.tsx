import { Alert, Button, Form, Modal } from 'antd';
import { useState, type ReactNode } from 'react';
import { fetchRoute, FieldInputs, RefusalNote, startValues, useFirstFocus, useSubmission } from '#kit/web/index.ts';
import { feeTrialRoute, trialFields, type FeeTrial } from '../model/fee-trial.ts';
import './channels.css';

const LAYOUT = [['accountId', 'skuId'], ['qty', 'unitPrice'], ['shipMethodId']] as const;

export interface FeeTrialProps {
  onClose: () => void;
}

/** 试算: what the fees of today come to for a sale, and how each comes about. */
export function FeeTrialDialog({ onClose }: FeeTrialProps): ReactNode {
  const [form] = Form.useForm<Record<string, unknown>>();
  const formId = 'fee-trial';
  useFirstFocus(formId);
  const submission = useSubmission(form, new Set(Object.keys(trialFields)));
  const [result, setResult] = useState<FeeTrial | null>(null);
  const run = (values: Record<string, unknown>): Promise<boolean> =>
    submission.run(async () => {
      setResult(null);
      const requested = Object.entries(values).filter(([, value]) => value !== null && value !== '');
      const query = Object.fromEntries(requested.map(([key, value]) => [key, String(value)]));
      setResult(await fetchRoute(feeTrialRoute, { query }));
    });
  return (
    <Modal
      open
      width={640}
      title="渠道费用试算"
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>关闭</Button>
          <Button type="primary" loading={submission.isBusy} onClick={() => form.submit()}>
            试算
          </Button>
        </>
      }
    >
      <RefusalNote texts={submission.others} />
      <Form
        form={form}
        name={formId}
        layout="vertical"
        initialValues={startValues(trialFields)}
        onValuesChange={() => setResult(null)}
        onFinish={(values) => void run(values)}
      >
        <FieldInputs fields={trialFields} layout={LAYOUT} form={form} />
      </Form>
      {result && <Result {...result} />}
    </Modal>
  );
}

function Result({ currency, net, fees, total, share, isUnmeasured }: FeeTrial): ReactNode {
  if (fees.length === 0) return <Alert showIcon type="info" title="没有适用的费用：检查渠道、币种、生效日和状态" />;
  return (
    <>
      {isUnmeasured && <Alert showIcon type="warning" title="这个SKU没有箱规，按重量、体积的费用按 0 计" />}
      <table className="ch-fees" aria-label="试算结果">
        <tbody>
          {fees.map(({ id, code, feeType_dictText, how, amount }) => (
            <tr key={id}>
              <th scope="row">
                {feeType_dictText}
                <small>{code}</small>
              </th>
              <td>{how}</td>
              <td className="ch-fee-amount">{amount}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">合计</th>
            <td>{share === null ? `货款 ${net}` : `货款 ${net} 的 ${Number((Number(share) * 100).toFixed(2))}%`}</td>
            <td className="ch-fee-amount">
              {total} {currency}
            </td>
          </tr>
        </tbody>
      </table>
    </>
  );
}
