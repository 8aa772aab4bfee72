import { Form } from 'antd';
import { useId, type ReactNode } from 'react';
import type { Fields } from '#kit/model/field.ts';
import { say } from '#ui/feedback.tsx';
import type { Envelope } from '#ui/http/api-error.ts';
import { useGuardedClose } from '#ui/page/use-guarded-close.ts';
import { FieldInputs, type TakenCheck } from './field-inputs.tsx';
import { FormDrawerFrame, FormFrame, type FormSource } from './form-frame.tsx';
import { startValues } from './form-values.ts';
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
  /** Form items of the page's own, with the names the server's errors carry. */
  children?: ReactNode;
  extraNames?: readonly string[];
  /** Sends everything that was filled in, blanks as null. */
  send: (values: Record<string, unknown>) => Promise<Envelope<unknown>>;
  onSaved?: (() => void) | undefined;
  onClose: () => void;
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
  const submission = useSubmission(form, new Set([...layout.flat(), ...extraNames]));
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
  const save = (values: Record<string, unknown>): Promise<boolean> =>
    submission.run(async () => {
      const filled = Object.entries(values).map(([key, value]) => [
        key,
        value === undefined || value === '' ? null : value,
      ]);
      const { message } = await props.send(Object.fromEntries(filled) as Record<string, unknown>);
      say.done(message);
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
    >
      <FieldInputs
        fields={fields}
        layout={layout}
        form={form}
        row={initial}
        isTaken={props.isTaken}
      />
      {props.children}
    </FormFrame>
  );
}
