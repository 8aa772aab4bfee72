import { Input } from 'antd';
import { useId, type KeyboardEvent, type ReactNode } from 'react';
import { CRON_BOUNDS, type CronField } from '#kit/model/cron/cron.ts';
import { describeCron } from '#kit/model/cron/describe.ts';
import { parseCron, parseCronField } from '#kit/model/cron/parse.ts';
import { editExpression, editUnit, type CronEditor } from './cron-editor.ts';

interface CronTextsProps {
  fields: readonly CronField[];
  editor: CronEditor;
  expression: string;
  onEdit: (editor: CronEditor) => void;
  onConfirm: () => void;
}

/** The expression as text, unit by unit and whole, and what it says or lacks. */
export function CronTexts(props: CronTextsProps): ReactNode {
  const { fields, editor, expression, onEdit, onConfirm } = props;
  const id = useId();
  const parsed = parseCron(expression);
  const confirm = (event: KeyboardEvent): void => {
    // The focus goes back to the button outside at once, and this key would press it.
    event.preventDefault();
    onConfirm();
  };
  return (
    <>
      <div className="wb-cron-units">
        {fields.map((field) => (
          <label key={field}>
            {CRON_BOUNDS[field].title}
            <Input
              value={editor.texts[field]}
              placeholder={field === 'week' ? '?' : '*'}
              {...fault(!isGood(field, editor.texts[field]))}
              onChange={(event) => onEdit(editUnit(editor, field, event.target.value))}
              onPressEnter={confirm}
            />
          </label>
        ))}
      </div>
      <label className="wb-cron-whole">
        Cron表达式
        <Input
          value={expression}
          aria-describedby={id}
          {...fault(!parsed.ok)}
          onChange={(event) => onEdit(editExpression(editor, event.target.value))}
          onPressEnter={confirm}
        />
      </label>
      <p id={id} className="wb-cron-says" aria-live="polite" data-wrong={!parsed.ok}>
        {parsed.ok ? describeCron(parsed.cron) : parsed.message}
      </p>
    </>
  );
}

/** An empty unit stands for its default. */
const isGood = (field: CronField, text: string): boolean => text.trim() === '' || parseCronField(field, text.trim()).ok;

const fault = (isFault: boolean): { status?: 'error'; 'aria-invalid'?: true } =>
  isFault ? { status: 'error', 'aria-invalid': true } : {};
