import { Alert, Button, Form, Modal, type FormInstance } from 'antd';
import { useId, type ReactNode } from 'react';
import type { Fields } from '#kit/model/field.ts';
import type { Move } from '#kit/model/lifecycle.ts';
import {
  DraftNote,
  FieldInputs,
  filledValues,
  formLayout,
  labelOf,
  RefusalNote,
  refreshResource,
  runMove,
  startValues,
  useActionKeys,
  useFirstFocus,
  useMoveDraft,
  useSubmission,
  versionNow,
  withoutSecrets,
  type MoveDialogProps,
} from '#kit/web/index.ts';
import { partOrder } from '../../model/part-order.ts';

export interface PartMoveProps {
  dialog: MoveDialogProps;
  /** Questions that are asked by inputs; by default all that the move has. */
  keys?: readonly string[];
  /** What the inputs start with. */
  start?: Readonly<Record<string, unknown>>;
  /** Hears what is typed, to fill in what follows from it. */
  onValues?: (changed: Readonly<Record<string, unknown>>, form: FormInstance) => void;
  /** What is sent beside them. */
  answers?: Readonly<Record<string, unknown>>;
  okText?: string;
  isDanger?: boolean;
  isReady?: boolean;
  /** Above the questions: what is chosen, what follows. @param onDirty tells that something was chosen */
  children: (onDirty: () => void) => ReactNode;
  /** Below the questions. */
  footnote?: ReactNode;
}

/** A move of a request that shows what it comes to: what is chosen stays if it is refused, and is sent once. */
export function PartMoveDialog(props: PartMoveProps): ReactNode {
  const { dialog, isDanger = false, isReady = true, children } = props;
  const { lifecycle, move: name, row } = dialog;
  const move = (lifecycle.moves as Readonly<Record<string, Move>>)[name] as Move;
  const fields = inputOf(move, props.keys);
  const formId = useId();
  const { form, submission, run } = usePartMove(props, fields);
  const { offer, setDirty, close } = useMoveDraft({
    ...dialog,
    take: () => withoutSecrets(fields, filledValues(fields, form.getFieldsValue())),
    restore: (values) => form.setFieldsValue(values),
  });
  useFirstFocus(formId);
  return (
    <Modal
      open
      width={720}
      title={`${move.title}：${labelOf(lifecycle.of, row)}`}
      okText={props.okText ?? `确认${move.title}`}
      cancelText="返回"
      okButtonProps={{ danger: isDanger, disabled: !isReady }}
      confirmLoading={submission.isBusy}
      mask={{ closable: false }}
      onCancel={close}
      onOk={() => form.submit()}
    >
      <DraftNote offer={offer} />
      <RefusalNote texts={[...submission.others]} />
      {submission.isStale && (
        <Alert
          type="warning"
          showIcon
          className="as-dialog-note"
          title="数据已被他人修改，请刷新"
          action={
            <Button
              size="small"
              onClick={() => {
                submission.clear();
                void refreshResource(partOrder);
              }}
            >
              刷新
            </Button>
          }
        />
      )}
      {children(() => setDirty(true))}
      <Form
        form={form}
        name={formId}
        layout="vertical"
        initialValues={{ ...startValues(fields, row), ...props.start }}
        onValuesChange={(changed: Record<string, unknown>) => {
          setDirty(true);
          props.onValues?.(changed, form);
        }}
        onFinish={(values) => void run(values)}
      >
        <FieldInputs fields={fields} layout={formLayout(fields)} form={form} row={row} />
        <button type="submit" hidden aria-label={move.title} />
      </Form>
      {props.footnote}
    </Modal>
  );
}

const inputOf = ({ input = {} }: Move, keys: readonly string[] = Object.keys(input)): Fields =>
  Object.fromEntries(
    keys.flatMap((key) => {
      const field = input[key];
      return field ? [[key, field]] : [];
    }),
  );

function usePartMove({ dialog, answers = {} }: PartMoveProps, fields: Fields) {
  const [form] = Form.useForm<Record<string, unknown>>();
  const keys = useActionKeys();
  const submission = useSubmission(form, new Set(Object.keys(fields)), { reportsStale: true });
  const { lifecycle, move, row, onDone } = dialog;
  const run = (values: Record<string, unknown>): Promise<boolean> =>
    submission.run(async () => {
      const version = await versionNow(lifecycle.of, row);
      const body = { ...filledValues(fields, values), ...answers, version };
      try {
        const answer = await runMove(lifecycle, row.id, move, body, keys.keyFor(body));
        keys.settle(null);
        onDone(answer);
      } catch (error) {
        keys.settle(error);
        throw error;
      }
    });
  return { form, submission, run };
}
