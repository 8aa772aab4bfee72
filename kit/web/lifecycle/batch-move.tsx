import { Alert, Button, Form, Modal, Progress, Skeleton } from 'antd';
import { useEffect, useId, useRef, useState, type ComponentType, type ReactNode } from 'react';
import type { Fields } from '#kit/model/field.ts';
import type { AnyLifecycle, Move } from '#kit/model/lifecycle.ts';
import type { BatchAnswer, BatchRow, BatchScope } from '#kit/model/resource-routes.ts';
import { newKey } from '#ui/http/action-key.ts';
import { FieldInputs } from '../form/field-inputs.tsx';
import { filledValues, formLayout, startValues } from '../form/form-values.ts';
import { useGuardedClose } from '#ui/page/use-guarded-close.ts';
import { refreshResource } from '../query-client.ts';
import { BatchFailures } from './batch-failures.tsx';
import { outcomeOf, type Outcome } from './batch-results.ts';
import { Doubts, Outlook } from './batch-outlook.tsx';
import { isGrave } from './legal-moves.ts';
import { raisedQuestions, suggestedAnswers, waitingForAnswers } from './missing-answers.ts';
import { previewWord } from './outcome-text.ts';
import { ReasonList } from './reason-list.tsx';
import { storeFailures, previewBatch, runBatch } from './run-move.ts';

/** By move, what its dialog shows above the questions: the documents that can be moved, and a form around it. */
export type BatchSubjects = Readonly<Record<string, ComponentType<{ ids: readonly string[] }> | undefined>>;

export interface BatchMoveProps {
  lifecycle: AnyLifecycle;
  move: string;
  /** Chosen documents, or everything a filter finds. */
  scope: BatchScope;
  subjects?: BatchSubjects | undefined;
  onClose: () => void;
  /** Opens one of the failed documents; the list of failures waits in its page until closed. */
  onOpen?: ((id: string) => void) | undefined;
  /** Opens what clears the reason of a document that was refused, once this is closed. */
  onRepair?: ((id: string) => void) | undefined;
  /** After some documents moved. */
  onDone?: (() => void) | undefined;
}

/**
 * A move over many documents in three steps: what would happen and why not (nothing is written),
 * the run with progress, and the failures as a list to work on.
 */
export function BatchMove(props: BatchMoveProps): ReactNode {
  const { lifecycle, move: name, subjects, onClose, onOpen, onRepair } = props;
  const move = (lifecycle.moves as Readonly<Record<string, Move>>)[name] as Move;
  const batch = useBatch(move, props);
  const { setDirty, close } = useGuardedClose(onClose);
  const title = `批量${move.title}`;
  if (batch.results)
    return (
      <Modal open title={`${title}结果`} width={720} footer={null} onCancel={onClose}>
        <BatchFailures
          move={move}
          results={batch.results}
          onRetry={batch.retry}
          onRepair={
            onRepair &&
            ((id) => {
              onClose();
              onRepair(id);
            })
          }
          onOpen={onOpen}
          onClose={onClose}
        />
      </Modal>
    );
  return (
    <Modal
      open
      title={title}
      width={640}
      footer={null}
      mask={{ closable: false }}
      closable={batch.progress === null}
      keyboard={batch.progress === null}
      onCancel={close}
    >
      {batch.progress ? (
        <RunProgress title={title} {...batch.progress} onStop={batch.stop} />
      ) : batch.failure ? (
        <Alert type="error" showIcon title={batch.failure} action={<Button onClick={batch.check}>重试</Button>} />
      ) : batch.preview ? (
        <Preview
          lifecycle={lifecycle}
          move={move}
          isDanger={isGrave(lifecycle, move)}
          Subject={subjects?.[name]}
          preview={batch.preview}
          onDirty={() => setDirty(true)}
          onRun={(answers) => {
            setDirty(false);
            return batch.run(answers);
          }}
          onClose={close}
        />
      ) : (
        <Skeleton active title={{ width: 200 }} aria-label="正在检查" />
      )}
    </Modal>
  );
}

interface BatchState {
  preview: BatchAnswer | null;
  failure: string | null;
  progress: { done: number; total: number } | null;
  results: Outcome[] | null;
  check: () => void;
  run: (answers: Record<string, unknown>) => Promise<void>;
  stop: () => void;
  retry: (ids: readonly string[]) => void;
}

