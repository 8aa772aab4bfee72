import { stateNotes, type HelpPart } from '#kit/model/help.ts';
import { cancellationLifecycle, stockPushLifecycle } from './channel-lifecycles.ts';
import { priceLifecycle } from './pricing/price-lifecycle.ts';
import { promotionLifecycle } from './pricing/promotion-lifecycle.ts';
import { publishLifecycle } from './publish/publish-lifecycle.ts';

/** 渠道 in the handbook. */
export const channelsHelp: HelpPart = {
  module: 'channels',
  title: '渠道',
  chapters: [
    {
      name: 'shops',
      title: '店铺账号',
      pages: ['/channel/wf/account'],
      of: ['base:channelAccount'],
    },
    {
      name: 'channel-products',
      title: '渠道产品',
      pages: ['/channel/wf/product'],
      of: ['channels:channelProduct'],
    },
    {
      name: 'home-channel',
      title: '家装渠道',
      pages: ['/channel/hi/account', '/channel/hi/product'],
    },
    {
      name: 'comparison',
      title: '平台对比',
      pages: ['/channel/wf/comparison', '/channel/wf/product/:id'],
      of: ['channels:listingComparison'],
    },
    {
      name: 'prices',
      title: '定价',
      pages: ['/channel/wf/pricing', '/channel/wf/pricing/:id'],
      of: ['channels:priceRecord'],
    },
    {
      name: 'promotions',
      title: '促销',
      pages: ['/channel/wf/promotion', '/channel/wf/promotion/:id', '/channel/wf/promotion-calendar'],
      of: ['channels:promotion'],
    },
    {
      name: 'publishing',
      title: '刊登',
      pages: ['/channel/wf/publish', '/channel/wf/publish/:id'],
      of: ['channels:publishTask'],
    },
    {
      name: 'price-settings',
      title: '定价参数',
      pages: ['/channel/wf/price-setting'],
      of: ['channels:priceSetting'],
    },
    {
      name: 'channel-stock',
      title: '渠道库存',
      pages: ['/channel/wf/inventory'],
      of: ['channels:channelStock'],
    },
    {
      name: 'feeds',
      title: '数据提交',
      pages: ['/channel/wf/feed', '/channel/wf/feed-item'],
      of: ['channels:feed', 'channels:feedItem'],
    },
    {
      name: 'stock-pushes',
      title: '库存推送',
      pages: ['/channel/wf/stock-push'],
      of: ['channels:stockPush'],
    },
    {
      name: 'performance',
      title: '绩效',
      pages: [
        '/channel/wf/performance',
        '/channel/wf/performance-row',
        '/channel/wf/performance-target',
        '/channel/wf/published-metric',
      ],
      of: ['channels:performance', 'channels:performanceRow', 'channels:performanceTarget', 'channels:publishedMetric'],
    },
    {
      name: 'sync-rules',
      title: '库存同步规则',
      pages: ['/channel/wf/rule'],
      of: ['channels:inventorySyncRule'],
    },
    {
      name: 'channel-warehouses',
      title: '渠道仓库',
      pages: ['/channel/wf/warehouse'],
      of: ['base:channelWarehouse'],
    },
    {
      name: 'ship-codes',
      title: '渠道物流代码',
      pages: ['/channel/wf/ship-code'],
      of: ['base:shipMethodCode'],
    },
    {
      name: 'channel-fees',
      title: '渠道费用',
      pages: ['/base/channel-fee'],
      of: ['channels:channelFee'],
    },
    { name: 'pulls', title: '拉单记录', pages: ['/channel/wf/pull'], of: ['channels:pullRun'] },
    {
      name: 'quarantine',
      title: '异常订单',
      pages: ['/channel/wf/quarantine'],
      of: ['channels:quarantinedOrder'],
    },
    {
      name: 'cancellations',
      title: '取消申请',
      pages: ['/channel/wf/cancellation'],
      of: ['channels:cancellationRequest'],
    },
  ],
  notes: [
    stateNotes(stockPushLifecycle, {
      queued: '等着发送，轮到就发。',
      blocked: '会让太多商品归零或总量骤降，先停下；核对后放行，或等库存恢复后的下一次推送。',
      sent: '已交给平台，等平台生效后回读核对。',
      done: '回读的数量与推送的一致。',
      unverified: '已发送，但平台不提供回读，无法核对。',
      partial: '平台上的数量与推送的有差异；看明细里哪些商品不同。',
      failed: '没有发出去，或被后一次推送取代；原因见失败说明。',
    }),
    stateNotes(priceLifecycle, {
      draft: '还没提交，提交时检查底价和变动。',
      pending_approval: '低于底价、成本未知或变动大，等另一人审批。',
      scheduled: '检查通过，等提报给平台。',
      submitted: '已提报或已到生效日，请到平台处理，生效后回来确认。',
      active: '平台已生效，渠道产品和订单核价用这个价。',
      rejected: '被审批人驳回或被平台拒绝，原因见答复说明；要调请重新建一个。',
      superseded: '后一次调价已生效，这个价不再用。',
      withdrawn: '已撤回，没有提报给平台。',
    }),
    stateNotes(publishLifecycle, {
      draft: '还在填写，或改过答案，没有校验。',
      valid: '校验通过，等提交。',
      invalid: '有错误，标在单元格上；改好再校验。',
      submitting: '正在发给平台。',
      processing: '平台已收下，正在处理；没有接口的渠道等人到平台刊登。',
      live: '全部 SKU 已上架，渠道产品已建好并配对。',
      partial: '一部分 SKU 已上架，其余被拒，原因在单元格上。',
      failed: '全部被拒，或没有发出。',
      ended: '已下架，不再推送库存。',
      withdrawn: '不再提交，SKU 可以另建刊登单。',
    }),
    stateNotes(promotionLifecycle, {
      draft: '还在填写，没有检查。',
      pending_approval: '有产品低于底价或成本未知，等另一人特批。',
      ready: '检查通过，等排期。',
      scheduled: '已排期，到开始时间再检查一次后自动开始。',
      running: '进行中，供货价变了促销价跟着变。',
      ended: '到时间结束。',
      stopped: '提前停止，或开始前检查没通过；请确认平台后台也已停止。',
    }),
    stateNotes(cancellationLifecycle, {
      pending: '平台转来的取消申请，等我们答复；对应订单挂起。',
      confirmed: '已同意，对应数量取消；答复交给平台，等平台确认。',
      rejected: '已拒绝，订单照常发货；答复交给平台，等平台确认。',
      closed: '不再需要答复，例如货已发出或平台撤回。',
    }),
  ],
};
