import { Form, type FormInstance } from 'antd';
import { Fragment, useEffect, useState, type ReactNode } from 'react';
import type { DraftShape } from '#kit/model/draft-shape.ts';
import type { Row } from '#ui/cells/faces.ts';
import { findResource } from '../declarations.ts';
import { fetchRow } from '../detail/use-row.ts';
import { FieldInputs } from '../form/field-inputs.tsx';
import { startValues, storedValues } from '../form/form-values.ts';
import type { DraftSlots } from './draft-slots.ts';

/** What a document says as a whole, in its parts; a link that is chosen brings what hangs on it. */
export function DraftHead({
  shape,
  slots,
  formId,
  form,
  before,
  onDirty,
  onSubmit,
  lines,
}: {
  shape: DraftShape;
  slots: DraftSlots;
  /** Its id in the document. */
  formId: string;
  form: FormInstance<Record<string, unknown>>;
  before: Row | undefined;
  onDirty: () => void;
  onSubmit?: (() => void) | undefined;
  /** The lines, behind the first so many parts. */
  lines?: { behind: number; node: ReactNode } | undefined;
}): ReactNode {
  const { head, parts } = shape;
  const [initial] = useState(() => (before ? storedValues(head, before) : { ...startValues(head), ...slots.start }));
  useEffect(() => {
    if (!before) for (const key of Object.keys(slots.start ?? {})) void follow(shape, form, key);
    // Once, for what it starts with.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  // What is masked of a stored one stays as it is.
  const isShown = (key: string): boolean => !before || key in before;
  return (
    <Form
      form={form}
      name={formId}
      layout="vertical"
      initialValues={initial}
      onValuesChange={(changed: Record<string, unknown>) => {
        onDirty();
        for (const key of Object.keys(changed)) void follow(shape, form, key);
      }}
      {...(onSubmit ? { onFinish: onSubmit } : {})}
    >
      {parts.map(({ title, rows }, at) => (
        <Fragment key={title ?? ''}>
          {lines?.behind === at && lines.node}
          <section className="wb-draft-part">
            {title && <h2>{title}</h2>}
            <FieldInputs
              fields={head}
              layout={rows.map((keys) => keys.filter(isShown)).filter((keys) => keys.length > 0)}
              form={form}
              row={before}
              inputs={slots.inputs}
              onPrefilled={(key) => void follow(shape, form, key)}
            />
          </section>
        </Fragment>
      ))}
    </Form>
  );
}

/** What the row of a chosen link says of fields that nobody has typed. */
async function follow(
  { declared, head }: DraftShape,
  form: FormInstance<Record<string, unknown>>,
  key: string,
): Promise<void> {
  const brought = declared.brings?.[key] ?? [];
  const target = findResource(head[key]?.to ?? '');
  const id: unknown = form.getFieldValue(key);
  const open = (): string[] => brought.filter((one) => !form.isFieldTouched(one));
  if (!target || typeof id !== 'string' || open().length === 0) return;
  const row = await fetchRow(target, id).catch(() => null);
  if (!row || form.getFieldValue(key) !== id) return;
  for (const one of open()) form.setFieldValue(one, row[one]);
}
