import { Alert, Form, Modal, Skeleton } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import type { Fields } from '#kit/model/field.ts';
import type { AnyLifecycle, Move } from '#kit/model/lifecycle.ts';
import { useActionKeys } from '#ui/http/action-key.ts';
import type { FieldError } from '#kit/model/refusal.ts';
import { labelOf } from '../audit-fields.ts';
import type { Row } from '#ui/cells/faces.ts';
import { DraftNote } from '../form/draft-note.tsx';
import { FieldInputs, type FieldInputsProps } from '../form/field-inputs.tsx';
import { filledValues, formLayout, startValues } from '../form/form-values.ts';
import { useFirstFocus } from '../form/use-first-focus.ts';
import { withoutSecrets } from '../form/use-draft.ts';
import { useSubmission } from '../form/use-submission.ts';
import type { TypedLines } from '../lines/question-line.ts';
import { LinesInput } from '../lines/lines-input.tsx';
import { refreshResource } from '../query-client.ts';
import { isGrave } from './legal-moves.ts';
import { raisedQuestions, suggestedAnswers } from './missing-answers.ts';
import type { MoveAnswer } from '#kit/model/resource-routes.ts';
import { runMove } from './run-move.ts';
import { startedFields, startedValues } from './started-answers.ts';
import { useLinesState, type LinesState, type LinesSlot } from './use-lines-state.ts';
import { useMoveDraft } from './use-move-draft.ts';
import { versionNow } from './version-now.ts';

export interface MoveDialogProps {
  lifecycle: AnyLifecycle;
  /** Name of the move. */
  move: string;
  row: Row;
  /** What the move was refused for want of: only that is asked then. */
  raised?: readonly FieldError[];
  onClose: () => void;
  onDone: (answer: MoveAnswer) => void;
}

export interface MoveQuestionsProps extends MoveDialogProps {
  /** What is decided on, above the questions. */
  children?: ReactNode;
  /** The question that the cursor begins at; the first one by default. */
  startAt?: string | undefined;
  /** What differs where it asks about lines. */
  lines?: LinesSlot | undefined;
  /** Inputs of the page's own, by key. */
  inputs?: FieldInputsProps['inputs'];
}

/** A dialog of a page's own for one move, in place of the generic one. */
export type MoveDialogs<M extends string = string> = Readonly<Partial<Record<M, React.ComponentType<MoveDialogProps>>>>;

/** Asks what a move of one document wants to know, warns of what cannot be undone, makes it. */
export function MoveDialog(props: MoveQuestionsProps): ReactNode {
  const { lifecycle, row, raised = [], children, startAt, lines: slot } = props;
  const move = (lifecycle.moves as Readonly<Record<string, Move>>)[props.move] as Move;
  const questions = raised.length > 0 ? raisedQuestions(move, raised) : (move.input ?? {});
  const all: Fields = startedFields(questions, lifecycle.of, row);
  const request = useLinesState(lifecycle.of, row.id, all, slot);
  const rest = request ? without(all, request.key) : all;
  const fields = (request && slot?.fields?.(rest, request.lines)) ?? rest;
  const layout = formLayout(fields);
  const formId = useId();
  const { form, submission, run } = useMoveForm(props, fields, layout, request);
  const { offer, setDirty, close } = useMoveDraft({
    ...props,
    take: () => ({
      ...withoutSecrets(fields, filledValues(fields, form.getFieldsValue())),
      ...(request && { [request.key]: request.typed }),
    }),
    restore(values) {
      form.setFieldsValue(withoutSecrets(rest, values));
      if (request) request.restore((values[request.key] ?? {}) as TypedLines);
    },
  });
  useFirstFocus(formId, true, startAt && `${formId}_${startAt}`);
  return (
    <Modal
      open
      title={`${move.title}：${labelOf(lifecycle.of, row)}`}
      // 返回, not 取消: a move may be called 取消 itself.
      okText={(request && slot?.okText?.(request.lines)) ?? move.okText ?? `确认${move.title}`}
      cancelText="返回"
      okButtonProps={{ danger: isGrave(lifecycle, move), disabled: request !== null && !request.isReady }}
      confirmLoading={submission.isBusy}
      mask={{ closable: false }}
      width={widthOf(request, layout.length > 4 || children !== undefined)}
      onCancel={close}
      onOk={() => form.submit()}
    >
      {move.warn && <Alert type="warning" showIcon className="wb-move-warning" title={move.warn} />}
      {raised.length > 0 && (
        <Alert
          type="info"
          showIcon
          className="wb-move-warning"
          title={[...new Set(raised.map(({ message }) => message))].join('；')}
        />
      )}
      <DraftNote offer={offer} />
      <RefusalNotes submission={submission} onRefresh={() => void refreshResource(lifecycle.of)} />
      <Form
        form={form}
        name={formId}
        layout="vertical"
        initialValues={startValues(fields, { ...row, ...startedValues(fields, row), ...suggestedAnswers(raised) })}
        onValuesChange={() => setDirty(true)}
        onFinish={(values) => {
          if (request?.isReady !== false) void run(values);
        }}
      >
        {children && <div className="wb-move-subject">{children}</div>}
        {slot?.above}
        {request && (
          <LinesPart
            lines={request}
            slot={slot}
            onAnswer={(answers) => {
              request.setAnswers(answers);
              setDirty(true);
            }}
          />
        )}
        <FieldInputs fields={fields} layout={pairs(layout)} form={form} row={row} inputs={props.inputs} />
        {request && slot?.below?.(request.lines)}
        <button type="submit" hidden aria-label={move.title} />
      </Form>
    </Modal>
  );
}

