import { Alert, Skeleton } from 'antd';
import { useEffect, type ReactNode } from 'react';
import {
  ApiError,
  DialogFrame,
  DraftNote,
  isStaleVersion,
  refreshResource,
  runMove,
  useActionKeys,
  useMoveDraft,
  versionNow,
  type MoveDialogProps,
} from '#kit/web/index.ts';
import { returnLifecycle, type ReturnMove } from '../../model/return-lifecycle.ts';
import { returnOrder } from '../../model/return-order.ts';
import type { ReturnJudging } from '../../model/return-judging.ts';
import { useJudging } from './use-judging.ts';

/** What was said of lines, by their ids; nothing of it is lost by a closed dialog or a lost session. */
export interface LineAnswers<T> {
  said: Readonly<Record<string, T>>;
  restore: (values: Readonly<Record<string, T>>) => void;
}

/** The dialog of a move that says something of each line: what the lines are comes first. */
export function LineMoveDialog<T>({
  dialog,
  move,
  width = 720,
  held,
  answers,
  isReady = true,
  children,
}: {
  dialog: MoveDialogProps;
  move: ReturnMove;
  width?: number;
  held: LineAnswers<T>;
  /** What is sent with the move. */
  answers: () => Record<string, unknown>;
  isReady?: boolean;
  children: (judging: ReturnJudging) => ReactNode;
}): ReactNode {
  const { row, onDone } = dialog;
  const { data, error } = useJudging(row.id);
  const keys = useActionKeys();
  const isTyped = Object.keys(held.said).length > 0;
  const { offer, setDirty, close } = useMoveDraft({
    ...dialog,
    take: () => (isTyped ? { said: held.said } : null),
    restore: ({ said }) => held.restore((said ?? {}) as LineAnswers<T>['said']),
  });
  useEffect(() => setDirty(isTyped), [isTyped, setDirty]);
  const { title, warn } = returnLifecycle.moves[move] as { title: string; warn?: string };
  const run = async (): Promise<void> => {
    const body = { ...answers(), version: await versionNow(returnOrder, row) };
    try {
      const answer = await runMove(returnLifecycle, row.id, move, body, keys.keyFor(body));
      keys.settle(null);
      onDone(answer);
    } catch (failure) {
      keys.settle(failure);
      if (failure instanceof ApiError && isStaleVersion(failure)) void refreshResource(returnOrder);
      throw failure;
    }
  };
  return (
    <DialogFrame
      open
      title={`${title}：${String(row['returnNo'])}`}
      width={width}
      okText={`确认${title}`}
      okDisabled={!data || !isReady}
      cancelText="返回"
      okClose={false}
      onOk={run}
      onClose={close}
    >
      <DraftNote offer={offer} />
      {warn && <Alert type="warning" showIcon title={warn} className="as-note" />}
      {error && !data && <Alert type="error" showIcon title={error.message} />}
      {!data && !error && <Skeleton active />}
      {data && children(data)}
    </DialogFrame>
  );
}
