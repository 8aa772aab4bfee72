import { Alert, Modal, Tabs } from 'antd';
import { useRef, useState, type ReactNode } from 'react';
import { CRON_BOUNDS, CRON_FIELDS, EVERY } from '#kit/model/cron/cron.ts';
import { parseCron } from '#kit/model/cron/parse.ts';
import { printCronField } from '#kit/model/cron/print.ts';
import { tenantDay } from '../tenant-clock.ts';
import { editChoice, editUnit, expressionOf, openCronEditor } from './cron-editor.ts';
import { CronPreview, type CronPreviewSource } from './cron-preview.tsx';
import { CronTexts } from './cron-texts.tsx';
import { UnitPanel } from './unit-panel.tsx';
import './cron.css';

export interface CronDialogProps {
  /** The expression to begin with; empty for every second. */
  value: string;
  /** Called with the expression when it is confirmed; the dialog closes with it. */
  onConfirm: (expression: string) => void;
  onClose: () => void;
  hideSecond?: boolean | undefined;
  hideYear?: boolean | undefined;
  /** Where the next runs come from; without one they are calculated here. */
  preview?: CronPreviewSource | undefined;
  /** The moment from which the next runs are calculated, in ms since 1970; 0 = now. */
  exeStartTime?: number | undefined;
  /** px; 800 by default. */
  width?: number | undefined;
}

/** cron表达式 (spec §2 dialog 12): a tab per unit, the expression as text, the next ten runs. */
export function CronDialog(props: CronDialogProps): ReactNode {
  const { value, onConfirm, onClose, hideSecond = false, hideYear = false, preview } = props;
  const [thisYear] = useState(() => Number(tenantDay().slice(0, 4)));
  const [opened] = useState(() => openCronEditor(value, { thisYear, hideSecond }));
  const [editor, setEditor] = useState(opened.editor);
  const body = useRef<HTMLDivElement>(null);
  const fields = CRON_FIELDS.filter((field) => !(field === 'second' && hideSecond) && !(field === 'year' && hideYear));
  const expression = expressionOf(editor, hideYear);
  const isByWeek = editor.choices.week.mode !== 'unset';
  const confirm = (): void => {
    const wrong = body.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    // A number that is marked is not in the expression: it would be lost unseen.
    if (wrong || !parseCron(expression).ok) return wrong?.focus();
    onConfirm(expression.trim());
    onClose();
  };
  return (
    <Modal
      open
      title="cron表达式"
      width={props.width ?? 800}
      mask={{ closable: false }}
      okText="确定"
      cancelText="取消"
      onOk={confirm}
      onCancel={onClose}
      afterOpenChange={() => body.current?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus()}
    >
      <div ref={body} className="wb-cron">
        <div className="wb-cron-main">
          {opened.fault && (
            <Alert
              type="warning"
              showIcon
              title={opened.fault}
              description="原表达式无法识别，无法识别的部分已按默认值显示"
            />
          )}
          <Tabs
            size="small"
            destroyOnHidden
            items={fields.map((field) => ({
              key: field,
              label: CRON_BOUNDS[field].title,
              children: (
                <UnitPanel
                  field={field}
                  choice={editor.choices[field]}
                  thisYear={thisYear}
                  onChoose={(choice) => setEditor(editChoice(editor, field, choice))}
                  onDayInstead={
                    field === 'day' && isByWeek
                      ? () => setEditor(editUnit(editor, 'day', printCronField(EVERY)))
                      : undefined
                  }
                />
              ),
            }))}
          />
          <CronTexts fields={fields} editor={editor} expression={expression} onEdit={setEditor} onConfirm={confirm} />
        </div>
        <CronPreview expression={expression} source={preview} exeStartTime={props.exeStartTime} />
      </div>
    </Modal>
  );
}
