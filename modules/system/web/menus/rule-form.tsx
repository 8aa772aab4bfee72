import { Button, Dropdown, Form, Input, Modal, Segmented, Select } from 'antd';
import type { ReactNode } from 'react';
import { operatorOf, type Operator } from '#kit/model/query-language.ts';
import { callRoute } from '#kit/web/index.ts';
import { RULE_VARIABLES, variableText } from '../../model/data-rule.ts';
import { dataRuleCalls, type DataRule, type RuledField } from '../../model/routes/data-rules.ts';
import { RULE_WORDS } from './rule-text.ts';
import { useSaving } from './use-saving.ts';

interface Values {
  ruleName: string;
  ruleColumn: string;
  ruleConditions: string;
  ruleValue: string;
  status: string;
}

/** One data rule: a field of the page, how it is compared, and with what. */
export function RuleForm({
  permissionId,
  rule,
  fields,
  onSaved,
  onClose,
}: {
  permissionId: string;
  rule: DataRule | undefined;
  fields: readonly RuledField[];
  onSaved: () => void;
  onClose: () => void;
}): ReactNode {
  const [form] = Form.useForm<Values>();
  const { isBusy, setDirty, close, save } = useSaving(form, { onSaved, onClose });
  const send = (values: Values) => {
    const body = { ...values, permissionId };
    return rule
      ? callRoute(dataRuleCalls.edit, { body: { ...body, id: rule.id } })
      : callRoute(dataRuleCalls.add, { body });
  };
  return (
    <Modal
      open
      title={rule ? '编辑数据规则' : '新增数据规则'}
      okText="保存"
      cancelText="取消"
      confirmLoading={isBusy}
      mask={{ closable: false }}
      onOk={form.submit}
      onCancel={close}
    >
      <Form<Values>
        form={form}
        layout="vertical"
        initialValues={rule ? { ...rule, ruleConditions: codeOf(rule) } : { status: '1' }}
        onValuesChange={() => setDirty(true)}
        onFinish={(values) => void save(() => send(values))}
      >
        <Form.Item
          name="ruleName"
          label="规则名称"
          rules={[{ required: true, whitespace: true, message: '请输入规则名称' }]}
        >
          <Input maxLength={100} />
        </Form.Item>
        <Compared fields={fields} />
        <Form.Item name="status" label="状态">
          <Segmented
            options={[
              { value: '1', label: '有效' },
              { value: '0', label: '无效' },
            ]}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}

/** Both spellings of a condition are the same choice. */
const codeOf = ({ ruleConditions }: DataRule): string => {
  const operator = operatorOf(ruleConditions);
  return operator ? RULE_WORDS[operator][1] : ruleConditions;
};

function Compared({ fields }: { fields: readonly RuledField[] }): ReactNode {
  const form = Form.useFormInstance<Values>();
  const column = Form.useWatch<string>('ruleColumn');
  const field = fields.find(({ key }) => key === column);
  const conditions = (field?.operators ?? []).map((operator: Operator) => {
    const [label, value] = RULE_WORDS[operator];
    return { value, label };
  });
  return (
    <>
      <Form.Item name="ruleColumn" label="规则字段" rules={[{ required: true, message: '请选择规则字段' }]}>
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          options={fields.map(({ key, title }) => ({ value: key, label: title }))}
          onChange={() => form.setFieldsValue({ ruleConditions: undefined, ruleValue: '' } as never)}
        />
      </Form.Item>
      <Form.Item name="ruleConditions" label="规则条件" rules={[{ required: true, message: '请选择规则条件' }]}>
        <Select options={conditions} disabled={!field} />
      </Form.Item>
      <Form.Item
        name="ruleValue"
        label="规则值"
        extra="多个值以逗号分隔"
        rules={[{ required: true, whitespace: true, message: '请输入规则值' }]}
      >
        <ValueInput field={field} />
      </Form.Item>
    </>
  );
}

/** A text into which codes of the field and what stands for the person may be put. */
function ValueInput({
  value = '',
  onChange,
  field,
  id,
}: {
  value?: string;
  onChange?: (value: string) => void;
  field: RuledField | undefined;
  id?: string;
}): ReactNode {
  const options = [
    ...(field?.options ?? []).map(({ value: key, text }) => ({ key, label: text })),
    ...RULE_VARIABLES.map(({ name, title }) => ({ key: variableText(name), label: title })),
  ];
  const put = (part: string): void => onChange?.(value.trim() === '' ? part : `${value.replace(/,\s*$/, '')},${part}`);
  return (
    <Input
      {...(id ? { id } : {})}
      maxLength={2000}
      value={value}
      onChange={({ target }) => onChange?.(target.value)}
      suffix={
        <Dropdown
          trigger={['click']}
          menu={{
            items: options,
            onClick: ({ key }) => put(key),
            style: { maxHeight: 320, overflowY: 'auto' },
          }}
        >
          <Button size="small" type="link">
            选取
          </Button>
        </Dropdown>
      }
    />
  );
}
