import { useQuery } from '@tanstack/react-query';
import { Alert, Checkbox, Skeleton } from 'antd';
import { useState, type ReactNode } from 'react';
import { DialogFrame, toast } from '#kit/web/index.ts';

interface SaveDialogProps {
  title: string;
  /** 保存 by default. */
  okText?: string | undefined;
  /** What is confirmed takes something away. */
  danger?: boolean | undefined;
  /** Whether something was chosen that is not saved yet. */
  canSave: boolean;
  /** @returns what to say once it is done; where it is refused, the dialog stays with what was chosen */
  save: () => Promise<string>;
  onClose: () => void;
  children: ReactNode;
}

/** A small dialog that saves one thing. */
export function SaveDialog(props: SaveDialogProps): ReactNode {
  return (
    <DialogFrame
      open
      title={props.title}
      okText={props.okText ?? '保存'}
      cancelText="取消"
      okDisabled={!props.canSave}
      okDanger={props.danger}
      onOk={async () => toast.done(await props.save())}
      onClose={props.onClose}
    >
      {props.children}
    </DialogFrame>
  );
}

/** What an answer brings, its refusal, or the room for it while it is on its way. */
export function Answered({
  isWaiting,
  error,
  children,
}: {
  isWaiting: boolean;
  error: Error | null;
  children: ReactNode;
}): ReactNode {
  if (isWaiting) return <Skeleton active />;
  return error ? <Alert showIcon type="error" title={error.message} /> : children;
}

/** What may be ticked, and what is. */
export interface Ticks {
  options: readonly { value: string; label: string; disabled?: boolean }[];
  held: readonly string[];
}

/** A dialog in which some of a few things are ticked. */
export function TickDialog({
  queryKey,
  read,
  save,
  note,
  blank,
  ...frame
}: Pick<SaveDialogProps, 'title' | 'onClose'> & {
  queryKey: readonly unknown[];
  read: (signal: AbortSignal) => Promise<Ticks>;
  /** @returns what to say once it is done */
  save: (ticked: readonly string[], held: readonly string[]) => Promise<string>;
  /** What ticking them means. */
  note: string;
  /** Said where there is nothing to tick. */
  blank: string;
}): ReactNode {
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const ticks = useQuery({ queryKey, queryFn: ({ signal }) => read(signal), gcTime: 0 });
  const { options = [], held = [] } = ticks.data ?? {};
  return (
    <SaveDialog {...frame} canSave={chosen !== null} save={() => save(chosen ?? held, held)}>
      <Answered isWaiting={ticks.isPending} error={ticks.error}>
        <p className="sy-grant-note">{note}</p>
        {options.length === 0 && <p>{blank}</p>}
        <Checkbox.Group
          className="sy-role-rules"
          value={[...(chosen ?? held)]}
          onChange={(next) => setChosen(next)}
          options={[...options]}
        />
      </Answered>
    </SaveDialog>
  );
}
