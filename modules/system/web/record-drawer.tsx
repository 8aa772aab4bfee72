import { Button, Drawer, Form, Space } from 'antd';
import { useId, useMemo, type ReactNode } from 'react';
import type { Fields } from '#kit/model/field.ts';
import {
  DraftNote,
  draftKey,
  FieldInputs,
  say,
  startValues,
  useFirstFocus,
  takenCheck,
  useDraft,
  useGuardedClose,
  useSubmission,
  withoutSecrets,
  type Envelope,
  RefusalNote,
} from '#kit/web/index.ts';

export interface RecordDrawerProps {
  title: string;
  /** Table of the wire whose unique fields are asked for while the form is filled in. */
  table?: string;
  fields: Fields;
  layout: readonly (readonly string[])[];
  /** Stored values when editing, starting values when adding. */
  initial?: Readonly<Record<string, unknown>> | undefined;
  /** Form items of the page's own, with the names the server's errors carry. */
  children?: ReactNode;
  extraNames?: readonly string[];
  /** Sends everything that was filled in, blanks as null. */
  send: (values: Record<string, unknown>) => Promise<Envelope<unknown>>;
  onSaved: () => void;
  onClose: () => void;
}

/** A form in a drawer over a hand-written route; refusals stand at their inputs. */
export function RecordDrawer({
  title,
  table,
  fields,
  layout,
  initial,
  children,
  extraNames = [],
  send,
  onSaved,
  onClose,
}: RecordDrawerProps): ReactNode {
  const [form] = Form.useForm<Record<string, unknown>>();
  const name = useId();
  useFirstFocus(name);
  const { isDirty, setDirty, close } = useGuardedClose(onClose);
  const isTaken = useMemo(() => (table ? takenCheck(table, initial) : undefined), [table, initial]);
  const submission = useSubmission(form, new Set([...layout.flat(), ...extraNames]));
  const offer = useDraft({
    key: draftKey(table ?? title, initial?.['id'] as string | undefined),
    title,
    isDirty,
    take: () => withoutSecrets(fields, form.getFieldsValue()),
    restore(values) {
      form.setFieldsValue(withoutSecrets(fields, values));
      setDirty(true);
    },
  });
  const save = (values: Record<string, unknown>): Promise<boolean> =>
    submission.run(async () => {
      const filled = Object.entries(values).map(([key, value]) => [
        key,
        value === undefined || value === '' ? null : value,
      ]);
      const { message } = await send(Object.fromEntries(filled) as Record<string, unknown>);
      say.done(message);
      onSaved();
      onClose();
    });
  return (
    <Drawer open title={title} size={640} mask={{ closable: !isDirty }} onClose={close}>
      <Form
        form={form}
        name={name}
        layout="vertical"
        initialValues={{ ...startValues(fields, initial), ...initial }}
        onValuesChange={() => setDirty(true)}
        onFinish={(values) => void save(values)}
      >
        <DraftNote offer={offer} />
        <RefusalNote texts={submission.others} />
        <FieldInputs fields={fields} layout={layout} form={form} row={initial} isTaken={isTaken} />
        {children}
        <Space className="wb-form-actions">
          <Button type="primary" htmlType="submit" loading={submission.isBusy}>
            保存
          </Button>
          <Button onClick={close}>取消</Button>
        </Space>
      </Form>
    </Drawer>
  );
}
