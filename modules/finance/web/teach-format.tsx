import { Alert, Select } from 'antd';
import { createContext, useContext, useMemo, type ComponentType, type ReactNode } from 'react';
import { inputProps, PartTable, ResourceForm, type EditProps } from '#kit/web/index.ts';
import type { UnknownReport } from '../model/report-file.ts';
import { reportFormat } from '../model/report-format.ts';

/** The columns of the file that is explained, and what stands in each. */
const Titles = createContext<readonly { title: string; sample: string }[]>([]);

/** Chooses one of the columns of the file, with the first value below it. */
function ColumnChoice(props: EditProps): ReactNode {
  const titles = useContext(Titles);
  return (
    <Select
      {...inputProps(props)}
      allowClear
      showSearch
      placeholder="选文件里的列"
      value={(props.value as string | null) || undefined}
      onChange={(value?: string) => props.onChange?.(value ?? null)}
      options={titles.map(({ title, sample }) => ({
        value: title,
        label: sample ? `${title}（如 ${sample}）` : title,
      }))}
    />
  );
}

/** Every field of a format that names a column is chosen from those of the file. */
const INPUTS: Readonly<Record<string, ComponentType<EditProps>>> = Object.fromEntries(
  Object.keys(reportFormat.fields).flatMap((key) => (key.endsWith('Column') ? [[key, ColumnChoice]] : [])),
);

/** The name of a file without its numbers, days and ending: what such files are called. */
const nameOf = (file: string): string =>
  file
    .replace(/\.[^.]*$/, '')
    .replace(/[\d_\-()（）\s]+$/g, '')
    .slice(0, 60) || file.slice(0, 60);

/** 对应列名: says once what the columns of a file are; from then on such files are known. */
export function TeachFormat({
  fileName,
  message,
  unknown,
  onTaught,
  onClose,
}: {
  fileName: string;
  message: string;
  unknown: UnknownReport;
  onTaught: () => void;
  onClose: () => void;
}): ReactNode {
  const { titles, samples, guess, near } = unknown;
  const shown = useMemo(
    () => titles.map((title, at) => ({ title, sample: (samples.find((row) => row[at])?.[at] ?? '').slice(0, 20) })),
    [titles, samples],
  );
  let taught = false;
  return (
    <Titles value={shown}>
      <ResourceForm
        of={reportFormat}
        addTitle={`对应列名：${fileName}`}
        size={860}
        inputs={INPUTS}
        lead={
          <>
            <Alert type="info" showIcon className="wb-form-note" title={message} />
            <div className="fi-sample">
              <PartTable
                label="文件的前几行"
                head={titles.map((title) => ({ title }))}
                rows={samples.map((row, at) => ({ key: String(at), cells: row }))}
              />
            </div>
          </>
        }
        layout={(reportFormat.form as readonly (readonly string[])[]).filter(
          ([key]) => key !== 'headers' && key !== 'status',
        )}
        {...(near
          ? { id: near.id }
          : { initial: { name: nameOf(fileName), ...guess, headers: titles.join('\n'), status: 'enabled' } })}
        onSaved={() => {
          taught = true;
          onTaught();
        }}
        onClose={() => {
          if (!taught) onClose();
        }}
      />
    </Titles>
  );
}
