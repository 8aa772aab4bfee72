import { Alert } from 'antd';
import type { ReactNode } from 'react';
import { BY_FILE } from '../model/marketplaces.ts';
import './market.css';

/** Where the data of a page of the market comes from. */
export const ByFile = ({ how }: { how: string }): ReactNode => (
  <Alert className="mk-by-file" type="info" showIcon title={`${BY_FILE}：${how}`} />
);
