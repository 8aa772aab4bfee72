import type { Route } from '../route.ts';

export const ref = (section: string, name: string): { $ref: string } => ({
  $ref: `#/components/${section}/${name}`,
});

const text = { type: 'string' };
const count = { type: 'integer', minimum: 0 };

const SCHEMAS = {
  Envelope: {
    type: 'object',
    properties: {
      success: { type: 'boolean' },
      code: { type: 'integer' },
      message: text,
      result: {},
      timestamp: { type: 'integer', description: '毫秒' },
    },
    required: ['success', 'code', 'message', 'result', 'timestamp'],
  },
  Failure: {
    allOf: [
      { $ref: '#/components/schemas/Envelope' },
      {
        type: 'object',
        properties: {
          result: {
            type: ['object', 'null'],
            properties: {
              errors: { type: 'array', items: { $ref: '#/components/schemas/FieldError' } },
            },
          },
        },
      },
    ],
  },
  FieldError: {
    type: 'object',
    properties: { field: text, row: { type: 'integer' }, column: text, code: text, message: text },
    required: ['field', 'code', 'message'],
  },
  Audit: {
    type: 'object',
    properties: {
      id: { type: 'string', format: 'uuid' },
      createBy: { type: ['string', 'null'] },
      createTime: { type: 'string' },
      updateBy: { type: ['string', 'null'] },
      updateTime: { type: ['string', 'null'] },
      version: { type: 'integer' },
    },
  },
  Filter: {
    type: 'string',
    description: '相等；*包含*、*结尾、开头*；!不等；逗号分隔为多选；>= 与 <= 前缀；加后缀 _begin、_end 为区间',
  },
  ImportResult: {
    type: 'object',
    properties: {
      totalCount: count,
      successCount: count,
      errorCount: count,
      msg: text,
      fileUrl: { type: 'string', description: '错误数据文件，相对接口前缀' },
      fileName: text,
      ignoredTitles: { type: 'array', items: text },
      notes: {
        type: 'array',
        items: text,
        description: '未导入或与看上去不同的内容：未识别的列、其他工作表、隐藏的行等',
      },
      errors: {
        type: 'array',
        items: {
          type: 'object',
          properties: { row: { type: 'integer' }, title: text, code: text, message: text },
        },
      },
    },
  },
} as const;

const query = (name: string, description: string, schema: unknown = text) => ({
  name,
  in: 'query',
  description,
  schema,
});

const PARAMETERS = {
  pageNo: query('pageNo', '页码', { type: 'integer', minimum: 1, default: 1 }),
  pageSize: query('pageSize', '每页条数', {
    type: 'integer',
    minimum: 1,
    maximum: 200,
    default: 10,
  }),
  column: query('column', '排序字段'),
  order: query('order', '排序方向', { type: 'string', enum: ['asc', 'desc'] }),
  keyword: query('keyword', '关键字'),
  tab: query('tab', '状态页签'),
  superQueryParams: query('superQueryParams', '高级查询：[{field, rule, val}] 的 JSON，URL 编码'),
  superQueryMatchType: query('superQueryMatchType', '高级查询的匹配方式', {
    type: 'string',
    enum: ['and', 'or'],
    default: 'and',
  }),
  selections: query('selections', '只要这些 id，逗号分隔'),
};

/** Parameters that every list, export and count takes. */
export const LIST_PARAMETERS = Object.keys(PARAMETERS).map((name) => ref('parameters', name));

const failure = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
});

const RESPONSES = {
  Unauthorised: failure('未登录或登录已过期'),
  Forbidden: failure('没有权限'),
  Missing: failure('没有这条数据'),
  Refused: failure('当前状态或版本不允许'),
  Invalid: failure('数据校验不通过'),
};

export const COMPONENTS = {
  securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'X-Access-Token' } },
  schemas: SCHEMAS,
  parameters: PARAMETERS,
  responses: RESPONSES,
};

/** The refusals a call may answer with; the neutral family says them all with status 200. */
export function errorResponses(route: Route): Record<string, unknown> {
  const named: Record<string, unknown> = {};
  if (route.access !== 'public') named['401'] = ref('responses', 'Unauthorised');
  if (typeof route.access === 'object') named['403'] = ref('responses', 'Forbidden');
  if (route.refusals === 'neutral') return named;
  return {
    ...named,
    '404': ref('responses', 'Missing'),
    '409': ref('responses', 'Refused'),
    '422': ref('responses', 'Invalid'),
  };
}