function useBatch(move: Move, { lifecycle, move: name, scope: first, onDone }: BatchMoveProps): BatchState {
  const [scope, setScope] = useState<BatchScope>(first);
  const { preview, failure, check } = usePreview(lifecycle, name, scope);
  const [progress, setProgress] = useState<BatchState['progress']>(null);
  const [results, setResults] = useState<Outcome[] | null>(null);
  const stopper = useRef<AbortController | null>(null);
  useEffect(() => () => stopper.current?.abort(), []);
  return {
    preview,
    failure,
    progress,
    results,
    check,
    stop: () => stopper.current?.abort(),
    retry(ids) {
      setResults(null);
      setScope({ ids });
    },
    async run(answers) {
      if (!preview || stopper.current) return;
      const ids = movable(move, preview.rows).map((row) => row.id);
      const stop = new AbortController();
      stopper.current = stop;
      const onProgress = (done: number): void => setProgress({ done, total: ids.length });
      onProgress(0);
      const key = newKey();
      const rows = await runBatch({
        lifecycle,
        move: name,
        ids,
        answers,
        key,
        onProgress,
        signal: stop.signal,
      });
      stopper.current = null;
      setProgress(null);
      const outcome = outcomeOf(preview.rows, rows);
      setResults(outcome);
      void storeFailures(lifecycle, name, outcome);
      void refreshResource(lifecycle.of);
      if (rows.some((row) => row.ok)) onDone?.();
    },
  };
}

/** What the move would do to the scope; asked again when the scope changes. */
function usePreview(
  lifecycle: AnyLifecycle,
  move: string,
  scope: BatchScope,
): Pick<BatchState, 'preview' | 'failure' | 'check'> {
  const [preview, setPreview] = useState<BatchAnswer | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    setPreview(null);
    setFailure(null);
    previewBatch(lifecycle, move, scope).then(
      (answer) => isCurrent && setPreview(answer),
      (error: unknown) => isCurrent && setFailure(error instanceof Error ? error.message : '未知错误'),
    );
    return () => {
      isCurrent = false;
    };
  }, [lifecycle, move, scope, turn]);
  return { preview, failure, check: () => setTurn(turn + 1) };
}

function Preview({
  lifecycle,
  move,
  isDanger,
  Subject,
  preview,
  onDirty,
  onRun,
  onClose,
}: {
  lifecycle: AnyLifecycle;
  move: Move;
  isDanger: boolean;
  Subject: BatchSubjects[string];
  preview: BatchAnswer;
  onDirty: () => void;
  onRun: (answers: Record<string, unknown>) => Promise<void>;
  onClose: () => void;
}): ReactNode {
  const asking = waitingForAnswers(move, preview.rows);
  const raised = asking.flatMap((row) => row.errors ?? []);
  const fields = move.opensOnRefusal ? raisedQuestions(move, raised) : commonFields(move);
  const [form] = Form.useForm<Record<string, unknown>>();
  const formId = useId();
  const able = movable(move, preview.rows).length;
  const word = previewWord(move);
  return (
    <>
      <p className="wb-batch-sum" role="status">
        <strong>{able - asking.length}</strong> 条{word}，
        {asking.length > 0 && (
          <>
            <strong>{asking.length}</strong> 条填写后{word}，
          </>
        )}
        <strong className={preview.total > able ? 'wb-bad' : ''}>{preview.total - able}</strong> 条会失败
      </p>
      {able > 0 && <Outlook lifecycle={lifecycle} move={move} texts={preview.outlook ?? []} />}
      <ReasonList rows={preview.rows} />
      {able > 0 && move.warn && <Alert type="warning" showIcon className="wb-move-warning" title={move.warn} />}
      <Form
        form={form}
        name={formId}
        layout="vertical"
        initialValues={startValues(fields, suggestedAnswers(raised))}
        onValuesChange={onDirty}
        onFinish={(values) => void onRun(filledValues(fields, values))}
      >
        {able > 0 && <Doubts texts={preview.doubts ?? []} />}
        {able > 0 && Subject && <Subject ids={movable(move, preview.rows).map(({ id }) => id)} />}
        {able > 0 && <FieldInputs fields={fields} layout={formLayout(fields)} form={form} />}
        <div className="wb-dialog-actions">
          <Button onClick={onClose}>{able > 0 ? '返回' : '关闭'}</Button>
          {able > 0 && (
            <Button
              type="primary"
              danger={isDanger}
              htmlType="submit"
              // Enter goes on where nothing is asked and nothing ends.
              autoFocus={!isDanger && Object.keys(fields).length === 0 && !preview.doubts}
            >
              {move.title} {able} 条
            </Button>
          )}
        </div>
      </Form>
    </>
  );
}

/** What the batch will move: what nothing stands against, and what only waits for an answer. */
const movable = (move: Move, rows: readonly BatchRow[]): BatchRow[] => [
  ...rows.filter((row) => row.ok),
  ...waitingForAnswers(move, rows),
];

/** Structured answers (units per line) are about one document: a batch does not ask for them. */
const commonFields = ({ input = {} }: Move): Fields =>
  Object.fromEntries(Object.entries(input).filter(([, field]) => field.kind !== 'json'));

function RunProgress({
  title,
  done,
  total,
  onStop,
}: {
  title: string;
  done: number;
  total: number;
  onStop: () => void;
}): ReactNode {
  return (
    <>
      <p role="status">
        {title}进行中：{done} / {total}
      </p>
      <Progress percent={total === 0 ? 100 : Math.floor((done / total) * 100)} status="active" />
      <div className="wb-dialog-actions">
        <Button onClick={onStop}>停止剩余部分</Button>
      </div>
    </>
  );
}
