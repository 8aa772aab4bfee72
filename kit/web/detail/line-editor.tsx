import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Alert, Button, Space } from 'antd';
import type { CSSProperties, ReactNode } from 'react';
import type { Field, Fields } from '#kit/model/field.ts';
import { resourceKey } from '#kit/model/resource.ts';
import { cellOf } from '../cells/cells.ts';
import { usePermissions } from '../session/access.ts';
import { lineKeys, type LineDraft } from './line-drafts.ts';
import { useLines, type LineEditing } from './use-lines.ts';
import './line-editor.css';

/**
 * The lines of a row as a table to type into. Nothing is stored before 保存; a refusal stands at
 * the line it is about, and what was typed stays.
 */
export function LineEditor(props: LineEditing): ReactNode {
  const { child, back, onClose } = props;
  const may = usePermissions();
  const permits = (verb: string): boolean => may(`${resourceKey(child)}:${verb}`);
  const fields = child.fields as Fields;
  const keys = lineKeys(child, back);
  const { lines, faults, refusal, isBusy, type, add, drop, save } = useLines(props, keys);
  return (
    <form
      className="wb-lines"
      style={{ '--wb-line-columns': gridColumns(fields, keys) } as CSSProperties}
      aria-label={child.title}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <div className="wb-lines-head" aria-hidden>
        {keys.map((key) => (
          <span key={key}>{fields[key]?.title}</span>
        ))}
      </div>
      {lines.map((line, index) => (
        <div key={line.key} role="group" aria-label={`第 ${index + 1} 行`} className="wb-line">
          {keys.map((key) => (
            <LineCell
              key={key}
              name={key}
              field={fields[key] as Field}
              line={line}
              fault={faults[line.key]?.[key]}
              disabled={isBusy || !permits(line.before ? 'edit' : 'add')}
              onChange={(value) => type(line, key, value)}
            />
          ))}
          <Button
            type="text"
            icon={<DeleteOutlined aria-hidden />}
            aria-label={`删除第 ${index + 1} 行`}
            disabled={isBusy || Boolean(line.before && !permits('delete'))}
            onClick={() => drop(line)}
          />
        </div>
      ))}
      {refusal && <Alert type="error" showIcon className="wb-lines-note" title={refusal} />}
      <LinesEnd isBusy={isBusy} onAdd={permits('add') ? add : undefined} onClose={onClose} />
    </form>
  );
}

function LinesEnd({
  isBusy,
  onAdd,
  onClose,
}: {
  isBusy: boolean;
  onAdd: (() => void) | undefined;
  onClose: () => void;
}): ReactNode {
  return (
    <div className="wb-lines-end">
      {onAdd && (
        <Button icon={<PlusOutlined aria-hidden />} disabled={isBusy} onClick={onAdd}>
          添加一行
        </Button>
      )}
      <Space>
        <Button type="primary" htmlType="submit" loading={isBusy}>
          保存
        </Button>
        <Button disabled={isBusy} onClick={onClose}>
          取消
        </Button>
      </Space>
    </div>
  );
}

function LineCell({
  field,
  name,
  line,
  fault,
  disabled,
  onChange,
}: {
  field: Field;
  name: string;
  line: LineDraft;
  fault: string | undefined;
  disabled: boolean;
  onChange: (value: unknown) => void;
}): ReactNode {
  const { Edit } = cellOf(field.kind);
  return (
    <div className="wb-line-cell">
      <label>
        <span>{field.title}</span>
        <Edit
          field={field}
          name={name}
          value={line.values[name]}
          row={line.values}
          disabled={disabled}
          aria-required={field.required}
          aria-invalid={fault !== undefined}
          onChange={onChange}
        />
      </label>
      {fault && (
        <div className="wb-line-fault" role="alert">
          {fault}
        </div>
      )}
    </div>
  );
}

/** Texts take what the numbers leave. */
const gridColumns = (fields: Fields, keys: readonly string[]): string =>
  [
    ...keys.map((key) => {
      if (fields[key]?.ordinal) return '56px';
      return fields[key]?.kind === 'text' ? 'minmax(96px, 2fr)' : 'minmax(72px, 1fr)';
    }),
    '32px',
  ].join(' ');
