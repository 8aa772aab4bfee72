import { shape } from '#kit/model/route.ts';
import { guardedRoute } from './neutral.ts';

const mayList = guardedRoute('system:dataLog:list');

/** A row as it stood once a change was done. */
export interface ComparedVersion {
  id: string;
  dataTable: string;
  dataId: string;
  dataVersion: number;
  createBy: string;
  createTime: string;
  /** A flat object as JSON text. */
  dataContent: string;
  /** `module:resource` of the row, and the row by fields of ours with their texts. */
  resource: string;
  row: Record<string, unknown>;
  /** Fields of which only that they changed is kept: secrets, personal data. */
  unkept: string[];
}

/** 数据日志: versions of a row, two of them side by side, and the way back. */
export const dataLogCalls = {
  tables: mayList('GET', '/sys/dataLog/tables', '有版本的数据', {
    result: shape<{ value: string; text: string }[]>(),
  }),
  versions: mayList('GET', '/sys/dataLog/queryDataVerList', '一条数据的版本', {
    query: shape<{ dataTable: string; dataId: string }>(),
    result: shape<{ id: string; dataVersion: number; dataId: string; createBy: string; createTime: string }[]>(),
  }),
  compare: mayList('GET', '/sys/dataLog/queryCompareList', '对比两个版本', {
    query: shape<{ dataId1: string; dataId2: string }>(),
    result: shape<ComparedVersion[]>(),
  }),
  /** Writes the fields of a version again, as an edit of today. Answers what was changed. */
  restore: guardedRoute('system:dataLog:restore')('POST', '/sys/dataLog/restore', '恢复数据版本', {
    body: shape<{ id: string; version?: number }>(),
    result: shape<{ fields: string[] }>(),
  }),
};
