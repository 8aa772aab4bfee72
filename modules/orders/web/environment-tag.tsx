import type { ReactNode } from 'react';
import { channelEnvironment } from '#modules/base/model/channel-account.ts';
import './orders.css';

/** Marks what a sandbox shop tries out; real sales carry no mark. */
export const EnvironmentTag = ({ environment }: { environment: unknown }): ReactNode =>
  environment === 'sandbox' ? (
    <span className="or-sandbox" title="测试订单：不占库存，不计入销售">
      {channelEnvironment.items.sandbox}
    </span>
  ) : null;
