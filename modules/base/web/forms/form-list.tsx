import { useState, type ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import { ListPage, usePage, usePermission, type ColumnSpec, type RowAction } from '#kit/web/index.ts';
import { dynamicForm } from '../../model/forms/dynamic-form.ts';
import { FormHistory } from './form-history.tsx';
import { DesignPreview } from './form-preview.tsx';

type FormRow = WireRow<typeof dynamicForm>;

const COLUMNS: readonly ColumnSpec<FormRow>[] = [
  { key: 'code', width: 160 },
  { key: 'name', width: 220, under: ['note'] },
  { key: 'entityType', width: 110 },
  {
    key: 'formVersion',
    width: 150,
    render: ({ formVersion, isChanged }) => (
      <>
        {formVersion === 0 ? '—' : `v${formVersion}`}
        {formVersion > 0 && isChanged && <span className="ba-missing"> 有未发布的修改</span>}
      </>
    ),
  },
  { key: 'fieldCount', width: 90 },
  { key: 'status', width: 100 },
  'updateTime',
];

const NO_FACTS = { fields: () => null };

/** 动态表单: what a tenant asks for, designed and published in versions. */
export function FormList(): ReactNode {
  const page = usePage();
  const mayEdit = usePermission('base:dynamicForm:edit');
  const mayFill = usePermission('base:formRecord:list');
  const [open, setOpen] = useState<{ what: 'preview' | 'history'; row: FormRow } | null>(null);
  const actions = (row: FormRow): RowAction[] => [
    ...(mayEdit && row.status !== 'archived'
      ? [{ key: 'design', title: '设计', onClick: () => page.open(`/base/form-design/${row.id}`) }]
      : []),
    { key: 'preview', title: '预览', onClick: () => setOpen({ what: 'preview', row }) },
    ...(mayFill && row.entityType === 'custom' && row.formVersion > 0
      ? [
          {
            key: 'records',
            title: '填报',
            onClick: () => page.open(`/base/form-record/${encodeURIComponent(row.code)}`),
          },
        ]
      : []),
    { key: 'versions', title: '历史', isRare: true, onClick: () => setOpen({ what: 'history', row }) },
  ];
  const close = (): void => setOpen(null);
  return (
    <>
      <ListPage
        of={dynamicForm}
        columns={COLUMNS}
        rowActions={actions}
        facts={NO_FACTS}
        lacks={({ formVersion, status }) => [
          ...(formVersion > 0 ? (['delete'] as const) : []),
          ...(status === 'archived' ? (['edit'] as const) : []),
        ]}
      />
      {open?.what === 'preview' && <DesignPreview id={open.row.id} name={open.row.name} onClose={close} />}
      {open?.what === 'history' && <FormHistory form={open.row} onClose={close} />}
    </>
  );
}
