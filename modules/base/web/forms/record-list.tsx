import { useQuery } from '@tanstack/react-query';
import { Button, Select, Skeleton } from 'antd';
import { useMemo, type ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import {
  BlankState,
  fetchRoute,
  keyOf,
  ListPage,
  useIsMobile,
  usePage,
  usePageTitle,
  usePermission,
  type ColumnSpec,
} from '#kit/web/index.ts';
import { formRecord } from '../../model/forms/dynamic-form.ts';
import { holdsValue, type FieldDef } from '../../model/forms/field-def.ts';
import {
  fillableFormsRoute,
  formOfRecordsRoute,
  type FillableForm,
  type FormWithEditions,
} from '../../model/forms/form-routes.ts';
import { RecordForm } from './record-form.tsx';
import { ValueFacts, valuesIn, ValueShow } from './value-show.tsx';

type RecordRow = WireRow<typeof formRecord>;

/**
 * 表单填报: the records of one form. An entry of the menu opens a form of its own by its component,
 * `base/FormRecordList?form=<code>`; without one the page asks which.
 */
export function FormRecordList(): ReactNode {
  const { options, params } = usePage();
  const code = options['form'] ?? params['code'] ?? '';
  return code === '' ? <FormChoice /> : <RecordsOf key={code} code={code} isFixed={options['form'] !== undefined} />;
}

const recordsPath = (code: string): string => `/base/form-record/${encodeURIComponent(code)}`;

const useFillable = () =>
  useQuery({
    queryKey: keyOf(formRecord, 'forms'),
    queryFn: ({ signal }) => fetchRoute(fillableFormsRoute, { signal }),
  });

/** Which form: those that there are to be filled in. */
function FormChoice(): ReactNode {
  const page = usePage();
  const { data, error, refetch } = useFillable();
  const mayDesign = usePermission('base:dynamicForm:list');
  if (error)
    return (
      <BlankState title={<h1>{error.message}</h1>} actions={<Button onClick={() => void refetch()}>重试</Button>} />
    );
  if (!data) return <Skeleton active className="wb-page-wait" />;
  if (data.length === 0)
    return (
      <BlankState
        title={<h1>还没有可填写的表单</h1>}
        text="在“动态表单”里设计一张类型为“自定义”的表单，发布后在这里填写。"
        actions={mayDesign && <Button onClick={() => page.open('/base/form')}>打开动态表单</Button>}
      />
    );
  return (
    <section className="ba-form-choice">
      <h1>表单填报</h1>
      <ul>
        {data.map(({ id, code, name, note, formVersion, records, isArchived }) => (
          <li key={id}>
            <button type="button" onClick={() => page.open(recordsPath(code))}>
              <strong>{name}</strong>
              <span>{note ?? code}</span>
              <small>
                版本 {formVersion} · {records} 条记录{isArchived && ' · 已归档'}
              </small>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function RecordsOf({ code, isFixed }: { code: string; isFixed: boolean }): ReactNode {
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(formRecord, 'form', code),
    queryFn: ({ signal }) => fetchRoute(formOfRecordsRoute, { query: { code }, signal }),
    retry: false,
  });
  usePageTitle(data?.name);
  if (error)
    return (
      <BlankState
        title={<h1>{error.message}</h1>}
        text={`没有编码为“${code}”的表单，或没有查看它的权限。`}
        actions={<Button onClick={() => void refetch()}>重试</Button>}
      />
    );
  if (!data) return <Skeleton active className="wb-page-wait" />;
  return <Records form={data} isFixed={isFixed} />;
}

/** Its records, a column for each field that any version had: nothing of an old one is hidden by a new one. */
function Records({ form, isFixed }: { form: FormWithEditions; isFixed: boolean }): ReactNode {
  const columns = useMemo(() => columnsOf(form), [form]);
  const isMobile = useIsMobile();
  const Form = useMemo(
    () =>
      function FormOfRecord(props: { id?: string | undefined; onClose: () => void }): ReactNode {
        return <RecordForm form={form} {...props} />;
      },
    [form],
  );
  return (
    <ListPage
      of={formRecord}
      title={form.name}
      head={isFixed || isMobile ? null : <OtherForm code={form.code} />}
      fixed={FIXED(form.id)}
      columns={columns}
      filters={['summary', 'recordNo', 'formVersion', 'createBy', 'createTime']}
      form={Form}
      isClosed={form.status !== 'published'}
      facts={{ values: (row) => <ValueFacts defs={defsOf(form, row)} values={valuesIn(row.values)} /> }}
      emptyText={form.status === 'published' ? `点“新增”填写第一份${form.name}。` : '表单已归档，没有记录。'}
    />
  );
}

const FIXED = (formId: string): { formId: string } => ({ formId });

/** Leads to another form. */
function OtherForm({ code }: { code: string }): ReactNode {
  const page = usePage();
  const { data = [] } = useFillable();
  const known: readonly Pick<FillableForm, 'code' | 'name'>[] = data;
  return (
    <Select
      aria-label="表单"
      className="ba-form-other"
      showSearch={{ optionFilterProp: 'label' }}
      value={code}
      options={known.map((one) => ({ value: one.code, label: one.name }))}
      onChange={(next) => page.open(recordsPath(next))}
    />
  );
}

const defsOf = ({ editions }: FormWithEditions, { formVersion }: RecordRow): readonly FieldDef[] =>
  editions.find((edition) => edition.formVersion === formVersion)?.fields ?? [];

/** The fields of all versions by their keys, worded as the latest that has them. */
function columnsOf(form: FormWithEditions): ColumnSpec<RecordRow>[] {
  const byKey = new Map<string, FieldDef>();
  for (const { fields } of form.editions)
    for (const def of fields) if (holdsValue(def) && !byKey.has(def.key)) byKey.set(def.key, def);
  return [
    { key: 'recordNo', width: 160, under: ['summary'] },
    ...[...byKey.values()].map(({ key, label }) => ({
      key: `value:${key}`,
      title: label,
      width: 150,
      render: (row: RecordRow): ReactNode => {
        const own = defsOf(form, row).find((def) => def.key === key);
        return own ? <ValueShow def={own} value={valuesIn(row.values)[key]} /> : null;
      },
    })),
    { key: 'note', width: 150 },
    'formVersion',
    'createBy',
    'createTime',
  ];
}
