import { Alert, Button, Drawer, Form, Skeleton, Space, type FormInstance } from 'antd';
import type { ReactNode } from 'react';
import { DraftNote } from './draft-note.tsx';
import { RefusalNote } from './refusal-note.tsx';
import type { DraftOffer } from './use-draft.ts';
import type { Submission } from './use-submission.ts';

/** What a form waits for before it can be filled in. */
export interface FormSource {
  isReady: boolean;
  error: Error | null;
  refetch: () => unknown;
}

interface FormDrawerFrameProps {
  title: string;
  isDirty: boolean;
  source?: FormSource | undefined;
  /** px; 720 by default. */
  size?: number | undefined;
  onClose: () => void;
  children: ReactNode;
}

/** The drawer around a form: what it edits is on its way, cannot be had, or stands in it. */
export function FormDrawerFrame({
  title,
  isDirty,
  source,
  size = 720,
  onClose,
  children,
}: FormDrawerFrameProps): ReactNode {
  return (
    <Drawer
      open
      title={title}
      size={size}
      mask={{ closable: !isDirty }}
      onClose={onClose}
      styles={{ body: { paddingTop: 16 } }}
    >
      {!source || source.isReady ? (
        children
      ) : source.error ? (
        <Alert
          type="error"
          showIcon
          title={source.error.message}
          action={<Button onClick={() => void source.refetch()}>重试</Button>}
        />
      ) : (
        <Skeleton active />
      )}
    </Drawer>
  );
}

interface FormFrameProps {
  form: FormInstance<Record<string, unknown>>;
  /** Name of the form, for the ids of its inputs. */
  name: string;
  initialValues: Record<string, unknown>;
  offer: DraftOffer | null;
  submission: Submission;
  onDirty: () => void;
  onSave: (values: Record<string, unknown>) => void;
  onCancel: () => void;
  /** What the button that sends is called; 保存 by default. */
  okText?: string | undefined;
  children: ReactNode;
}

/** Inputs with what stands around them: work kept from before, refusals, and the ways out. */
export function FormFrame(props: FormFrameProps): ReactNode {
  const { form, submission } = props;
  return (
    <Form
      form={form}
      name={props.name}
      layout="vertical"
      initialValues={props.initialValues}
      onValuesChange={props.onDirty}
      onFinish={props.onSave}
      onFinishFailed={({ errorFields }) => {
        const first = errorFields[0]?.name;
        if (first) form.scrollToField(first, { focus: true, block: 'center' });
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.submit();
      }}
    >
      <DraftNote offer={props.offer} />
      <RefusalNote texts={submission.others} />
      {props.children}
      <Space className="wb-form-actions">
        <Button type="primary" htmlType="submit" loading={submission.isBusy}>
          {props.okText ?? '保存'}
        </Button>
        <Button onClick={props.onCancel}>取消</Button>
      </Space>
    </Form>
  );
}
