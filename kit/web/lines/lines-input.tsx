import { Button } from 'antd';
import { useRef, type ClipboardEvent, type KeyboardEvent, type ReactNode } from 'react';
import type { Field } from '#kit/model/field.ts';
import { isColumnShown, leftOf, unitColumns, type LinesField, type LinesQuestion } from '#kit/model/lines-question.ts';
import type { RowFace } from '#kit/model/list-entry.ts';
import type { Row } from '#ui/cells/faces.ts';
import { NumberField, type WholeNumber } from '#ui/cells/number-field.tsx';
import { currencyOf, readTyped } from '#ui/cells/read-typed.ts';
import { useIsMobile } from '#ui/use-is-mobile.ts';
import { Stepper } from '#ui/widgets/stepper.tsx';
import { cellOf } from '../cells/cells.ts';
import { RowPicture } from '../cells/row-picture.tsx';
import { isPasted, pastedCells, startOf, sumsOf, type QuestionLine } from './question-line.ts';
import { useLineFaces } from './use-line-faces.ts';
import './lines-input.css';

export interface LinesInputProps {
  field: LinesField;
  lines: readonly QuestionLine[];
  /** What the server refused, by line and column; under '' what is of no column. */
  refused: ReadonlyMap<string, ReadonlyMap<string, string>>;
  onAnswer: (answers: Readonly<Record<string, Readonly<Record<string, unknown>>>>) => void;
  /** Why a column cannot be filled in here. */
  closed?: ((column: string) => string | undefined) | undefined;
}

/**
 * The columns of a question, asked of each line: a table, and cards on a phone. A column of a spreadsheet is
 * pasted at its first cell; Enter goes down.
 */
export function LinesInput(props: LinesInputProps): ReactNode {
  const { field, lines, onAnswer: onSay } = props;
  const { lines: question } = field;
  const isMobile = useIsMobile();
  const place = useRef<HTMLDivElement>(null);
  const of = question.of.fields[question.subject];
  const faces = useLineFaces(
    of && { key: question.subject, field: of },
    lines.map(({ row }) => row),
  );
  const faceOf = (row: Row): RowFace | undefined => faces.get(String(row[question.subject]));
  const fillAll = (isEmpty: boolean): void =>
    onSay(
      Object.fromEntries(
        lines.map(({ row, values }) => [
          row.id,
          { ...values, ...noUnits(question), ...(isEmpty ? {} : startOf(question, row)) },
        ]),
      ),
    );
  const paste = (event: ClipboardEvent): void => {
    const at = cellAt(event.target);
    const columns = Object.keys(question.columns);
    const cells = at && pastedCells(event.clipboardData.getData('text/plain'), at, columns);
    if (!cells) return;
    event.preventDefault();
    const answers = new Map(lines.map(({ row, values: now }) => [row.id, { ...now }]));
    for (const { line, column, text } of cells) {
      const row = lines[line]?.row;
      const request = question.columns[column];
      if (row && request && isPasted(request) && !props.closed?.(column))
        (answers.get(row.id) as Record<string, unknown>)[column] = readTyped(request, text, currencyOf(request, row));
    }
    onSay(Object.fromEntries(answers));
  };
  const goDown = (event: KeyboardEvent): void => {
    const at = event.key === 'Enter' && !event.nativeEvent.isComposing && cellAt(event.target);
    if (!at || (event.target as Element).closest('.ant-select, .ant-picker, textarea')) return;
    const below = place.current?.querySelector<HTMLInputElement>(`[data-cell="${at.line + 1} ${at.column}"] input`);
    if (!below) return;
    event.preventDefault();
    below.focus();
    below.select();
  };
  const Face = isMobile ? Cards : LinesTable;
  return (
    <div className="wb-lines-input" ref={place} onPaste={paste} onKeyDown={goDown}>
      <Face {...props} faceOf={faceOf} />
      {question.start && question.takes !== 'all' && (
        <p className="wb-lines-quick">
          <Button size="small" onClick={() => fillAll(false)}>
            全部{question.left?.title}
          </Button>
          <Button size="small" onClick={() => fillAll(true)}>
            全部清零
          </Button>
        </p>
      )}
    </div>
  );
}

