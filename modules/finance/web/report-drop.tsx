import { InboxOutlined } from '@ant-design/icons';
import { Alert, Modal, Space, Upload } from 'antd';
import { useRef, useState, type ReactNode } from 'react';
import type { DateOrder } from '#kit/model/date-text.ts';
import { DAYS_IN_DOUBT } from '#kit/model/file-job.ts';
import {
  ApiError,
  DateQuestion,
  detailPath,
  RecordSelect,
  refreshResource,
  SourceLink,
  uploadTo,
  usePermission,
} from '#kit/web/index.ts';
import { channelAccount } from '#modules/base/model/channel-account.ts';
import { payingAccount } from '#modules/purchasing/model/paying-account.ts';
import { bankLine } from '../model/bank-line.ts';
import { deduction } from '../model/deduction.ts';
import { remittance } from '../model/remittance.ts';
import { reportFile, takeReportRoute, type ReportAnswer, type UnknownReport } from '../model/report-file.ts';
import { TeachFormat } from './teach-format.tsx';
import './finance.css';

/** What was answered about a file so far. */
interface Answers {
  accountId?: string;
  bankAccountId?: string;
  dates?: DateOrder;
}

/** A file that waits for an answer. */
interface Asked {
  file: File;
  answers: Answers;
  about:
    | { kind: 'shop' | 'bank' | 'dates'; message: string }
    | { kind: 'teach'; message: string; unknown: UnknownReport };
}

/** What became of a file. */
interface Outcome {
  name: string;
  tone: 'success' | 'info' | 'error';
  text: string;
  id: string | null;
}

const SHOWN = 6;

/** Takes dropped files one after the other; what one of them asks is asked before the next. */
export function ReportDrop(): ReactNode {
  const may = usePermission('finance:reportFile:import');
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const waiting = useRef<File[]>([]);
  const isTaking = useRef(false);

  const say = (outcome: Outcome): void => setOutcomes((all) => [outcome, ...all].slice(0, SHOWN));

  /** @returns whether the file has asked something */
  const take = async (file: File, answers: Answers): Promise<boolean> => {
    setBusy(file.name);
    try {
      const { result } = await uploadTo(takeReportRoute, file, { query: { ...answers } });
      if (result.unknown) {
        setAsked({ file, answers, about: { kind: 'teach', message: result.summary, unknown: result.unknown } });
        return true;
      }
      say(outcomeOf(file.name, result));
      for (const resource of [reportFile, remittance, deduction, bankLine]) void refreshResource(resource);
      return false;
    } catch (error) {
      const about = questionOf(error, answers);
      if (about) setAsked({ file, answers, about });
      else say({ name: file.name, tone: 'error', text: textOf(error), id: null });
      return about !== null;
    } finally {
      setBusy(null);
    }
  };
  const next = async (): Promise<void> => {
    if (isTaking.current) return;
    isTaking.current = true;
    for (let file = waiting.current.shift(); file; file = waiting.current.shift()) if (await take(file, {})) return;
    isTaking.current = false;
  };
  const goOn = async (question: Asked | null, answers: Answers): Promise<void> => {
    setAsked(null);
    if (question && (await take(question.file, { ...question.answers, ...answers }))) return;
    isTaking.current = false;
    void next();
  };
  const giveUp = (): void => {
    if (asked) say({ name: asked.file.name, tone: 'info', text: '未导入', id: null });
    void goOn(null, {});
  };

  if (!may) return null;
  return (
    <div className="fi-drop">
      <Upload.Dragger
        multiple
        showUploadList={false}
        beforeUpload={(file) => {
          waiting.current.push(file);
          void next();
          return false;
        }}
      >
        <Space>
          <InboxOutlined aria-hidden />
          <span>
            {busy
              ? `正在识别 ${busy}`
              : '把文件拖到这里，或点击选择：回款、扣款、银行流水的表格（csv、xls、xlsx），EDI 820、812、810，camt.053、MT940'}
          </span>
        </Space>
      </Upload.Dragger>
      {outcomes.map((outcome, at) => (
        <OutcomeLine key={`${outcomes.length - at} ${outcome.name}`} outcome={outcome} />
      ))}
      {asked?.about.kind === 'teach' && (
        <TeachFormat
          fileName={asked.file.name}
          message={asked.about.message}
          unknown={asked.about.unknown}
          onTaught={() => void goOn(asked, {})}
          onClose={giveUp}
        />
      )}
      {asked && asked.about.kind !== 'teach' && (
        <Modal open title={asked.file.name} footer={null} mask={{ closable: false }} onCancel={giveUp}>
          {asked.about.kind === 'dates' ? (
            <DateQuestion message={asked.about.message} onChoose={(dates) => void goOn(asked, { dates })} />
          ) : (
            <Alert
              type="warning"
              showIcon
              title={asked.about.message}
              description={
                asked.about.kind === 'shop' ? (
                  <RecordSelect
                    of={channelAccount}
                    multiple={false}
                    name="店铺"
                    onChange={(accountId) => {
                      if (accountId) void goOn(asked, { accountId });
                    }}
                  />
                ) : (
                  <RecordSelect
                    of={payingAccount}
                    multiple={false}
                    name="账户"
                    onChange={(bankAccountId) => {
                      if (bankAccountId) void goOn(asked, { bankAccountId });
                    }}
                  />
                )
              }
            />
          )}
        </Modal>
      )}
    </div>
  );
}

function OutcomeLine({ outcome: { name, tone, text, id } }: { outcome: Outcome }): ReactNode {
  return (
    <Alert
      type={tone}
      showIcon
      className="fi-drop-outcome"
      title={
        <>
          {id === null ? (
            name
          ) : (
            <SourceLink title="看报表文件" permission="finance:reportFile:list" path={detailPath(reportFile, id)}>
              {name}
            </SourceLink>
          )}
          ：{text}
        </>
      }
    />
  );
}

const outcomeOf = (name: string, { state, summary, id }: ReportAnswer): Outcome => ({
  name,
  tone: state === 'taken' ? 'success' : 'info',
  text: summary,
  id,
});

/** What a refusal asks; null where there is nothing to answer, or it was answered already. */
function questionOf(error: unknown, answers: Answers): { kind: 'shop' | 'bank' | 'dates'; message: string } | null {
  if (!(error instanceof ApiError)) return null;
  const { message } = error;
  if (!answers.dates && error.errors.some(({ code }) => code === DAYS_IN_DOUBT)) return { kind: 'dates', message };
  if (!answers.accountId && error.errors.some(({ code }) => code === 'finance.reportShop'))
    return { kind: 'shop', message };
  if (!answers.bankAccountId && error.errors.some(({ code }) => code === 'finance.reportBankAccount'))
    return { kind: 'bank', message };
  return null;
}

const MOST_SAID = 5;

/** All that is wrong, as far as it fits. */
function textOf(error: unknown): string {
  if (!(error instanceof ApiError) || error.errors.length < 2) return (error as Error).message;
  const said = [...new Set(error.errors.map(({ message }) => message))];
  const more = said.length > MOST_SAID ? `；等 ${said.length} 处` : '';
  return `整个文件未导入。${said.slice(0, MOST_SAID).join('；')}${more}`;
}
