/** Redis for tests: a server of one's own, from the program `redis-server` of this machine. */
export {
  hasRedis,
  isRedisInstalled,
  type RedisOptions,
  type RedisServer,
  startRedis
} from "./startRedis.js"
