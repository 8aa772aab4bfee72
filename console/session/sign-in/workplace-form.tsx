import { Button, Form, Select } from 'antd';
import { useState, type ReactNode } from 'react';
import type { SignInAnswer } from '#modules/system/model/routes/session.ts';
import { chooseDepart, chooseTenant, choicesOf, startSession } from '../sign-in.ts';

/**
 * 请选择租户, then 请选择部门: one after the other, because departments belong to a tenant. Whoever
 * has only one of either is not asked.
 */
export function WorkplaceForm({ answer: first, onBack }: { answer: SignInAnswer; onBack: () => void }): ReactNode {
  const [answer, setAnswer] = useState(first);
  const [isInTenant, setInTenant] = useState(choicesOf(first).tenants.length === 0);
  const { tenants, departs } = choicesOf(answer);

  if (!isInTenant)
    return (
      <ChoiceForm
        key="tenant"
        what="租户"
        options={tenants.map(({ id, name }) => ({ value: String(id), label: name }))}
        initial={String(answer.userInfo.tenantId ?? '')}
        onBack={onBack}
        onChoose={async (tenantId) => {
          const next = await chooseTenant(answer, tenantId);
          if (choicesOf(next).departs.length === 0) return void startSession(next);
          setAnswer(next);
          setInTenant(true);
        }}
      />
    );
  return (
    <ChoiceForm
      key="depart"
      what="部门"
      options={departs.map(({ orgCode, departName }) => ({ value: orgCode, label: departName }))}
      initial={answer.userInfo.orgCode ?? ''}
      onBack={onBack}
      onChoose={async (orgCode) => void startSession(await chooseDepart(answer, orgCode))}
    />
  );
}

interface Option {
  value: string;
  label: string;
}

function ChoiceForm({
  what,
  options,
  initial,
  onChoose,
  onBack,
}: {
  what: string;
  options: Option[];
  initial: string;
  onChoose: (value: string) => Promise<void>;
  onBack: () => void;
}): ReactNode {
  const { refusal, isBusy, submit } = useChoosing(onChoose);
  const known = options.some((option) => option.value === initial) ? initial : undefined;
  return (
    <Form
      layout="vertical"
      requiredMark={false}
      initialValues={{ chosen: known }}
      onFinish={({ chosen }: { chosen: string }) => void submit(chosen)}
    >
      <h2>请选择{what}</h2>
      <Form.Item name="chosen" label={what} rules={[{ required: true, message: `请选择${what}` }]}>
        <Select size="large" options={options} />
      </Form.Item>
      {refusal && (
        <p role="alert" className="wb-user-note wb-user-refusal">
          {refusal}
        </p>
      )}
      <Button type="primary" size="large" block htmlType="submit" loading={isBusy}>
        进入
      </Button>
      <Button type="link" block onClick={onBack}>
        返回登录
      </Button>
    </Form>
  );
}

function useChoosing(onChoose: (value: string) => Promise<void>) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  return {
    refusal,
    isBusy,
    async submit(chosen: string): Promise<void> {
      setBusy(true);
      setRefusal(null);
      try {
        await onChoose(chosen);
      } catch (error) {
        setRefusal(error instanceof Error ? error.message : '未知错误');
      } finally {
        setBusy(false);
      }
    },
  };
}
