import { Button, Drawer, Space } from 'antd';
import { useState, type ReactNode } from 'react';
import {
  ApiError,
  callResource,
  DraftNote,
  draftKey,
  refreshResource,
  RefusalNote,
  RowFault,
  rowSaved,
  toast,
  toastError,
  useActionKeys,
  useDraft,
  useGuardedClose,
  useRow,
} from '#kit/web/index.ts';
import { useTenantZone } from '#ui/tenant-zone.ts';
import { formRecord } from '../../model/forms/dynamic-form.ts';
import type { FieldDef } from '../../model/forms/field-def.ts';
import type { FormWithEditions } from '../../model/forms/form-routes.ts';
import { judgeValues } from '../../model/forms/form-values.ts';
import { FormInputs } from './form-inputs.tsx';
import { valuesIn } from './value-show.tsx';

interface RecordFormProps {
  form: FormWithEditions;
  /** Record to edit; absent = a new one. */
  id?: string | undefined;
  onClose: () => void;
}

/** A record of a form: a new one by its latest version, an old one by the version it was filled in with. */
export function RecordForm({ form, id, onClose }: RecordFormProps): ReactNode {
  const row = useRow(formRecord, id);
  const { isDirty, setDirty, close } = useGuardedClose(onClose);
  const title = id ? `编辑${form.name}` : `填写${form.name}`;
  const version = id ? row.data?.formVersion : form.formVersion;
  const edition = form.editions.find(({ formVersion }) => formVersion === version);
  return (
    <Drawer open title={title} size={720} mask={{ closable: !isDirty }} onClose={close}>
      {id && row.error && <RowFault of={formRecord} error={row.error} onRetry={() => void row.refetch()} />}
      {edition && (
        <Filling
          form={form}
          before={
            id && row.data
              ? { id, version: row.data.version, values: valuesIn(row.data.values), note: row.data.note ?? '' }
              : null
          }
          defs={edition.fields}
          formVersion={edition.formVersion}
          title={title}
          isDirty={isDirty}
          onDirty={setDirty}
          onCancel={close}
          onClose={onClose}
        />
      )}
    </Drawer>
  );
}

interface FillingProps {
  form: FormWithEditions;
  before: { id: string; version: number; values: Readonly<Record<string, unknown>>; note: string } | null;
  defs: readonly FieldDef[];
  formVersion: number;
  title: string;
  isDirty: boolean;
  onDirty: (isDirty: boolean) => void;
  onCancel: () => void;
  onClose: () => void;
}

function Filling(props: FillingProps): ReactNode {
  const { form, before, defs, formVersion, onDirty } = props;
  const [values, setValues] = useState(before?.values ?? {});
  const [note, setNote] = useState(before?.note ?? '');
  const { faults, others, isBusy, send } = useSending(props);
  const put = (next: Readonly<Record<string, unknown>>): void => {
    setValues(next);
    onDirty(true);
  };
  const offer = useDraft({
    key: draftKey(`base:formRecord/${form.id}`, before?.id),
    title: props.title,
    isDirty: props.isDirty,
    take: () => ({ values, note }),
    restore: (stored) => {
      put((stored['values'] ?? {}) as Readonly<Record<string, unknown>>);
      setNote(String(stored['note'] ?? ''));
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void send(values, note);
      }}
    >
      <DraftNote offer={offer} />
      <RefusalNote texts={others} />
      {formVersion !== form.formVersion && (
        <p className="ba-example">
          这条记录是按版本 {formVersion} 填写的，仍按该版本修改（最新为版本 {form.formVersion}）。
        </p>
      )}
      <FormInputs defs={defs} values={values} faults={faults} onChange={put} />
      <FormInputs
        defs={NOTE}
        values={{ note }}
        onChange={(next) => {
          setNote(String(next['note'] ?? ''));
          onDirty(true);
        }}
      />
      <Space className="wb-form-actions">
        <Button type="primary" htmlType="submit" loading={isBusy}>
          {before ? '保存' : '提交'}
        </Button>
        <Button onClick={props.onCancel}>取消</Button>
      </Space>
    </form>
  );
}

/** What may be said of any record beside its fields. */
const NOTE: readonly FieldDef[] = [{ key: 'note', label: '备注', type: 'textarea', maxLength: 255 }];

const AT = 'values.';

/** Sends what was filled in; what is wrong stands at its field, what was typed stays. */
function useSending({ form, before, defs, onClose }: FillingProps) {
  const [refusal, setRefusal] = useState<{ faults: Record<string, string>; others: string[] }>({
    faults: {},
    others: [],
  });
  const [isBusy, setBusy] = useState(false);
  const keys = useActionKeys();
  const zone = useTenantZone((now) => now.zone) || 'UTC';
  const refuse = (error: unknown): void => {
    if (!(error instanceof ApiError)) return toastError(error);
    const atFields = error.errors.filter(({ field }) => field.startsWith(AT));
    const others = error.errors.filter(({ field }) => !field.startsWith(AT)).map(({ message }) => message);
    setRefusal({
      faults: Object.fromEntries(atFields.map(({ field, message }) => [field.slice(AT.length), message])),
      others: error.errors.length > 0 ? others : [error.message],
    });
  };
  const send = async (values: Readonly<Record<string, unknown>>, note: string): Promise<void> => {
    // What the server judges alone (dictionaries, people, files) passes here.
    const judged = judgeValues(defs, values, { zone, dict: () => undefined });
    if (judged.faults.length > 0)
      return setRefusal({
        faults: Object.fromEntries(judged.faults.map(({ key, message }) => [key, message])),
        others: [],
      });
    setBusy(true);
    const body = { formId: form.id, values: judged.values, note };
    try {
      const request = before
        ? { body: { id: before.id, version: before.version, values: judged.values, note } }
        : { body, key: keys.keyFor(body) };
      const { message } = await callResource(formRecord, before ? 'edit' : 'add', request);
      keys.settle(null);
      toast.done(message);
      if (before) rowSaved(formRecord, before.id);
      void refreshResource(formRecord);
      onClose();
    } catch (error) {
      keys.settle(error);
      refuse(error);
    } finally {
      setBusy(false);
    }
  };
  return { ...refusal, isBusy, send };
}
