import { stateNotes, type HelpPart } from '#kit/model/help.ts';
import { marketListingLifecycle } from './listing.ts';
import { marketReportLifecycle } from './report.ts';

/** 市场 in the handbook. */
export const marketHelp: HelpPart = {
  module: 'market',
  title: '市场',
  chapters: [
    {
      name: 'listings',
      title: 'Listing和行情',
      pages: ['/market/listing', '/market/listing/:id', '/market/offer', '/market/compare'],
      of: ['market:marketListing', 'market:sellerOffer'],
    },
    { name: 'products', title: '市场产品', pages: ['/market/product'], of: ['market:marketProduct'] },
    { name: 'sellers', title: '卖家', pages: ['/market/seller'], of: ['market:seller'] },
    {
      name: 'reports',
      title: '市场报表',
      pages: ['/market/report', '/market/report/:id'],
      of: ['market:marketReport', 'market:marketReportEdition', 'market:marketReportRow'],
    },
  ],
  notes: [
    stateNotes(marketListingLifecycle, {
      watched: '在看它的价格和排名；导入行情或点登记行情。',
      unwatched: '不再看，旧的行情保留；要继续看点关注。',
    }),
    stateNotes(marketReportLifecycle, {
      requested: '还没有取；到平台后台申请或下载，再上传文件；广告报表可点接口取得。',
      processing: '平台正在生成；接口取得的会自动下载，其余好了下载后上传文件。',
      ready: '文件已收到，系统正在逐行读。',
      parsed: '可以看表和合计；有新文件再上传，旧版本保留。',
      failed: '文件有问题；看失败原因和行号，改好后再上传，或重新解析。',
    }),
  ],
};
