import { choice, datetime, integer, text } from '#kit/model/field.ts';
import { fileJobDirections, fileJobStatuses } from '#kit/model/file-job.ts';
import { defineView } from '#kit/model/resource.ts';

/** 导入导出: imports and exports, running and over; what a row is beside its fields says `FileJob`. */
export const fileJob = defineView(
  {
    module: 'system',
    name: 'fileJob',
    title: '导入导出',
    fields: {
      createTime: datetime('创建时间'),
      direction: choice('类型', fileJobDirections),
      resource: text('数据'),
      fileName: text('文件'),
      status: choice('状态', fileJobStatuses),
      total: integer('总行数'),
      failed: integer('错误'),
      message: text('结果'),
      createBy: text('操作人'),
    },
    label: 'fileName',
    list: ['createTime', 'resource', 'fileName', 'status', 'message', 'createBy'],
    search: ['direction', 'status', 'fileName', 'createTime'],
  },
  // One's own for everybody.
  { path: '/sys/fileJob', open: ['list'] },
);
