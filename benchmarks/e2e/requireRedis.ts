import { isRedisInstalled } from "@telemark-tools/redis"

/** Says that there is no Redis before anything is measured. */
export const requireRedis = async (): Promise<void> => {
  if (await isRedisInstalled()) return
  throw new Error(
    "There is no redis-server on the PATH, which the variants with BullMQ or Redis need. Install it, as with `apt-get install redis-server`; it needn't run as a " +
      "service. Or leave these variants out: --only=sqlite,postgres"
  )
}