function useMoveForm(
  { lifecycle, move, row, onDone }: MoveDialogProps,
  fields: Fields,
  layout: readonly (readonly string[])[],
  request: LinesState | null,
) {
  const [form] = Form.useForm<Record<string, unknown>>();
  const keys = useActionKeys();
  const submission = useSubmission(form, new Set(layout.flat()), {
    reportsStale: true,
    isElsewhere: ({ field, row: at }) => field === request?.key && at !== undefined,
  });
  const run = (values: Record<string, unknown>): Promise<boolean> =>
    submission.run(async () => {
      const version = await versionNow(lifecycle.of, row);
      const answers = request?.answer() ?? [];
      const body = { ...filledValues(fields, values), ...(request && { [request.key]: answers }), version };
      try {
        const answer = await runMove(lifecycle, row.id, move, body, keys.keyFor(body));
        keys.settle(null);
        onDone(answer);
      } catch (error) {
        keys.settle(error);
        request?.hear(error, answers);
        throw error;
      }
    });
  return { form, submission, run };
}

const without = (fields: Fields, left: string): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => key !== left));

/** Lines with several columns want room. */
function widthOf(request: LinesState | null, isWide: boolean): number {
  if (request) return Object.keys(request.field.lines.columns).length > 3 ? 960 : 720;
  return isWide ? 640 : 480;
}

/** The lines that are asked about, once they are there. */
function LinesPart({
  lines,
  slot,
  onAnswer: onSay,
}: {
  lines: LinesState;
  slot: LinesSlot | undefined;
  onAnswer: (answers: TypedLines) => void;
}): ReactNode {
  if (lines.waiting?.error) return <Alert type="error" showIcon title={lines.waiting.error.message} />;
  if (lines.waiting) return <Skeleton active />;
  return (
    <LinesInput
      field={lines.field}
      lines={lines.lines}
      refused={lines.refused}
      closed={slot?.closed}
      onAnswer={onSay}
    />
  );
}

/** Refusals of a dialog that belong to none of its inputs. */
function RefusalNotes({
  submission: { others, isStale },
  onRefresh,
}: {
  submission: ReturnType<typeof useSubmission>;
  onRefresh: () => void;
}): ReactNode {
  const [isRequested, setRequest] = useState(false);
  if (isStale)
    return (
      <Alert
        type="warning"
        showIcon
        className="wb-move-warning"
        title="数据已被他人修改，请刷新"
        action={
          <a
            role="button"
            tabIndex={0}
            onClick={() => {
              setRequest(true);
              onRefresh();
            }}
          >
            {isRequested ? '已刷新，请重试' : '刷新'}
          </a>
        }
      />
    );
  return others.length > 0 ? (
    <Alert type="error" showIcon className="wb-move-warning" title={others.join('；')} />
  ) : null;
}

/** Long questionnaires stand in two columns. */
const pairs = (layout: readonly (readonly string[])[]): string[][] => {
  const keys = layout.flat();
  if (keys.length <= 4) return keys.map((key) => [key]);
  return keys.flatMap((_, index) => (index % 2 === 0 ? [keys.slice(index, index + 2)] : []));
};
