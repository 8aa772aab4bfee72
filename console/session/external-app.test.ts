import { expect, test } from 'vitest';
import { covers } from '#tests/spec/covers.ts';
import { isExternalApp } from './external-app.ts';

test('the browsers of enterprise chat apps are known by their names', () => {
  covers('§8 token expired');
  const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15';
  expect(isExternalApp(`${phone} wxwork/4.1.10 MicroMessenger/7.0.1 Language/zh`)).toBe(true);
  expect(isExternalApp(`${phone} AliApp(DingTalk/7.0.40) com.laiwang.DingTalk/1`)).toBe(true);
  expect(isExternalApp(`${phone} MicroMessenger/8.0.42`)).toBe(false);
  expect(isExternalApp(`${phone} Safari/604.1`)).toBe(false);
});
