import type { RedisReport } from '#platform/redis/bus.ts';

/** What is said of a Redis, of all that it says itself: no path, no address, no name of a key. */
const SHOWN: Readonly<Record<string, string>> = {
  redis_version: 'Redis 版本',
  redis_mode: '运行模式',
  os: '操作系统',
  arch_bits: '位数',
  process_id: '进程号',
  tcp_port: '端口',
  uptime_in_seconds: '运行秒数',
  uptime_in_days: '运行天数',
  connected_clients: '已连接的客户端',
  blocked_clients: '等待阻塞命令的客户端',
  used_memory: '已用内存（字节）',
  used_memory_human: '已用内存',
  used_memory_rss_human: '向系统申请的内存',
  used_memory_peak_human: '内存峰值',
  maxmemory_human: '内存上限',
  maxmemory_policy: '内存用完时的策略',
  mem_fragmentation_ratio: '内存碎片率',
  rdb_last_bgsave_status: '最近一次快照',
  aof_enabled: '是否写命令日志',
  total_connections_received: '累计连接',
  total_commands_processed: '累计命令',
  instantaneous_ops_per_sec: '每秒命令',
  rejected_connections: '拒绝的连接',
  expired_keys: '过期的键',
  evicted_keys: '淘汰的键',
  keyspace_hits: '命中次数',
  keyspace_misses: '未命中次数',
  pubsub_channels: '订阅频道',
  role: '主从角色',
  connected_slaves: '从库数',
};

/** Lines of a report that may be shown, with what they mean. */
export const shownInfo = ({ info }: RedisReport): { key: string; value: string; description: string }[] =>
  Object.entries(SHOWN).flatMap(([key, description]) => {
    const value = info[key];
    return value === undefined ? [] : [{ key, value, description }];
  });

/** A figure of a report; 0 where it says nothing. */
export const infoNumber = ({ info }: RedisReport, key: string): number => Number(info[key] ?? 0) || 0;
