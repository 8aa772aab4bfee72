import { Form } from 'antd';
import { useId, useMemo, useState, type ReactNode } from 'react';
import { resourceKey, type AnyResource } from '#kit/model/resource.ts';
import type { Fields } from '#kit/model/field.ts';
import { useActionKeys } from '#ui/http/action-key.ts';
import { labelOf } from '../audit-fields.ts';
import type { Row } from '#ui/cells/faces.ts';
import { toast } from '#ui/feedback.tsx';
import { refreshResource } from '../query-client.ts';
import { callResource } from '../resource-call.ts';
import { rowSaved } from '../live/saved-rows.ts';
import { columnRules } from '../session/access.ts';
import { useRow } from '../detail/use-row.ts';
import { FormDrawerFrame, FormFrame } from './form-frame.tsx';
import { FieldInputs, type FieldInputsProps } from './field-inputs.tsx';
import { changedValues, filledValues, formLayout, startValues, storedValues } from './form-values.ts';
import { StaleNotice } from './stale-notice.tsx';
import { draftKey, useDraft, withoutSecrets } from './use-draft.ts';
import { takenCheck } from './taken-check.ts';
import { useFirstFocus } from './use-first-focus.ts';
import { useGuardedClose } from '#ui/page/use-guarded-close.ts';
import { useSubmission } from './use-submission.ts';

export interface ResourceFormProps {
  of: AnyResource;
  /** Row to edit; absent = add. */
  id?: string | undefined;
  /** Values an added row starts with, e.g. copied from another or fixed by the page. */
  initial?: Readonly<Record<string, unknown>> | undefined;
  /** Title of the form of a new row. */
  addTitle?: string | undefined;
  /** Rows of keys; the declaration's form by default. */
  layout?: readonly (readonly string[])[] | undefined;
  /** Inputs of the page's own, by key, in place of the face of the kind. */
  inputs?: FieldInputsProps['inputs'];
  /** What the form is filled in from, above its inputs. */
  lead?: ReactNode;
  /** Form items of the page's own for fields of the resource, below the others. */
  children?: ReactNode;
  /** px of the drawer; 720 by default. */
  size?: number | undefined;
  onClose: () => void;
  /** After it is saved, before closing. */
  onSaved?: ((id: string) => void) | undefined;
}

/**
 * Add or edit a row in a drawer. Rules of the declaration are judged while typing; errors of the
 * server stand at their fields; nothing typed is lost by a refusal.
 */
export function ResourceForm(props: ResourceFormProps): ReactNode {
  const { of, id, onClose } = props;
  const row = useRow(of, id);
  const { isDirty, setDirty, close } = useGuardedClose(onClose);
  const title = id
    ? `编辑${of.title}${row.data ? `：${labelOf(of, row.data)}` : ''}`
    : (props.addTitle ?? `新增${of.title}`);
  return (
    <FormDrawerFrame
      title={title}
      isDirty={isDirty}
      size={props.size}
      source={{ ...row, isReady: !id || (row.isFetchedAfterMount && row.data !== undefined) }}
      onClose={close}
    >
      <FormBody {...props} row={row.data} title={title} isDirty={isDirty} onDirty={setDirty} onCancel={close} />
    </FormDrawerFrame>
  );
}

interface FormBodyProps extends ResourceFormProps {
  row: Row | undefined;
  title: string;
  isDirty: boolean;
  onDirty: (isDirty: boolean) => void;
  onCancel: () => void;
}

function FormBody(props: FormBodyProps): ReactNode {
  const { of, id, initial, layout, onDirty, onCancel } = props;
  const fields = of.fields as Fields;
  const rows = formLayout(fields, layout ?? (of.form as readonly (readonly string[])[]));
  const name = useId();
  const { form, before, submission, save, takeTheirs, keepMine } = useResourceForm(props, rows);
  const offer = useDraft({
    key: draftKey(resourceKey(of), id),
    title: props.title,
    isDirty: props.isDirty,
    take() {
      const typed = form.getFieldsValue();
      const values = before ? changedValues(fields, before, typed) : filledValues(fields, typed);
      return withoutSecrets(fields, values);
    },
    restore(values) {
      form.setFieldsValue(withoutSecrets(fields, values));
      onDirty(true);
    },
  });
  useFirstFocus(name, !id);
  const isTaken = useMemo(() => takenCheck(of, before), [of, before]);
  return (
    <FormFrame
      form={form}
      name={name}
      initialValues={before ? storedValues(fields, before) : startValues(fields, initial)}
      offer={offer}
      submission={submission}
      onDirty={() => onDirty(true)}
      onSave={(values) => void save(values)}
      onCancel={onCancel}
    >
      {submission.isStale && before && (
        <StaleNotice of={of} before={before} form={form} onTakeTheirs={takeTheirs} onKeepMine={keepMine} />
      )}
      {props.lead}
      <FieldInputs
        fields={fields}
        layout={rows}
        form={form}
        row={before}
        rules={columnRules(of)}
        inputs={props.inputs}
        isTaken={isTaken}
      />
      {props.children}
    </FormFrame>
  );
}

/** Sends the form: an edit only what was changed, against the row the user saw. */
function useResourceForm(
  { of, id, initial, row, children, onDirty, onClose, onSaved }: FormBodyProps,
  rows: readonly (readonly string[])[],
) {
  const fields = of.fields as Fields;
  const [form] = Form.useForm<Record<string, unknown>>();
  const [before, setBefore] = useState<Row | undefined>(row);
  const keys = useActionKeys();
  const submission = useSubmission(form, new Set(children ? Object.keys(fields) : rows.flat()), {
    reportsStale: true,
  });

  const send = async (body: Record<string, unknown>): Promise<void> => {
    const key = keys.keyFor(body);
    const sending = callResource<{ id?: string }>(of, before ? 'edit' : 'add', { body, key });
    const { message, result } = await sending.catch((error: unknown) => {
      keys.settle(error);
      throw error;
    });
    keys.settle(null);
    toast.done(message);
    if (id) rowSaved(of, id);
    void refreshResource(of);
    onSaved?.(result?.id ?? id ?? '');
    onClose();
  };

  return {
    form,
    before,
    submission,
    async save(values: Record<string, unknown>): Promise<void> {
      if (!before) return void submission.run(() => send(filledValues(fields, { ...initial, ...values })));
      const changed = changedValues(fields, before, values);
      if (Object.keys(changed).length === 0) return onClose();
      await submission.run(() => send({ id, version: before['version'], ...changed }));
    },
    takeTheirs(latest: Row): void {
      setBefore(latest);
      form.setFieldsValue(storedValues(fields, latest));
      submission.clear();
      onDirty(false);
    },
    keepMine(latest: Row, theirs: readonly string[] = []): void {
      const mine = changedValues(fields, before ?? {}, form.getFieldsValue());
      for (const key of theirs) delete mine[key];
      setBefore(latest);
      form.setFieldsValue({ ...storedValues(fields, latest), ...mine });
      submission.clear();
    },
  };
}
