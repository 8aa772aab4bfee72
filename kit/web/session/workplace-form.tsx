import { Alert, Button, Form, Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { choicesOf, chooseWorkplace, type SignInAnswer } from './sign-in.ts';

interface Workplace {
  tenantId?: string;
  orgCode?: string;
}

/** Tenant and department of a user who has several (请选择租户和部门). */
export function WorkplaceForm({
  answer,
  onBack,
}: {
  answer: SignInAnswer;
  onBack: () => void;
}): ReactNode {
  const { tenants, departs } = choicesOf(answer);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const title = `请选择${[tenants.length > 0 && '租户', departs.length > 0 && '部门'].filter(Boolean).join('和')}`;

  const submit = async (chosen: Workplace): Promise<void> => {
    setBusy(true);
    try {
      await chooseWorkplace(answer, chosen);
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : '未知错误');
      setBusy(false);
    }
  };

  return (
    <Form<Workplace>
      layout="vertical"
      requiredMark={false}
      initialValues={{ orgCode: answer.userInfo.orgCode ?? undefined }}
      onFinish={(chosen) => void submit(chosen)}
    >
      <h2>{title}</h2>
      {tenants.length > 0 && (
        <Form.Item name="tenantId" label="租户" rules={[{ required: true, message: '请选择租户' }]}>
          <Select
            size="large"
            options={tenants.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
        </Form.Item>
      )}
      {departs.length > 0 && (
        <Form.Item name="orgCode" label="部门" rules={[{ required: true, message: '请选择部门' }]}>
          <Select
            size="large"
            options={departs.map(({ orgCode, departName }) => ({
              value: orgCode,
              label: departName,
            }))}
          />
        </Form.Item>
      )}
      {refusal && <Alert type="error" showIcon title={refusal} className="wb-signin-note" />}
      <Button type="primary" size="large" block htmlType="submit" loading={isBusy}>
        进入
      </Button>
      <Button type="link" block onClick={onBack}>
        返回登录
      </Button>
    </Form>
  );
}
