import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Form, Skeleton } from 'antd';
import { useState, type ReactNode } from 'react';
import type { Fields } from '#kit/model/field.ts';
import {
  askRoute,
  BlankState,
  callRoute,
  FieldInputs,
  HelpButton,
  RefusalNote,
  say,
  storedValues,
  usePermission,
  useSubmission,
  useUnsavedWork,
} from '#kit/web/index.ts';
import {
  MAIL_WORDS,
  purchaseSettings,
  readSettingsRoute,
  saveSettingsRoute,
  type SettingsChange,
  type WireSettings,
} from '../model/purchase-settings.ts';
import './purchasing.css';
import '#kit/web/detail/detail.css';

const QUERY = ['purchasing', 'purchaseSettings'];

/** 采购设置: what the tenant has decided about buying, and who changed it. */
export function PurchaseSettingsPage(): ReactNode {
  const { data, error, refetch } = useQuery({
    queryKey: QUERY,
    queryFn: ({ signal }) => askRoute(readSettingsRoute, { signal }),
  });
  // What somebody types into stays as it was opened, whatever others save meanwhile.
  const [opened, setOpened] = useState<WireSettings | null>(null);
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
    <article className="wb-detail pu-settings">
      <header className="wb-detail-head">
        <h1 className="wb-detail-name">采购设置</h1>
        <HelpButton />
      </header>
      <SettingsForm
        key={settings.version}
        settings={settings}
        isDirty={opened !== null}
        onTyped={() => setOpened(settings)}
        onLeft={() => setOpened(null)}
      />
      <Changes changes={data.changes} />
    </article>
  );
}

const layoutOf = (fields: Fields): string[][] =>
  [
    ['approvalLimit', 'approvalHours'],
    ['priceTolerance', 'qtyTolerance'],
    ['leadDays', 'learnedReceipts'],
    ['mailSubject'],
    ['mailText'],
  ].map((row) => row.filter((key) => key in fields));

interface SettingsFormProps {
  settings: WireSettings;
  isDirty: boolean;
  onTyped: () => void;
  /** Saved, or given up for what others have saved. */
  onLeft: () => void;
}

function SettingsForm({ settings, isDirty, onTyped, onLeft }: SettingsFormProps): ReactNode {
  const mayEdit = usePermission('purchasing:purchaseSettings:edit');
  const client = useQueryClient();
  const [form] = Form.useForm<Record<string, unknown>>();
  const { approvalLimit, ...open } = purchaseSettings;
  const fields: Fields = 'approvalLimit' in settings ? { approvalLimit, ...open } : open;
  const submission = useSubmission(form, new Set(Object.keys(fields)), { tellsStale: true });
  const save = (values: Record<string, unknown>): Promise<boolean> =>
    submission.run(async () => {
      const body = { ...values, version: settings.version };
      const { message, result } = await callRoute(saveSettingsRoute, { body });
      say.done(message);
      client.setQueryData(QUERY, result);
      onLeft();
    });
  return (
    <section className="wb-detail-part">
      <RefusalNote texts={submission.others} />
      {submission.isStale && (
        <p className="pu-bad">
          设置已被他人修改，
          <Button
            type="link"
            onClick={() => {
              onLeft();
              void client.invalidateQueries({ queryKey: QUERY });
            }}
          >
            刷新
          </Button>
        </p>
      )}
      <Form
        form={form}
        name="purchase-settings"
        layout="vertical"
        disabled={!mayEdit}
        initialValues={storedValues(fields, settings as unknown as Record<string, unknown>)}
        onValuesChange={onTyped}
        onFinish={(values) => void save(values)}
      >
        <FieldInputs
          fields={fields}
          layout={layoutOf(fields)}
          form={form}
          row={settings as unknown as Record<string, unknown>}
        />
        <p className="pu-weak">
          主题和正文里可以用 {MAIL_WORDS.map((word) => `{${word}}`).join('、')}
        </p>
        {mayEdit && (
          <Button type="primary" htmlType="submit" loading={submission.isBusy} disabled={!isDirty}>
            保存
          </Button>
        )}
      </Form>
    </section>
  );
}

function Changes({ changes }: { changes: readonly SettingsChange[] }): ReactNode {
  if (changes.length === 0) return null;
  return (
    <section className="wb-detail-part">
      <h2>修改记录</h2>
      <ul className="pu-changes">
        {changes.map(({ at, by, fields }) => (
          <li key={`${at} ${by}`}>
            <span className="pu-weak">
              {at} {by}
            </span>
            {fields.map(({ title, from, to }) => (
              <span key={title}>
                {title}：{from.length + to.length > 60 ? '已修改' : `${from} → ${to}`}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
