import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Form, Skeleton } from 'antd';
import { useState, type ReactNode } from 'react';
import type { Fields } from '#kit/model/field.ts';
import { BlankState } from '#ui/blank-state.tsx';
import { toast } from '#ui/feedback.tsx';
import { useUnsavedWork } from '#ui/page/held-pages.ts';
import { HelpButton } from '../help/help-button.tsx';
import { usePermission } from '../session/access.ts';
import { FieldInputs } from './field-inputs.tsx';
import { storedValues } from './form-values.ts';
import { RefusalNote } from './refusal-note.tsx';
import { useSubmission } from './use-submission.ts';
import '../detail/detail.css';

/** What a tenant decides of a module, as one form that is saved as a whole. */
export interface SettingsPageProps<S extends { version: number }> {
  title: string;
  /** Of the form, and of what is kept of the answer: `module:settings`. */
  name: string;
  read: (signal: AbortSignal) => Promise<S>;
  save: (body: Record<string, unknown>) => Promise<{ message: string; result: S }>;
  /** The right to change them; who has it not reads them. */
  editRight: string;
  /** Fields that this reader is asked; what is hidden from them is not among them. */
  fieldsOf: (settings: S) => Fields;
  /** Rows of keys; one below the other by default. Keys that are not asked fall out. */
  layout?: readonly (readonly string[])[];
  /** Below the inputs. */
  hint?: ReactNode;
  /** Below the form. */
  below?: (settings: S) => ReactNode;
  className?: string;
}

/** What somebody types into stays as it was opened, whatever others save meanwhile. */
export function SettingsPage<S extends { version: number }>(props: SettingsPageProps<S>): ReactNode {
  const { title, name, read, below, className = '' } = props;
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(name),
    queryFn: ({ signal }) => read(signal),
  });
  const [opened, setOpened] = useState<S | null>(null);
  useUnsavedWork(opened !== null);
  if (error && !data)
    return (
      <BlankState
        tone="bad"
        title={<h1>{error.message}</h1>}
        actions={<Button onClick={() => void refetch()}>重试</Button>}
      />
    );
  if (!data) return <Skeleton active className="wb-page-wait" />;
  const settings = opened ?? data;
  return (
    <article className={`wb-detail ${className}`}>
      <header className="wb-detail-head">
        <h1 className="wb-detail-name">{title}</h1>
        <HelpButton />
      </header>
      <SettingsForm
        {...props}
        key={settings.version}
        settings={settings}
        isDirty={opened !== null}
        onTyped={() => setOpened(settings)}
        onLeft={() => setOpened(null)}
      />
      {below?.(data)}
    </article>
  );
}

const keyOf = (name: string): readonly string[] => ['settings', name];

interface SettingsFormProps<S extends { version: number }> extends SettingsPageProps<S> {
  settings: S;
  isDirty: boolean;
  onTyped: () => void;
  /** Saved, or given up for what others have saved. */
  onLeft: () => void;
}

function SettingsForm<S extends { version: number }>(props: SettingsFormProps<S>): ReactNode {
  const { name, save, editRight, fieldsOf, layout, hint } = props;
  const { settings, isDirty, onTyped, onLeft } = props;
  const mayEdit = usePermission(editRight);
  const client = useQueryClient();
  const [form] = Form.useForm<Record<string, unknown>>();
  const fields = fieldsOf(settings);
  const keys = Object.keys(fields);
  const row = settings as unknown as Record<string, unknown>;
  const submission = useSubmission(form, new Set(keys), { reportsStale: true });
  const send = (values: Record<string, unknown>): Promise<boolean> =>
    submission.run(async () => {
      const { message, result } = await save({ ...values, version: settings.version });
      toast.done(message);
      client.setQueryData(keyOf(name), result);
      onLeft();
    });
  return (
    <section className="wb-detail-part">
      <RefusalNote texts={submission.others} />
      {submission.isStale && (
        <p role="alert">
          设置已被他人修改，
          <Button
            type="link"
            onClick={() => {
              onLeft();
              void client.invalidateQueries({ queryKey: keyOf(name) });
            }}
          >
            刷新
          </Button>
        </p>
      )}
      <Form
        form={form}
        name={name.replaceAll(':', '-')}
        layout="vertical"
        disabled={!mayEdit}
        initialValues={storedValues(fields, row)}
        onValuesChange={onTyped}
        onFinish={(values) => void send(values)}
      >
        <FieldInputs
          fields={fields}
          layout={(layout ?? [keys]).map((line) => line.filter((key) => key in fields))}
          form={form}
          row={row}
        />
        {hint}
        {mayEdit && (
          <Button type="primary" htmlType="submit" loading={submission.isBusy} disabled={!isDirty}>
            保存
          </Button>
        )}
      </Form>
    </section>
  );
}
