import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Drawer, Skeleton } from 'antd';
import { useState, type ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import { fetchResource, keyOf, PersonName, usePermission, type ListAnswer } from '#kit/web/index.ts';
import { formEdition, type dynamicForm } from '../../model/forms/dynamic-form.ts';
import { CELL_TYPES, readDefs, type FieldDef } from '../../model/forms/field-def.ts';
import { FormPreview } from './form-preview.tsx';

type EditionRow = WireRow<typeof formEdition>;

const MOST_SHOWN = 100;

/** 历史: every version of a form, who published it, and what it changed in the one before. */
export function FormHistory({ form, onClose }: { form: WireRow<typeof dynamicForm>; onClose: () => void }): ReactNode {
  const mayList = usePermission('base:formEdition:list');
  const [shown, setShown] = useState<EditionRow | null>(null);
  const { data, error } = useQuery({
    queryKey: keyOf(formEdition, 'of', form.id),
    queryFn: ({ signal }) =>
      fetchResource<ListAnswer<EditionRow>>(
        formEdition,
        'list',
        { formId: form.id, column: 'formVersion', order: 'desc', pageSize: MOST_SHOWN },
        { signal },
      ),
    enabled: mayList,
  });
  const editions = data?.records ?? [];
  return (
    <Drawer open title={`历史：${form.name}`} size={720} onClose={onClose}>
      {error && <Alert type="error" showIcon title={error.message} />}
      {mayList && !data && !error && <Skeleton active />}
      {data && editions.length === 0 && <p className="ba-example">还没有发布过。</p>}
      <ol className="ba-form-history" aria-label="版本">
        {editions.map((edition, at) => (
          <li key={edition.id}>
            <header>
              <strong>版本 {edition.formVersion}</strong>
              <span>
                {edition.createBy && <PersonName username={edition.createBy} />} {edition.createTime} ·{' '}
                {edition.fieldCount} 个字段
              </span>
              <Button size="small" onClick={() => setShown(edition)}>
                预览
              </Button>
            </header>
            <ul>
              {differences(readDefs(editions[at + 1]?.fields), readDefs(edition.fields)).map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
      {shown && (
        <FormPreview
          name={`${form.name} 版本 ${shown.formVersion}`}
          fields={shown.fields}
          onClose={() => setShown(null)}
        />
      )}
    </Drawer>
  );
}

const namedDef = ({ label, key, type }: FieldDef): string => `“${label}”（${key}，${CELL_TYPES[type]}）`;

/** What a version has that the one before had not, has not any more, or has otherwise. */
function differences(before: readonly FieldDef[], now: readonly FieldDef[]): string[] {
  const was = new Map(before.map((def) => [def.key, def]));
  const is = new Set(now.map(({ key }) => key));
  const changed = now.flatMap((def) => {
    const old = was.get(def.key);
    if (!old) return [`新增 ${namedDef(def)}`];
    if (old.label !== def.label) return [`“${old.label}”改名为${namedDef(def)}`];
    return JSON.stringify(old) === JSON.stringify(def) ? [] : [`修改 ${namedDef(def)}`];
  });
  const gone = before.filter(({ key }) => !is.has(key)).map((def) => `去掉 ${namedDef(def)}`);
  const lines = [...changed, ...gone];
  return lines.length > 0 ? lines : ['字段顺序'];
}