const noUnits = (question: LinesQuestion): Record<string, number> =>
  Object.fromEntries(unitColumns(question).map(([key]) => [key, 0]));

/** Which cell an input stands in. */
function cellAt(target: EventTarget): { line: number; column: string } | null {
  const cell = (target as Element).closest<HTMLElement>('[data-cell]')?.dataset['cell'];
  const [line, column] = cell?.split(' ') ?? [];
  return line !== undefined && column !== undefined ? { line: Number(line), column } : null;
}

type FaceProps = LinesInputProps & { faceOf: (row: Row) => RowFace | undefined };

const nameOf = ({ subject }: LinesQuestion, row: Row): string =>
  String(row[`${subject}_dictText`] ?? row[subject] ?? '');

const shownText = (row: Row, key: string): string => String(row[`${key}_dictText`] ?? row[key] ?? '');

function LinesTable({ field, lines, refused, onAnswer: onSay, closed, faceOf }: FaceProps): ReactNode {
  const { lines: question } = field;
  const { of, shown = [], columns, left, subject } = question;
  const sums = sumsOf(question, lines);
  const plain = shown.filter((key) => of.fields[key]);
  return (
    <div className="wb-lines-scroll">
      <table className="wb-lines-table" aria-label={field.title}>
        <thead>
          <tr>
            <th scope="col">{of.fields[subject]?.title}</th>
            {plain.map((key) => (
              <th key={key} scope="col" className={numberClass(of.fields[key])}>
                {of.fields[key]?.title}
              </th>
            ))}
            {left && (
              <th scope="col" className="wb-lines-number">
                {left.title}
              </th>
            )}
            {Object.entries(columns).map(([key, { title, hint }]) => (
              <th key={key} scope="col" title={hint}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line, at) => (
            <tr key={line.row.id}>
              <th scope="row">
                <Subject question={question} row={line.row} face={faceOf(line.row)} />
                <Whole refused={refused.get(line.row.id)} />
              </th>
              {plain.map((key) => (
                <td key={key} className={numberClass(of.fields[key])}>
                  {shownText(line.row, key)}
                </td>
              ))}
              {left && <td className="wb-lines-number">{leftOf(question, line.row)}</td>}
              {Object.keys(columns).map((key) => (
                <td key={key} data-cell={`${at} ${key}`}>
                  <LineCell {...{ question, line, refused, onAnswer: onSay, closed }} column={key} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {lines.length > 1 && sums.size > 0 && (
          <tfoot>
            <tr>
              <th scope="row" colSpan={1 + plain.length + (left ? 1 : 0)}>
                合计
              </th>
              {Object.keys(columns).map((key) => (
                <td key={key} className="wb-lines-sum">
                  {sums.get(key)}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}

const numberClass = (field: Field | undefined): string =>
  field && ['quantity', 'integer', 'money', 'price'].includes(field.kind) ? 'wb-lines-number' : '';

function Cards({ field, lines, refused, onAnswer: onSay, closed, faceOf }: FaceProps): ReactNode {
  const { lines: question } = field;
  const { of, shown = [], columns, left } = question;
  const sums = [...sumsOf(question, lines)].map(([key, sum]) => `${columns[key]?.title ?? ''} ${sum}`);
  return (
    <>
      <ul className="wb-lines-cards" aria-label={field.title}>
        {lines.map((line, at) => (
          <li key={line.row.id}>
            <Subject question={question} row={line.row} face={faceOf(line.row)} />
            <small>
              {[
                ...shown.map((key) => `${of.fields[key]?.title ?? ''} ${shownText(line.row, key)}`),
                ...(left ? [`${left.title} ${leftOf(question, line.row)}`] : []),
              ].join(' · ')}
            </small>
            <Whole refused={refused.get(line.row.id)} />
            {Object.entries(columns).map(
              ([key, { title }]) =>
                isColumnShown(question, key, line.values) && (
                  <div key={key} className="wb-lines-field" data-cell={`${at} ${key}`}>
                    <span>{title}</span>
                    <LineCell {...{ question, line, refused, onAnswer: onSay, closed }} column={key} isCard />
                  </div>
                ),
            )}
          </li>
        ))}
      </ul>
      {lines.length > 1 && sums.length > 0 && <p className="wb-lines-sums">合计 {sums.join(' · ')}</p>}
    </>
  );
}

/** What the line is about: picture and name of what it leads to, or its own text. */
function Subject({ question, row, face }: { question: LinesQuestion; row: Row; face: RowFace | undefined }): ReactNode {
  return (
    <span className="wb-lines-subject">
      {question.of.fields[question.subject]?.kind === 'link' && <RowPicture path={face?.picture ?? null} />}
      <span>
        <strong>{nameOf(question, row)}</strong>
        {face?.name && <small>{face.name}</small>}
      </span>
    </span>
  );
}

/** What was refused of a line as a whole. */
const Whole = ({ refused }: { refused: ReadonlyMap<string, string> | undefined }): ReactNode =>
  refused?.has('') && <Fault text={refused.get('')} />;

const Fault = ({ text }: { text: string | undefined }): ReactNode =>
  text !== undefined && (
    <span className="wb-lines-fault" role="alert">
      {text}
    </span>
  );

interface LineCellProps extends Pick<LinesInputProps, 'refused' | 'onAnswer' | 'closed'> {
  question: LinesQuestion;
  line: QuestionLine;
  column: string;
  isCard?: boolean;
}

/** One answer of a line, with what is wrong with it below. */
function LineCell({
  question,
  line,
  column,
  refused,
  onAnswer: onSay,
  closed,
  isCard = false,
}: LineCellProps): ReactNode {
  const { row, values, faults } = line;
  const field = question.columns[column] as Field;
  if (!isColumnShown(question, column, values)) return null;
  const why = closed?.(column);
  const fault = refused.get(row.id)?.get(column) ?? faults.get(column);
  const name = nameOf(question, row);
  const say = (value: unknown): void => onSay({ [row.id]: { ...values, [column]: value } });
  const isUnits = field.kind === 'quantity';
  const Edit = cellOf(field.kind).Edit;
  const most = isUnits && question.takes !== 'any' ? (leftOf(question, row) ?? field.max) : field.max;
  const value = values[column] ?? (isUnits ? 0 : null);
  // A number that cannot be read says so itself.
  const isSaid = fault !== undefined && !(isUnits && !isCard && typeof value !== 'number');
  return (
    <>
      {isUnits && isCard && (
        <Stepper
          name={name}
          title={field.title}
          text={String(value)}
          isWrong={fault !== undefined}
          isLeast={!(Number(value) > 0)}
          disabled={why !== undefined}
          onStep={(by) => say(Math.max(0, (Number(value) || 0) + by))}
          onText={(text) => say(readTyped(field, text) ?? 0)}
          onLeave={() => undefined}
        />
      )}
      {isUnits && !isCard && (
        <NumberField
          size="small"
          title={field.title}
          label={`${name} ${field.title}`}
          min={0}
          max={most}
          disabled={why !== undefined}
          value={value as WholeNumber}
          onChange={say}
        />
      )}
      {!isUnits && (
        <Edit
          field={{ ...field, title: `${name} ${field.title}` }}
          name={`${row.id}-${column}`}
          value={value}
          row={row}
          disabled={why !== undefined}
          aria-invalid={fault !== undefined}
          onChange={(next) => say(next ?? null)}
        />
      )}
      {why !== undefined && <small className="wb-lines-why">{why}</small>}
      {isSaid && <Fault text={fault} />}
    </>
  );
}
