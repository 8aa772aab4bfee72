import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Form, Skeleton } from 'antd';
import { useState, type ReactNode } from 'react';
import type { Field, Fields } from '#kit/model/field.ts';
import type { Settings, SettingsChange, WireSettings } from '#kit/model/settings.ts';
import { BlankState } from '#ui/blank-state.tsx';
import { toast } from '#ui/feedback.tsx';
import { callRoute, fetchRoute } from '#ui/http/route-call.ts';
import { useUnsavedWork } from '#ui/page/held-pages.ts';
import { PersonName } from '#ui/person-name.tsx';
import { usePermission } from '../session/access.ts';
import { FieldInputs } from './field-inputs.tsx';
import { storedValues } from './form-values.ts';
import { RefusalNote } from './refusal-note.tsx';
import { useSubmission } from './use-submission.ts';
import '../detail/detail.css';
import './settings.css';

interface SettingsPartProps {
  of: Settings;
  onSaved?: () => void;
}

/** A form of settings with who changed it; what somebody types into stays as it was opened, whatever others save. */
export function SettingsPart({ of, onSaved }: SettingsPartProps): ReactNode {
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(of),
    queryFn: ({ signal }) => fetchRoute(of.read, { signal }),
  });
  const [opened, setOpened] = useState<WireSettings | null>(null);
  useUnsavedWork(opened !== null);
  if (error && !data)
    return (
      <BlankState tone="bad" title={error.message} actions={<Button onClick={() => void refetch()}>重试</Button>} />
    );
  if (!data) return <Skeleton active className="wb-page-wait" />;
  const settings = opened ?? data;
  return (
    <>
      <SettingsForm
        key={settings.version}
        of={of}
        settings={settings}
        isDirty={opened !== null}
        onTyped={() => setOpened(settings)}
        onLeft={() => setOpened(null)}
        onSaved={onSaved}
      />
      <Changes changes={data.changes} />
    </>
  );
}

const keyOf = ({ name }: Settings): readonly string[] => ['settings', name];

/** What is hidden from the reader is not asked; amounts name their currency. */
const fieldsOf = ({ fields }: Settings, settings: WireSettings): Fields =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([key]) => key in settings)
      .map(([key, field]: [string, Field]) => [
        key,
        field.kind === 'money' ? { ...field, title: `${field.title}(${settings.currency ?? ''})` } : field,
      ]),
  );

interface SettingsFormProps {
  of: Settings;
  settings: WireSettings;
  isDirty: boolean;
  onTyped: () => void;
  /** Saved, or given up for what others have saved. */
  onLeft: () => void;
  onSaved: (() => void) | undefined;
}

function SettingsForm({ of, settings, isDirty, onTyped, onLeft, onSaved }: SettingsFormProps): ReactNode {
  const mayEdit = usePermission(`${of.name}:edit`);
  const client = useQueryClient();
  const [form] = Form.useForm<Record<string, unknown>>();
  const fields = fieldsOf(of, settings);
  const submission = useSubmission(form, new Set(Object.keys(fields)), { reportsStale: true });
  const send = (values: Record<string, unknown>): Promise<boolean> =>
    submission.run(async () => {
      const { message, result } = await callRoute(of.save, { body: { ...values, version: settings.version } });
      toast.done(message);
      client.setQueryData(keyOf(of), result);
      onLeft();
      onSaved?.();
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
              void client.invalidateQueries({ queryKey: keyOf(of) });
            }}
          >
            刷新
          </Button>
        </p>
      )}
      <Form
        form={form}
        name={of.name.replaceAll(':', '-')}
        layout="vertical"
        disabled={!mayEdit}
        initialValues={storedValues(fields, settings)}
        onValuesChange={onTyped}
        onFinish={(values) => void send(values)}
      >
        <FieldInputs
          fields={fields}
          layout={of.layout.map((line) => line.filter((key) => key in fields))}
          form={form}
          row={settings}
          disabled={!mayEdit}
        />
        {mayEdit ? (
          <Button type="primary" htmlType="submit" loading={submission.isBusy} disabled={!isDirty}>
            保存
          </Button>
        ) : (
          <p className="wb-setting-weak">没有修改权限，只能查看；需要修改请找管理员。</p>
        )}
      </Form>
    </section>
  );
}

/** Texts longer than this together only say that they changed. */
const MOST_SHOWN = 60;

function Changes({ changes }: { changes: readonly SettingsChange[] }): ReactNode {
  if (changes.length === 0) return null;
  return (
    <section className="wb-detail-part">
      <h3>修改记录</h3>
      <ul className="wb-setting-changes">
        {changes.map(({ at, by, fields }) => (
          <li key={`${at} ${by}`}>
            <span className="wb-setting-weak">
              {at} <PersonName username={by} />
            </span>
            {fields.map(({ title, from, to }) => (
              <span key={title}>
                {title}：{from.length + to.length > MOST_SHOWN ? '已修改' : `${from} → ${to}`}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
