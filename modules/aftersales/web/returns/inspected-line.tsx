import { Button, Input, Select } from 'antd';
import type { ReactNode } from 'react';
import { ImageUpload, RowPicture, useDictOptions } from '#kit/web/index.ts';
import { FormInputs } from '#modules/base/web/index.tsx';
import { answerKey, answersOf, type Answers, type AskedForm } from '../../model/inspection-answers.ts';
import { returnOutcome, type ReturnOutcome } from '../../model/return-order.ts';
import type { JudgedLine } from '../../model/return-judging.ts';
import { Units } from './counted-units.tsx';
import type { Inspection } from './use-inspection.ts';

const MOST_PHOTOS = 9;

/** One line as it is inspected: units by what they are, questions, photos, what the buyer gets. */
export function InspectedLine({ line, inspection }: { line: JudgedLine; inspection: Inspection }): ReactNode {
  const { goods, received, requested } = line;
  const found = inspection.foundOf(line);
  const faults = inspection.faultsOf(line);
  const outcomes = useDictOptions(returnOutcome);
  const { code } = goods;
  return (
    <li className="as-judged" aria-label={code}>
      <div className="as-judged-head">
        <RowPicture path={goods.picture} />
        <div>
          <strong>{goods.name}</strong>
          <span className="as-weak">
            {code} · 收到 {received} 件{received !== requested && `（应退 ${requested}）`}
          </span>
        </div>
        {found.good !== received && (
          <Button size="small" onClick={() => inspection.put(line, { good: received, damaged: 0, wrong: 0 })}>
            全是良品
          </Button>
        )}
      </div>
      <Sorted line={line} inspection={inspection} />
      {line.questions.map((form) => (
        <Questions
          key={form.formId}
          form={form}
          answers={found.answers}
          onAnswers={(answers) => inspection.put(line, { answers })}
        />
      ))}
      <div className="as-judged-rest">
        <div>
          <span>照片</span>
          <ImageUpload
            isMultiple
            number={MOST_PHOTOS}
            label={`${code} 照片`}
            text="拍照或上传"
            value={found.photos}
            onChange={(value) => inspection.put(line, { photos: String(value ?? '') })}
          />
        </div>
        <label>
          <span>处理方式</span>
          <Select
            aria-label={`${code} 处理方式`}
            value={inspection.outcomeOf(line)}
            options={outcomes}
            onChange={(outcome: ReturnOutcome) => inspection.put(line, { outcome })}
          />
        </label>
        <label>
          <span>说明</span>
          <Input
            aria-label={`${code} 说明`}
            maxLength={255}
            value={found.note}
            onChange={({ target }) => inspection.put(line, { note: target.value })}
          />
        </label>
      </div>
      {faults.length > 0 && (
        <ul className="as-faults" role="alert">
          {faults.map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** Good, damaged and other units; what is put down as damaged or other is no longer good. */
function Sorted({ line, inspection }: { line: JudgedLine; inspection: Inspection }): ReactNode {
  const found = inspection.foundOf(line);
  const { received, goods } = line;
  const isWrong = found.good + found.damaged + found.wrong !== received;
  const put = (part: 'damaged' | 'wrong', units: number): void => {
    const other = part === 'damaged' ? found.wrong : found.damaged;
    const rest = received - units - other;
    inspection.put(line, { [part]: units, ...(rest >= 0 ? { good: rest } : {}) });
  };
  return (
    <div className="as-choices">
      <Units
        code={goods.code}
        title="良品"
        units={found.good}
        isWrong={isWrong}
        onUnits={(good) => inspection.put(line, { good })}
      />
      <Units
        code={goods.code}
        title="不良品"
        units={found.damaged}
        isWrong={isWrong}
        onUnits={(units) => put('damaged', units)}
      />
      <Units
        code={goods.code}
        title="错货"
        units={found.wrong}
        isWrong={isWrong}
        onUnits={(units) => put('wrong', units)}
      />
      {line.cartons.length > 0 && (
        <label>
          问题箱
          <Select
            allowClear
            aria-label={`${goods.code} 问题箱`}
            placeholder="可不选"
            value={found.cartonNo}
            options={line.cartons.map(({ no, label }) => ({
              value: no,
              label: `第 ${no} 箱 ${label}`.trim(),
            }))}
            onChange={(cartonNo: number | undefined) => inspection.put(line, { cartonNo: cartonNo ?? null })}
          />
        </label>
      )}
    </div>
  );
}

/** What one form asks, with the input of each field; a picture is answered by the photos of the line. */
function Questions({
  form,
  answers,
  onAnswers,
}: {
  form: AskedForm;
  answers: Answers;
  onAnswers: (answers: Answers) => void;
}): ReactNode {
  const { formId, fields } = form;
  const values = answersOf(form, answers, 0);
  const bad = fields.filter(({ key, badValue }) => badValue !== undefined && [values[key]].flat().includes(badValue));
  return (
    <div className="as-questions">
      <FormInputs
        defs={fields.map((def) =>
          def.type === 'image' ? { ...def, type: 'normal', label: `${def.label}（在下面拍照）` } : def,
        )}
        values={values}
        onChange={(next) => {
          const own = Object.entries(next).map(([key, value]) => [answerKey(formId, key), value]);
          onAnswers({ ...answers, ...Object.fromEntries(own) });
        }}
      />
      {bad.length > 0 && (
        <span className="as-warn">{bad.map(({ label }) => `“${label}”`).join('、')}不合格：按不良品收</span>
      )}
    </div>
  );
}
