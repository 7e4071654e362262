/** A queue for Telemark on BullMQ and Redis: distributes among workers what the storage keeps. */
export { bullmq, type BullmqOptions, layerBullmq } from "./bullmq.js"
export { inspectRedis, type RedisInspection, RedisNotUsable } from "./inspectRedis.js"
export { InvalidRedisUrl, parseRedisUrl, type RedisServer } from "./url.js"
