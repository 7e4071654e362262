import { type DatabaseName, freshDatabase } from "../src/databases.js"
import { html } from "../src/orderTemplate.js"
import { makeKeys, serve, work } from "../src/telemark.js"
import { type MailName, templateId } from "./mails.js"
import type { Deployment, Setup } from "./service.js"
import { signingSettings, verifyDomain } from "./signing.js"

type Post = (path: string, body: object) => Promise<unknown>

const poster = (url: string, key: string): Post => async (path, body) => {
  const response = await fetch(`${url}${path}`, {
    method: "POST", headers: { authorization: `Bearer ${key}`, "content-type": "application/json" }, body: JSON.stringify(body)
  })
  if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`)
  return await response.json() as unknown
}

const sentOf = async (url: string, key: string): Promise<number> => {
  const response = await fetch(`${url}/analytics/summary?period=24h`, { headers: { authorization: `Bearer ${key}` } })
  return ((await response.json()) as { readonly statuses: { readonly sent: number } }).statuses.sent
}

/** What kinds of mail need beside keys. */
const preparations: Readonly<Partial<Record<MailName, (post: Post) => Promise<unknown>>>> = {
  template: (post) => post("/templates", { id: templateId, name: "Order", subject_template: "Order of {{date}}", html }),
  dkim: verifyDomain
}

/** `telemark serve` with its defaults, or `telemark serve --no-worker` and `telemark worker`. */
export const deployTelemark = (databaseName: DatabaseName, processes: 1 | 2) => async (setup: Setup): Promise<Deployment> => {
  const database = await freshDatabase(databaseName)
  const settings = { database: database.url, smtpPort: setup.smtpPort, env: await signingSettings() }
  let keys: ReadonlyArray<string> | undefined

  return {
    start: async (part) => {
      const delivers = part === "all"
      const server = await serve(settings, ...(delivers && processes === 1 ? [] : ["--no-worker"]))
      if (keys === undefined) {
        // A key may send 10,000 times a minute at most; twice as many to spare.
        keys = [server.key ?? "", ...await makeKeys(server, 1 + Math.ceil(setup.sends / 5000))]
      }
      const workers = delivers && processes === 2 ? [await work(settings)] : []
      // The first key is the one that may read; the others send.
      const [first = "", ...others] = keys
      return {
        url: `${server.url}/emails/send`,
        authorizations: others.map((key) => `Bearer ${key}`),
        pids: [server.pid, ...workers.map(({ pid }) => pid), ...database.pids],
        prepare: async (mail) => { await preparations[mail]?.(poster(server.url, first)) },
        recorded: () => sentOf(server.url, first),
        stop: async () => { await Promise.all([server, ...workers].map((one) => one.stop())) }
      }
    },
    drop: database.drop
  }
}
