/**
 * What people write who don't use Telemark: Fastify takes sends, BullMQ queues them in Redis,
 * nodemailer delivers them. Its first line is the port that it listens on, as JSON. It ends with
 * whoever started it.
 */
import { startApi } from "./api.js"
import { openLog } from "./log.js"
import { settings } from "./settings.js"
import { startWorker } from "./worker.js"

const log = await openLog()
const stopWorker = settings.role === "api" ? undefined : await startWorker(log)
const api = settings.role === "worker" ? undefined : await startApi(log)

const stop = async (): Promise<void> => {
  await api?.close()
  await stopWorker?.()
  await log.close()
  process.exit(0)
}
process.once("SIGTERM", () => {
  void stop()
})
process.stdin.resume().once("end", () => {
  process.exit(0)
})
process.stdout.write(`${JSON.stringify({ port: api?.port ?? 0 })}\n`)
