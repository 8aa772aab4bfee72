/** A browser and the system it runs on, in words. */
interface DeviceWords {
  browser: string;
  system: string;
}

const UNKNOWN: DeviceWords = { browser: '未知浏览器', system: '未知系统' };

// The first that matches counts: most browsers also name those they descend from.
const BROWSERS: readonly [RegExp, string][] = [
  [/MicroMessenger\/(\d+)/, '微信'],
  [/wxwork\/(\d+)/i, '企业微信'],
  [/DingTalk\/(\d+)/i, '钉钉'],
  [/Edg(?:e|A|iOS)?\/(\d+)/, 'Edge'],
  [/(?:OPR|Opera)\/(\d+)/, 'Opera'],
  [/SamsungBrowser\/(\d+)/, '三星浏览器'],
  [/QQBrowser\/(\d+)/i, 'QQ浏览器'],
  [/UCBrowser\/(\d+)/i, 'UC浏览器'],
  [/(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/(?:HeadlessChrome|Chrome|CriOS)\/(\d+)/, 'Chrome'],
  [/Version\/(\d+)[\d.]* .*Safari\//, 'Safari'],
];

const SYSTEMS: readonly [RegExp, string][] = [
  [/Windows NT 10/, 'Windows 10/11'],
  [/Windows NT 6\.[123]/, 'Windows 7/8'],
  [/Windows/, 'Windows'],
  [/iPad/, 'iPadOS'],
  [/iPhone|iPod/, 'iOS'],
  [/HarmonyOS/, 'HarmonyOS'],
  [/Android (\d+)/, 'Android'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux/, 'Linux'],
];

/**
 * What a user agent calls itself, for a person to recognise their own devices by. It is the
 * browser's word and proves nothing.
 */
export function deviceWords(userAgent: string | null | undefined): DeviceWords {
  const text = userAgent ?? '';
  return {
    browser: firstOf(BROWSERS, text) ?? UNKNOWN.browser,
    system: firstOf(SYSTEMS, text) ?? UNKNOWN.system,
  };
}

function firstOf(names: readonly [RegExp, string][], text: string): string | undefined {
  for (const [pattern, name] of names) {
    const match = pattern.exec(text);
    if (match) return match[1] ? `${name} ${match[1]}` : name;
  }
  return undefined;
}
