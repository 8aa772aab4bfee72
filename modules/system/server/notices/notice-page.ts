import { htmlText } from '#kit/model/html-text.ts';
import type { ReceivedAnnouncement } from '../../model/notice-wire.ts';
import { TITLE } from '../../model/notice-wire.ts';

const STYLE = `body{margin:0;padding:24px;font:14px/1.7 sans-serif;color:#262626;overflow-wrap:anywhere}
h1{margin:0 0 8px;font-size:20px}p.about{margin:0 0 16px;color:#595959}img{max-width:100%;height:auto}`;

/** A notice as the page that a client of the base shows in a frame. Its text comes cleaned. */
export function noticePageOf(notice: ReceivedAnnouncement): string {
  const title = htmlText(notice[TITLE]);
  const about = [notice.sender_dictText, notice.sendTime].filter(Boolean).map((one) => htmlText(String(one)));
  return `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>
<style>${STYLE}</style></head>
<body><h1>${title}</h1><p class="about">${about.join(' · ')}</p><main>${notice.msgContent}</main></body></html>`;
}
