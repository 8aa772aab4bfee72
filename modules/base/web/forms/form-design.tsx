import { Button, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import {
  DraftNote,
  HelpButton,
  RefusalNote,
  RowFault,
  StateTag,
  usePage,
  usePageTitle,
  usePermission,
  useRow,
} from '#kit/web/index.ts';
import { dynamicForm, dynamicFormLifecycle, type FormType } from '../../model/forms/dynamic-form.ts';
import { CELL_TYPES, type CellType } from '../../model/forms/field-def.ts';
import { isTypeOf } from '../../model/forms/field-def-faults.ts';
import { DesignCanvas } from './design-canvas.tsx';
import { DesignProperties } from './design-properties.tsx';
import { Trial } from './form-preview.tsx';
import { useDesign, type Design } from './use-design.ts';
import './forms.css';

/** 设计: fields at the left, in their order beside them, what is said of the chosen one, and the form as it will be. */
export function FormDesign(): ReactNode {
  const id = usePage().params['id'] ?? '';
  const { data, error, refetch } = useRow(dynamicForm, id);
  usePageTitle(data ? `设计 ${data.name}` : undefined);
  if (error && !data) return <RowFault of={dynamicForm} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active className="wb-page-wait" />;
  return <Desk key={`${id} ${data.version}`} form={data} />;
}

function Desk({ form }: { form: WireRow<typeof dynamicForm> }): ReactNode {
  const mayEdit = usePermission('base:dynamicForm:edit');
  const mayPublish = usePermission('base:dynamicForm:publish');
  const design = useDesign(form);
  const isClosed = !mayEdit || form.status === 'archived';
  const { formVersion, isChanged } = form;
  return (
    <article className="ba-design">
      <header className="ba-design-head">
        <h1>{form.name}</h1>
        <StateTag lifecycle={dynamicFormLifecycle} state={form.status} />
        <span className="ba-example">
          {formVersion > 0 ? `最新版本 ${formVersion}` : '还没有发布'}
          {(design.isDirty || (formVersion > 0 && isChanged)) && ' · 有未发布的修改'}
        </span>
        <HelpButton />
        <span className="wb-actions">
          <Button disabled={isClosed || !design.isDirty} loading={design.isBusy} onClick={() => void design.save()}>
            保存
          </Button>
          {mayPublish && (
            <Button
              type="primary"
              disabled={isClosed || (!design.isDirty && !isChanged)}
              loading={design.isBusy}
              onClick={() => void design.publish()}
            >
              发布
            </Button>
          )}
        </span>
      </header>
      <DraftNote offer={design.offer} />
      <RefusalNote texts={design.others} />
      <div className="ba-design-parts">
        <Palette type={form.entityType as FormType} design={design} isClosed={isClosed} />
        <section aria-label="画布">
          <h2>字段（{design.rows.length}）</h2>
          <DesignCanvas design={design} isClosed={isClosed} />
        </section>
        <section aria-label="属性">
          <h2>属性</h2>
          <DesignProperties design={design} type={form.entityType as FormType} isClosed={isClosed} />
        </section>
        <section aria-label="预览" className="ba-design-trial">
          <h2>预览</h2>
          <Trial defs={design.rows.map(({ def }) => def)} />
        </section>
      </div>
    </article>
  );
}

/** What a field may be: a click puts one behind the chosen field, dragged it goes anywhere. */
function Palette({ type, design, isClosed }: { type: FormType; design: Design; isClosed: boolean }): ReactNode {
  const types = (Object.keys(CELL_TYPES) as CellType[]).filter((one) => isTypeOf(one, type));
  return (
    <section aria-label="字段类型" className="ba-design-types">
      <h2>字段类型</h2>
      <div>
        {types.map((one) => (
          <Button
            key={one}
            size="small"
            disabled={isClosed}
            draggable={!isClosed}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'copy';
              event.dataTransfer.setData('text/plain', CELL_TYPES[one]);
              design.drag({ type: one });
            }}
            onDragEnd={() => design.drag(null)}
            onClick={() => design.add(one)}
          >
            {CELL_TYPES[one]}
          </Button>
        ))}
      </div>
    </section>
  );
}
