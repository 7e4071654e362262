import { Queue } from "bullmq"
import fastify from "fastify"
import { randomUUID } from "node:crypto"
import type { AddressInfo } from "node:net"
import { type Job, jobOptions, queueName, type Send } from "./job.js"
import type { MailLog } from "./log.js"
import { settings } from "./settings.js"

const address = { type: "string", pattern: "^[^@\\s]+@[^@\\s]+$" }
const text = { type: "string" }

/** What a send must look like. */
const body = {
  type: "object",
  required: ["to", "from"],
  properties: {
    to: { anyOf: [address, { type: "array", minItems: 1, maxItems: 50, items: address }] },
    from: text,
    subject: text,
    html: text,
    template_id: text,
    data: { type: "object" },
    attachments: {
      type: "array",
      items: {
        type: "object",
        required: ["filename", "content"],
        properties: { filename: text, content: text }
      }
    }
  }
}

/** Takes sends over HTTP and queues a job for each recipient. Answers the port, and how to stop. */
export const startApi = async (
  log: MailLog
): Promise<{ readonly port: number; readonly close: () => Promise<void> }> => {
  const queue = new Queue<Job>(queueName, {
    connection: settings.redis,
    defaultJobOptions: jobOptions
  })
  const app = fastify({ bodyLimit: 15 * 1024 * 1024 })
  app.post<{ Body: Send }>("/v1/emails/send", { schema: { body } }, async (request, reply) => {
    if (request.headers.authorization !== `Bearer ${settings.key}`)
      return reply.code(401).send({ error: "Unauthorized" })
    const { to, ...mail } = request.body
    const jobs = [to].flat().map((recipient): Job => ({ id: randomUUID(), to: recipient, ...mail }))
    await log.add(jobs)
    await queue.addBulk(jobs.map((data) => ({ name: "send", data })))
    return reply
      .code(201)
      .send({ queued: jobs.map((job) => ({ id: job.id, recipient: job.to, status: "queued" })) })
  })
  await app.listen({ host: "127.0.0.1", port: 0 })
  const { port } = app.server.address() as AddressInfo
  return {
    port,
    close: async () => {
      await app.close()
      await queue.close()
    }
  }
}
