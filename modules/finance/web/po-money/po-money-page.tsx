import { useQuery } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { MOST_NUMBERS, numbersFault, readNumbers } from '#kit/model/numbers.ts';
import { downloadFrom, fetchRoute, ReportFrame, toastError, usePage, usePermission } from '#kit/web/index.ts';
import { poAnswersRoute, poSheetRoute } from '../../model/po-money/po-money-routes.ts';
import { PoAnswers } from './po-answers.tsx';
import { TrailOf } from './po-trail.tsx';
import '../finance.css';
import './po-money.css';

/** As many signs of numbers stand in the address; longer pastes live as long as their tab. */
const MOST_IN_ADDRESS = 3000;
const MOST_ROWS = 6;

/** 一张PO到底: one number shows its whole way, up to two hundred a line each. */
export function PoMoney(): ReactNode {
  const { query, setQuery } = usePage();
  const stated = query['po'] ?? '';
  const [asked, setAsked] = useState<readonly string[]>(() => readNumbers(stated));
  // A link to another PO finds this page open: what its address says is what it shows.
  const [followed, setFollowed] = useState({ stated, times: 0 });
  if (stated !== followed.stated) {
    const isElsewhere = stated !== '' && stated !== asked.join(',');
    setFollowed({ stated, times: followed.times + (isElsewhere ? 1 : 0) });
    if (isElsewhere) setAsked(readNumbers(stated));
  }
  const ask = (numbers: readonly string[]): void => {
    setAsked(numbers);
    const text = numbers.join(',');
    setQuery({ ...query, po: text.length <= MOST_IN_ADDRESS ? text : undefined });
  };
  const request = useQuery({
    queryKey: ['finance:poMoney', 'answers', asked],
    queryFn: ({ signal }) => fetchRoute(poAnswersRoute, { body: { numbers: asked }, signal }),
    enabled: asked.length > 0,
    staleTime: 0,
  });
  return (
    <ReportFrame
      title="一张PO到底"
      filters={<Question key={followed.times} asked={asked} onAsk={ask} isBusy={request.isFetching} />}
      query={asked.length > 0 ? request : { data: [], error: null, refetch: () => undefined }}
      awaited="正在查这些PO的钱"
      nothing={(answers) => (answers.length === 0 ? NOTHING : null)}
      method="实收 = 已开票 − 未收 − 退款 − 提前付款折扣 − 核销 − 扣款 + 追回 − 平台费用；每个数字都能点到单据和文件行。"
    >
      {(answers) => {
        const [only] = answers;
        return answers.length === 1 && only?.orderId ? (
          <TrailOf orderId={only.orderId} />
        ) : (
          <PoAnswers answers={answers} />
        );
      }}
    </ReportFrame>
  );
}

const NOTHING = {
  title: '粘贴一个或多个PO号',
  text: '一个PO号看它从下单到到账的每一步；多个PO号一行一个答案，可以导出。',
};

/** The numbers, one a line as they were pasted. */
function Question({
  asked,
  onAsk,
  isBusy,
}: {
  asked: readonly string[];
  onAsk: (numbers: readonly string[]) => void;
  isBusy: boolean;
}): ReactNode {
  const [text, setText] = useState(asked.join('\n'));
  const mayExport = usePermission('finance:poMoney:export');
  const numbers = readNumbers(text);
  const fault = text.trim() === '' ? null : numbersFault(numbers);
  const isReady = numbers.length > 0 && fault === null;
  return (
    <div className="fi-po-question">
      <Input.TextArea
        autoFocus
        aria-label="PO号，每行一个"
        placeholder={`粘贴PO号，每行一个，最多 ${MOST_NUMBERS} 个；回车查询`}
        value={text}
        autoSize={{ minRows: 1, maxRows: MOST_ROWS }}
        spellCheck={false}
        {...(fault ? { status: 'error' as const } : {})}
        onChange={(event) => setText(event.target.value)}
        onPressEnter={(event) => {
          if (event.shiftKey) return;
          event.preventDefault();
          if (isReady) onAsk(numbers);
        }}
      />
      <Button type="primary" disabled={!isReady} loading={isBusy} onClick={() => onAsk(numbers)}>
        查询
      </Button>
      {mayExport && (
        <Button
          disabled={!isReady}
          onClick={() => void downloadFrom(poSheetRoute, 'PO到账.xlsx', { body: { numbers } }).catch(toastError)}
        >
          导出
        </Button>
      )}
      <span className={fault ? 'fi-po-fault' : 'fi-weak'} role="status">
        {fault ?? (numbers.length > 1 ? `${numbers.length} 个` : '')}
      </span>
    </div>
  );
}
