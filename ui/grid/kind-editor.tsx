import { Select } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import type { CellFaces, EditProps } from '../cells/faces.ts';
import { useTypedChoice } from '../cells/typed-choice.tsx';
import { widgetCells } from '../cells/widget-cells.ts';
import { toastError } from '../feedback.tsx';
import type { LinkageOption } from './grid-column.ts';
import type { GridLinkage } from './grid-linkage.ts';

interface KindEditorProps extends EditProps {
  linkage: GridLinkage;
}

/** The input of a field's kind; a linked column has choices of its own. */
export function KindEditor({ linkage, ...props }: KindEditorProps): ReactNode {
  if (linkage.isLinked(props.name)) return <LinkedSelect {...props} linkage={linkage} />;
  const { Edit }: CellFaces = widgetCells[props.field.kind];
  return <Edit {...props} />;
}

/** Choices that hang on the cell of another column. */
function LinkedSelect({ linkage, ...props }: KindEditorProps): ReactNode {
  const { name, row, value, field, opensAtOnce = false, onChange, onText, id } = props;
  const [options, setOptions] = useState<readonly LinkageOption[] | null>(null);
  useEffect(() => {
    let isGone = false;
    linkage.optionsOf(name, row ?? {}).then(
      (found) => !isGone && setOptions(found),
      (error: unknown) => {
        toastError(error);
        if (!isGone) setOptions([]);
      },
    );
    return () => {
      isGone = true;
    };
  }, [linkage, name, row]);
  const typed = useTypedChoice(
    (options ?? []).map(({ value: code, text }) => ({ value: code, label: text })),
    (entry) => onChange?.(entry.value, entry.label),
    (text) => onText?.(text),
  );
  return typed.around(
    <Select
      {...(id ? { id } : {})}
      aria-label={field.title}
      aria-invalid={props['aria-invalid']}
      aria-describedby={props['aria-describedby']}
      value={(value as string | null) ?? null}
      options={(options ?? []).map(({ value: code, text }) => ({ value: code, label: text }))}
      loading={options === null}
      defaultOpen={opensAtOnce}
      allowClear={!field.required}
      showSearch={{ optionFilterProp: 'label' }}
      notFoundContent={options === null ? '加载中…' : '没有可选项，请先选择上一级'}
      onChange={(next: string | null | undefined) => {
        typed.forget();
        onChange?.(next ?? null, options?.find((option) => option.value === next)?.text ?? '');
      }}
      onBlur={typed.leave}
    />,
  );
}
