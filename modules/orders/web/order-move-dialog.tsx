import { Alert, Button, Checkbox, Form, Input, Modal, Skeleton } from 'antd';
import { useId, type ReactNode } from 'react';
import {
  BlankState,
  DraftNote,
  RefusalNote,
  runMove,
  useActionKeys,
  useFirstFocus,
  useMoveDraft,
  useRow,
  useSubmission,
  versionNow,
  type MoveDialogProps,
} from '#kit/web/index.ts';
import { changeGone } from '../model/errors.ts';
import { salesOrder } from '../model/order.ts';
import type { OrderDetailRow } from './order-row.ts';
import './orders.css';

/** The whole order behind a row of a list: sealed fields and lines are read one order at a time. */
export function WithOrder({
  dialog,
  title,
  children,
}: {
  dialog: MoveDialogProps;
  title: string;
  children: (order: OrderDetailRow, refresh: () => void) => ReactNode;
}): ReactNode {
  const { data, error, isFetchedAfterMount, refetch } = useRow(salesOrder, dialog.row.id);
  const refresh = (): void => void refetch();
  if (data && isFetchedAfterMount) return children(data, refresh);
  return (
    <WaitingDialog title={title} onClose={dialog.onClose}>
      {error && <BlankState tone="bad" title={error.message} actions={<Button onClick={refresh}>重试</Button>} />}
    </WaitingDialog>
  );
}

/** In place of a dialog whose data is on the way, or could not be read. */
export const WaitingDialog = ({
  title,
  onClose,
  children,
}: {
  title: string;
  onClose: () => void;
  children?: ReactNode;
}): ReactNode => (
  <Modal open title={title} footer={null} onCancel={onClose}>
    {children ?? <Skeleton active />}
  </Modal>
);

interface Answers {
  reason?: string;
  acceptLabelLoss?: boolean;
}

interface OrderMoveDialogProps {
  dialog: Pick<MoveDialogProps, 'lifecycle' | 'onClose' | 'onDone'>;
  move: string;
  order: OrderDetailRow;
  onRefresh: () => void;
  title: string;
  okText: string;
  isDanger: boolean;
  /** Something of the order is chosen. */
  isReady: boolean;
  /** Null: there is nothing to give a reason for. */
  reason: { label: string; isRequired: boolean } | null;
  /** Asks to bear the loss of labels, and says what follows without; absent: nothing is lost. */
  labelLoss?: string | undefined;
  /** What is sent beside reason and consent. */
  answers: Record<string, unknown>;
  /** Where it is chosen what the move does. @param onDirty tells that something was chosen again */
  choice: (onDirty: () => void) => ReactNode;
  /** What is chosen, as a draft keeps it, and how it is put back. */
  kept: Readonly<Record<string, unknown>>;
  onRestore: (stored: Readonly<Record<string, unknown>>) => void;
  consequences: ReactNode;
}

type Sent = Pick<OrderMoveDialogProps, 'dialog' | 'move' | 'order' | 'labelLoss' | 'answers'>;

/** The form of such a move, sent once however often it is tried. */
function useOrderMove({ dialog, move, order, labelLoss, answers }: Sent) {
  const [form] = Form.useForm<Answers>();
  const keys = useActionKeys();
  const submission = useSubmission(form, new Set(['reason', 'acceptLabelLoss']), {
    reportsStale: true,
  });
  const send = (values: Answers): Promise<boolean> =>
    submission.run(async () => {
      const consent = labelLoss ? { acceptLabelLoss: values.acceptLabelLoss ?? false } : {};
      const version = await versionNow(dialog.lifecycle.of, { ...order });
      const body = { reason: values.reason, ...consent, ...answers, version };
      try {
        const answer = await runMove(dialog.lifecycle, order.id, move, body, keys.keyFor(body));
        keys.settle(null);
        dialog.onDone(answer);
      } catch (error) {
        keys.settle(error);
        throw error;
      }
    });
  return { form, submission, send };
}

/** A move on parts of an order: what is chosen, why, who bears lost labels, and what follows. */
export function OrderMoveDialog(props: OrderMoveDialogProps): ReactNode {
  const { form, submission, send } = useOrderMove(props);
  const { offer, setDirty, close } = useMoveDraft({
    ...props.dialog,
    move: props.move,
    row: props.order,
    take: () => ({ answers: form.getFieldsValue(), kept: props.kept }),
    restore({ answers, kept }) {
      form.setFieldsValue(answers as Answers);
      props.onRestore(kept as Record<string, unknown>);
    },
  });
  const dirty = (): void => setDirty(true);
  const choiceId = useId();
  useFirstFocus(choiceId);
  return (
    <Modal
      open
      width={720}
      title={props.title}
      okText={props.okText}
      cancelText="返回"
      okButtonProps={{ danger: props.isDanger, disabled: !props.isReady }}
      confirmLoading={submission.isBusy}
      mask={{ closable: false }}
      onCancel={close}
      onOk={() => form.submit()}
    >
      <DraftNote offer={offer} />
      <RefusalNote texts={submission.others.filter((text) => text !== GONE)} />
      {(submission.isStale || submission.others.includes(GONE)) && (
        <StaleNote
          title={submission.isStale ? '数据已被他人修改，请刷新' : GONE}
          onRefresh={() => {
            submission.clear();
            props.onRefresh();
          }}
        />
      )}
      <div id={choiceId}>{props.choice(dirty)}</div>
      <Form<Answers>
        form={form}
        layout="vertical"
        className="or-cancel-form"
        onValuesChange={dirty}
        onFinish={(values) => void send(values)}
      >
        {props.reason && <ReasonInput {...props.reason} />}
        {props.labelLoss && (
          <Form.Item name="acceptLabelLoss" valuePropName="checked" extra={props.labelLoss}>
            <Checkbox>确认承担面单损失</Checkbox>
          </Form.Item>
        )}
      </Form>
      {props.consequences}
    </Modal>
  );
}

/** The channel, or a colleague, was quicker: what is asked for is chosen again. */
const GONE = changeGone().message;

interface StaleNoteProps {
  title: string;
  onRefresh: () => void;
}

const StaleNote = ({ title, onRefresh }: StaleNoteProps): ReactNode => (
  <Alert
    type="warning"
    showIcon
    className="wb-form-note"
    title={title}
    action={
      <Button size="small" onClick={onRefresh}>
        刷新
      </Button>
    }
  />
);

const ReasonInput = ({ label, isRequired }: NonNullable<OrderMoveDialogProps['reason']>): ReactNode => (
  <Form.Item
    name="reason"
    label={label}
    required={isRequired}
    rules={isRequired ? [{ required: true, whitespace: true, message: `请输入${label}` }] : []}
  >
    <Input maxLength={255} />
  </Form.Item>
);

/** What follows from a choice, line by line, before the button is pressed. */
export const Consequences = ({ title, texts }: { title: string; texts: readonly string[] }): ReactNode => (
  <Alert
    type="warning"
    showIcon
    title={title}
    description={
      <ul className="or-cancel-result">
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    }
  />
);
