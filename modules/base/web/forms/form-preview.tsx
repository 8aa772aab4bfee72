import { Button, Drawer } from 'antd';
import { useState, type ReactNode } from 'react';
import { toast, useRow } from '#kit/web/index.ts';
import { useTenantZone } from '#ui/tenant-zone.ts';
import { dynamicForm } from '../../model/forms/dynamic-form.ts';
import { readDefs, type FieldDef } from '../../model/forms/field-def.ts';
import { judgeValues } from '../../model/forms/form-values.ts';
import { FormInputs } from './form-inputs.tsx';

/** A form as it will be filled in; what is typed here goes nowhere. */
export const FormPreview = ({
  name,
  fields,
  onClose,
}: {
  name: string;
  fields: unknown;
  onClose: () => void;
}): ReactNode => (
  <Drawer open title={`预览：${name}`} size={720} onClose={onClose}>
    <Trial defs={readDefs(fields)} />
  </Drawer>
);

/** {@link FormPreview} of what is worked on. */
export function DesignPreview({ id, name, onClose }: { id: string; name: string; onClose: () => void }): ReactNode {
  const { data } = useRow(dynamicForm, id);
  return data ? <FormPreview name={name} fields={data.fields} onClose={onClose} /> : null;
}

/** A form to be tried: the same inputs and the same messages as where it is filled in. */
export function Trial({ defs }: { defs: readonly FieldDef[] }): ReactNode {
  const zone = useTenantZone((now) => now.zone) || 'UTC';
  const [values, setValues] = useState<Readonly<Record<string, unknown>>>({});
  const [isTried, setTried] = useState(false);
  if (defs.length === 0) return <p className="ba-example">还没有字段。</p>;
  const { faults } = judgeValues(defs, values, { zone, dict: () => undefined });
  const atFields = Object.fromEntries(faults.map(({ key, message }) => [key, message]));
  return (
    <>
      <FormInputs defs={defs} values={values} faults={isTried ? atFields : {}} onChange={setValues} />
      <Button
        onClick={() => {
          setTried(true);
          if (faults.length === 0) toast.done('可以提交（预览不保存）');
        }}
      >
        试填检查
      </Button>
    </>
  );
}
