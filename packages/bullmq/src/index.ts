/** A queue on BullMQ and Redis. It distributes messages among workers; the database stores them. */
export { bullmq, type BullmqOptions, layerBullmq } from "./bullmq.js"
export { inspectRedis, type RedisInspection, RedisNotUsable } from "./inspectRedis.js"
export { InvalidRedisUrl, parseRedisUrl, type RedisServer } from "./redisUrl.js"
