import { Button, Spin } from 'antd';
import type { ReactNode } from 'react';
import type { SignInProvider } from '#kit/model/sign-in-ways.ts';
import { fetched } from '#ui/fetched.tsx';
import { PublicLink } from './public-link.tsx';
import { redirectTarget, signInAddress, SIGN_IN_PATH } from '../redirect.ts';
import type { SignInAnswer } from '#modules/system/model/routes/session.ts';
import { SecondStepGate } from './second-step-gate.tsx';
import { setOutAddress, type ThirdPage } from './third-sign-in.ts';
import type { ThirdStage } from './use-third-sign-in.ts';

/** Somebody is on their way to another system, or back from it. */
export function UnderWay(): ReactNode {
  return (
    <p className="wb-user-waiting" role="status">
      <Spin size="small" /> 正在登录…
    </p>
  );
}

const WorkplaceForm = fetched(
  () => import('./workplace-form.tsx').then((module) => module.WorkplaceForm),
  <UnderWay />,
);
const BindForm = fetched(() => import('./bind-form.tsx').then((module) => module.BindForm), <UnderWay />);

/** What is asked of somebody who is back; `children` as long as nobody has set out. */
export function ThirdStages(props: ThirdStagesProps): ReactNode {
  return (
    <SecondStepGate>
      <FirstStages {...props} />
    </SecondStepGate>
  );
}

interface ThirdStagesProps {
  stage: ThirdStage;
  enter: (answer: SignInAnswer) => void;
  fail: (failure: string | null) => void;
  children: ReactNode;
}

function FirstStages({ stage, enter, fail, children }: ThirdStagesProps): ReactNode {
  if (stage.kind === 'working') return <UnderWay />;
  if (stage.kind === 'idle')
    return (
      <>
        {stage.failure && (
          <p role="alert" className="wb-user-note wb-user-refusal">
            {stage.failure}
          </p>
        )}
        {children}
      </>
    );
  return stage.kind === 'binding' ? (
    <BindForm ticket={stage.ticket} onAnswer={enter} onExpired={fail} />
  ) : (
    <WorkplaceForm answer={stage.answer} onBack={() => fail(null)} />
  );
}

/** Buttons that lead to other systems. Plain links: the server says where they stand. */
export function ProviderButtons({
  providers,
  page,
  isMain = false,
}: {
  providers: readonly SignInProvider[];
  page: ThirdPage;
  isMain?: boolean;
}): ReactNode {
  return (
    <div className="wb-user-providers">
      {providers.map((provider, at) => (
        <Button
          key={provider.key}
          href={setOutAddress(provider, page)}
          size={isMain ? 'large' : 'middle'}
          type={isMain && at === 0 ? 'primary' : 'default'}
          block
        >
          {provider.title}
        </Button>
      ))}
    </div>
  );
}

/** To name and password, keeping where the person wanted to go. */
export function AccountLink(): ReactNode {
  const requested = redirectTarget(location.search);
  const address = signInAddress(requested, SIGN_IN_PATH);
  return (
    <p className="wb-user-links">
      <PublicLink to={`${address}${address.includes('?') ? '&' : '?'}way=account`}>账号登录</PublicLink>
    </p>
  );
}
