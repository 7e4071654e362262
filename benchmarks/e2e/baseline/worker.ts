import { Worker } from "bullmq"
import Handlebars from "handlebars"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { createTransport } from "nodemailer"
import { type Job, queueName } from "./job.js"
import type { MailLog } from "./log.js"
import { settings } from "./settings.js"

/** Connections to the mail server, and jobs at once: more of either brought nothing here. */
const connections = 20
const concurrency = 50

type Template = ReturnType<typeof Handlebars.compile>

/** Templates, each read and compiled once. */
const makeTemplates = () => {
  const compiled = new Map<string, Promise<Template>>()
  return (id: string): Promise<Template> => {
    const template =
      compiled.get(id) ??
      readFile(join(settings.folder, `${id}.html`), "utf8").then((source) =>
        Handlebars.compile(source)
      )
    compiled.set(id, template)
    return template
  }
}

const subjectOf = ({ data, subject }: Job): string =>
  subject ?? `Order of ${String(data?.["date"])}`

/** Delivers what is queued through nodemailer's pool. Answers how to stop. */
export const startWorker = async (log: MailLog): Promise<() => Promise<void>> => {
  const templateOf = makeTemplates()
  const privateKey = await readFile(join(settings.folder, `${settings.signedDomain}.pem`), "utf8")
  const dkim = { domainName: settings.signedDomain, keySelector: "mail", privateKey }
  const transport = createTransport({
    pool: true,
    host: "127.0.0.1",
    port: settings.smtpPort,
    ignoreTLS: true,
    maxConnections: connections
  })

  const deliver = async (job: Job): Promise<void> => {
    const html =
      job.template_id === undefined ? job.html : (await templateOf(job.template_id))(job.data)
    const { response } = await transport.sendMail({
      from: job.from,
      to: job.to,
      subject: subjectOf(job),
      ...(html === undefined ? {} : { html }),
      ...(job.from.includes(`@${settings.signedDomain}`) ? { dkim } : {}),
      attachments: (job.attachments ?? []).map(({ content, filename }) => ({
        filename,
        content,
        encoding: "base64"
      }))
    })
    await log.sent(job.id, response)
  }
  const worker = new Worker<Job>(queueName, ({ data }) => deliver(data), {
    connection: settings.redis,
    concurrency
  })
  const complain = (error: Error): void => {
    process.stderr.write(`${error.message}\n`)
  }
  worker.on("error", complain)
  // Where one fails, as when the mail server is away, most do.
  worker.once("failed", (_, error) => {
    complain(error)
  })
  return async () => {
    await worker.close()
    transport.close()
  }
}
