import { CheckCircleFilled, CloseCircleFilled, MinusCircleOutlined, WarningFilled } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Modal, Skeleton } from 'antd';
import { useEffect, type ReactNode } from 'react';
import { fetchRoute, ForeignWords, refreshResource } from '#kit/web/index.ts';
import { channelAccount } from '#modules/base/model/channel-account.ts';
import { testAccountRoute, type TestAnswer } from '../model/routes.ts';
import './channels.css';

const STEPS: readonly [step: TestAnswer['steps'][number]['step'], title: string][] = [
  ['token', '获取令牌'],
  ['read', '读取订单'],
  ['write', '写入权限'],
];
const TEST_TIMEOUT = 60_000;

/** Tries a shop's connection and shows where it stops. All well makes a new or expired shop active. */
export function ConnectionTest({
  id,
  name,
  onClose,
  onEdit,
}: {
  id: string;
  name: string;
  onClose: () => void;
  onEdit?: (() => void) | undefined;
}): ReactNode {
  const test = useQuery({
    queryKey: ['channels:connectionTest', id],
    queryFn: () => fetchRoute(testAccountRoute, { params: { id }, timeout: TEST_TIMEOUT }),
    gcTime: 0,
    staleTime: 0,
    retry: false,
  });
  const { data, error, isFetching } = test;
  useEffect(() => {
    if (!isFetching) void refreshResource(channelAccount);
  }, [isFetching]);
  return (
    <Modal
      open
      title={`测试连接：${name}`}
      width={560}
      onCancel={onClose}
      footer={
        <>
          {onEdit && data && !data.ok && <Button onClick={onEdit}>修改连接参数</Button>}
          <Button loading={isFetching} onClick={() => void test.refetch()}>
            重新测试
          </Button>
          <Button type="primary" onClick={onClose}>
            关闭
          </Button>
        </>
      }
    >
      {isFetching ? (
        <div role="status" aria-label="正在测试连接">
          <Skeleton active title={false} paragraph={{ rows: 3 }} />
        </div>
      ) : error ? (
        <Alert type="error" showIcon title={error.message} />
      ) : (
        data && <Steps answer={data} />
      )}
    </Modal>
  );
}

/** A capability that is closed is no failure of the shop: it is named and the rest goes on. */
function Step({ step, title, ok, message }: TestAnswer['steps'][number]): ReactNode {
  const isClosed = !ok && step === 'capability';
  return (
    <li className={ok ? 'ch-step-ok' : isClosed ? 'ch-step-closed' : 'ch-step-bad'}>
      {ok ? (
        <CheckCircleFilled aria-hidden />
      ) : isClosed ? (
        <WarningFilled aria-hidden />
      ) : (
        <CloseCircleFilled aria-hidden />
      )}
      <div>
        <strong>{title}</strong>：{ok ? '通过' : isClosed ? '未开通，不影响其他功能' : '失败'}
        {message && (
          <div className="ch-weak">
            <ForeignWords text={message} />
          </div>
        )}
      </div>
    </li>
  );
}

function closedNote({ steps }: TestAnswer): string {
  const closed = steps.filter(({ ok }) => !ok).map(({ title }) => title);
  return closed.length === 0 ? '' : `；未开通：${closed.join('、')}`;
}

function Steps({ answer }: { answer: TestAnswer }): ReactNode {
  const known = new Set(answer.steps.map(({ step }) => step));
  const left = STEPS.filter(([step]) => !known.has(step));
  return (
    <>
      <ol className="ch-steps">
        {answer.steps.map((step) => (
          <Step key={step.capability ?? step.step} {...step} />
        ))}
        {!answer.ok &&
          left.map(([step, title]) => (
            <li key={step} className="ch-step-left">
              <MinusCircleOutlined aria-hidden />
              <div>{title}：未执行</div>
            </li>
          ))}
      </ol>
      <Alert
        type={answer.ok ? 'success' : 'error'}
        showIcon
        title={
          answer.ok
            ? `连接正常，店铺${answer.status_dictText}${closedNote(answer)}`
            : `连接未通过，店铺${answer.status_dictText}。修正后重新测试。`
        }
      />
    </>
  );
}
