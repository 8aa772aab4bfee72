import type { ReactNode } from 'react';
import { ListPage } from '#kit/web/index.ts';
import { position } from '../model/position.ts';

/** 职务管理 */
export const SysPositionList = (): ReactNode => <ListPage of={position} />;
