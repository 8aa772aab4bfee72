import { Form } from 'antd';
import { useEffect, useId, useState, type ReactNode } from 'react';
import type { DraftShape } from '#kit/model/draft-shape.ts';
import type { DetailRow } from '../detail/use-row.ts';
import { DraftNote } from '../form/draft-note.tsx';
import { startValues } from '../form/form-values.ts';
import { RefusalNote } from '../form/refusal-note.tsx';
import { StaleNotice } from '../form/stale-notice.tsx';
import { useIsMobile } from '#ui/use-is-mobile.ts';
import { useFirstFocus } from '../form/use-first-focus.ts';
import { DraftHead } from './draft-head.tsx';
import { DraftLines } from './draft-lines.tsx';
import type { DraftSlots } from './draft-slots.ts';
import { useDocumentDraft } from './use-document-draft.ts';
import { useLineColumns } from './use-line-columns.ts';
import { useUnsavedDraft } from './use-unsaved-draft.ts';
import './draft.css';

/** What the frame around a draft knows of it. */
export interface DraftState {
  /** Id of the form in the document, for buttons outside of it. */
  formId: string;
  before: DetailRow | undefined;
  isBusy: boolean;
  save: (isHandedIn: boolean) => void;
}

interface DraftFormProps {
  shape: DraftShape;
  slots: DraftSlots;
  /** The stored draft to edit; absent = a new one. */
  row: DetailRow | undefined;
  /** What its work is called where it is kept. */
  titleOf: (before: DetailRow | undefined) => string;
  /** In a dialog Enter saves, and the cursor stands in the first input. */
  isDialog?: boolean;
  onDirty?: (isDirty: boolean) => void;
  onDone: (id: string) => void;
  /** Stands above and below it. */
  heading?: (before: DetailRow | undefined) => ReactNode;
  actions: (state: DraftState) => ReactNode;
}

/** Head and lines of a document that is still a draft, with all that may keep it from being stored. */
export function DraftForm(props: DraftFormProps): ReactNode {
  const { shape, slots, row, isDialog = false, onDirty, onDone } = props;
  const [form] = Form.useForm<Record<string, unknown>>();
  const isMobile = useIsMobile();
  const formId = useId();
  const [doneId, setDoneId] = useState<string | null>(null);
  const typed = Form.useWatch([], form) as Record<string, unknown> | undefined;
  const head = { ...(row ?? startValues(shape.head)), ...typed };
  const { hidden, columns, keys } = useLineColumns(shape, slots, head);
  const draft = useDocumentDraft(shape, keys, form, row, setDoneId);
  const { before, submission } = draft;
  const unsaved = useUnsavedDraft(shape, form, draft.handle, {
    id: before?.id,
    title: props.titleOf(before),
    isDone: doneId !== null,
  });
  useFirstFocus(formId, isDialog && row === undefined);
  useEffect(() => onDirty?.(unsaved.isDirty), [unsaved.isDirty, onDirty]);
  // After the work is let go of: what is stored cannot be lost.
  useEffect(() => {
    if (doneId !== null) onDone(doneId);
    // oxlint-disable-next-line react/exhaustive-deps
  }, [doneId]);
  const save = async (isHandedIn: boolean): Promise<void> => {
    const answers = await form.validateFields().catch(() => null);
    if (answers) return draft.save(answers, isHandedIn);
    // What is wrong in the lines is marked with it: nobody puts the head right to meet the next refusal.
    // On a phone a wrong line opens in a sheet, which would stand over the head.
    if (!isMobile) await draft.markLines(isHandedIn);
    const wrong = form.getFieldsError().find(({ errors }) => errors.length > 0);
    if (wrong) form.scrollToField(wrong.name, { focus: true, block: 'center' });
  };
  const lines = (
    <DraftLines
      {...{ shape, slots, columns, hidden, head }}
      rows={draft.lines}
      restored={unsaved.restored}
      handle={draft.handle}
      onHandle={draft.takeHandle}
      disabled={submission.isBusy}
      onDirty={unsaved.noteLines}
    />
  );
  // In a dialog Enter saves, in a cell as well.
  const isWithin = !isDialog && slots.partsAbove !== undefined;
  return (
    <>
      {props.heading?.(before)}
      {(submission.isStale || draft.isClashing) && before && (
        <StaleNotice
          of={shape.resource}
          before={before}
          form={form}
          onTakeTheirs={draft.takeTheirs}
          onKeepMine={draft.keepMine}
        />
      )}
      <DraftNote offer={unsaved.offer} />
      <RefusalNote texts={[...(draft.refusal ? [draft.refusal] : []), ...submission.others]} />
      <DraftHead
        {...{ shape, slots, form, formId, before }}
        lines={isWithin ? { behind: slots.partsAbove ?? 0, node: lines } : undefined}
        onDirty={unsaved.noteHead}
        onSubmit={isDialog ? () => void save(false) : undefined}
      />
      {!isWithin && lines}
      {props.actions({
        formId,
        before,
        isBusy: submission.isBusy,
        save: (isHandedIn) => void save(isHandedIn),
      })}
    </>
  );
}
