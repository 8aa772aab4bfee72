import { Form, type FormInstance } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import type { Fields } from '#kit/model/field.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import type { Row } from '#ui/cells/faces.ts';
import { toast } from '#ui/feedback.tsx';
import type { Envelope } from '#ui/http/api-error.ts';
import { useGuardedClose } from '#ui/page/use-guarded-close.ts';
import { FieldInputs, type TakenCheck } from './field-inputs.tsx';
import { FormDrawerFrame, FormFrame, type FormSource } from './form-frame.tsx';
import { startValues, storedValues, typedValues } from './form-values.ts';
import { StaleNotice } from './stale-notice.tsx';
import { draftKey, useDraft, withoutSecrets } from './use-draft.ts';
import { useFirstFocus } from './use-first-focus.ts';
import { useSubmission } from './use-submission.ts';

export interface FormDrawerProps {
  title: string;
  /** What typed work is kept under; the title by default. */
  draft?: { of: string; id: string | undefined } | undefined;
  fields: Fields;
  layout: readonly (readonly string[])[];
  /** Values the form starts with. */
  initial?: Readonly<Record<string, unknown>> | undefined;
  /** What the values wait for. */
  source?: FormSource | undefined;
  isTaken?: TakenCheck | undefined;
  /** Form items of the page's own in front of the fields, with the names the server's errors carry. */
  lead?: ReactNode;
  /** As `lead`, below the fields. */
  children?: ReactNode;
  extraNames?: readonly string[];
  /** The row that is edited, where others may edit it too. */
  edited?: EditedRow | undefined;
  /**
   * Sends everything that was filled in, blanks as null.
   * @param version of the edited row that these values were typed over
   */
  send: (values: Record<string, unknown>, version?: unknown) => Promise<Envelope<unknown>>;
  onSaved?: (() => void) | undefined;
  /** What the button that sends is called, where nothing is kept; 保存 by default. */
  okText?: string | undefined;
  onClose: () => void;
}

/** A row as a form of a page's own holds it: its fields, and under the extra names what belongs to it. */
interface EditedRow {
  of: AnyResource;
  before: Row;
  /** How it is read again, once somebody else has changed it; the same function each time. */
  read: (stop: AbortSignal) => Promise<Row>;
}

/** A form that is no row of a resource, in a drawer; refusals stand at their inputs. */
export function FormDrawer(props: FormDrawerProps): ReactNode {
  const { isDirty, setDirty, close } = useGuardedClose(props.onClose);
  return (
    <FormDrawerFrame title={props.title} isDirty={isDirty} source={props.source} onClose={close}>
      <FormBody {...props} isDirty={isDirty} onDirty={setDirty} onCancel={close} />
    </FormDrawerFrame>
  );
}

interface FormBodyProps extends FormDrawerProps {
  isDirty: boolean;
  onDirty: (isDirty: boolean) => void;
  onCancel: () => void;
}

function FormBody(props: FormBodyProps): ReactNode {
  const { title, draft, fields, layout, initial, extraNames = [], onDirty } = props;
  const [form] = Form.useForm<Record<string, unknown>>();
  const name = useId();
  useFirstFocus(name);
  const submission = useSubmission(form, new Set([...layout.flat(), ...extraNames]), {
    reportsStale: true,
  });
  const offer = useDraft({
    key: draftKey(draft?.of ?? title, draft?.id),
    title,
    isDirty: props.isDirty,
    take: () => withoutSecrets(fields, form.getFieldsValue()),
    restore(values) {
      form.setFieldsValue(withoutSecrets(fields, values));
      onDirty(true);
    },
  });
  const row = useEditedRow(props, form, submission.clear);
  const save = (values: Record<string, unknown>): Promise<boolean> =>
    submission.run(async () => {
      const filled = Object.entries(values).map(([key, value]) => [
        key,
        value === undefined || value === '' ? null : value,
      ]);
      const { message } = await props.send(
        Object.fromEntries(filled) as Record<string, unknown>,
        row.before?.['version'],
      );
      toast.done(message);
      props.onSaved?.();
      props.onClose();
    });
  return (
    <FormFrame
      form={form}
      name={name}
      initialValues={{ ...startValues(fields, initial), ...initial }}
      offer={offer}
      submission={submission}
      onDirty={() => onDirty(true)}
      onSave={(values) => void save(values)}
      onCancel={props.onCancel}
      okText={props.okText}
    >
      {submission.isStale && props.edited && row.before && (
        <StaleNotice
          of={props.edited.of}
          before={row.before}
          form={form}
          read={props.edited.read}
          onTakeTheirs={row.takeTheirs}
          onKeepMine={row.keepMine}
        />
      )}
      {props.lead}
      <FieldInputs fields={fields} layout={layout} form={form} row={initial} isTaken={props.isTaken} />
      {props.children}
    </FormFrame>
  );
}

/** The edited row as it was last read, and the two ways on from a newer one. */
function useEditedRow(
  { edited, fields, extraNames = [], onDirty }: FormBodyProps,
  form: FormInstance<Record<string, unknown>>,
  onSettled: () => void,
) {
  const [before, setBefore] = useState(edited?.before);
  const valuesOf = (row: Row): Record<string, unknown> => ({
    ...storedValues(fields, row),
    ...Object.fromEntries(extraNames.map((name) => [name, row[name]])),
  });
  const settle = (latest: Row, typed: Record<string, unknown>): void => {
    setBefore(latest);
    form.setFieldsValue({ ...valuesOf(latest), ...typed });
    onSettled();
  };
  return {
    before,
    takeTheirs(latest: Row): void {
      settle(latest, {});
      onDirty(false);
    },
    keepMine(latest: Row, theirs: readonly string[] = []): void {
      const mine = typedValues(before ?? {}, form.getFieldsValue());
      for (const key of theirs) delete mine[key];
      settle(latest, mine);
    },
  };
}
