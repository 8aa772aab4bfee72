import type { CheckRule } from '#kit/model/check-rule.ts';

/** Rules for codes that forms and grids may ask for by name; nothing else can be asked for. */
export const checkRules: readonly CheckRule[] = [
  {
    code: 'common',
    name: '通用编码规则',
    parts: [
      { digits: 1, pattern: '[a-zA-Z]', message: '第一位只能是字母' },
      { digits: '*', pattern: '[0-9a-zA-Z_]+', message: '只能填写数字、大小写字母、下划线' },
      { digits: '*', pattern: '.{3,}', message: '最少输入3位数' },
      { digits: '*', pattern: '.{3,12}', message: '最多输入12位字符' },
    ],
  },
];
