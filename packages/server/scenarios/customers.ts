import type { SmtpPeer } from "@telemark/testing"
import { setTimeout as pause } from "node:timers/promises"
import { onTestFinished } from "vitest"
import { clientOf } from "./client.js"
import { arrivals, repeats } from "./mails.js"

/** What customers were told so far. */
export interface Answers {
  /** The ids of accepted mails. */
  readonly accepted: ReadonlyArray<string>
  /** How often each status was answered; 0 stands for no answer at all. */
  readonly statuses: ReadonlyMap<number, number>
  /** Answers of 503 without Retry-After. */
  readonly helpless: number
}

export interface Customers extends Answers {
  /** Lets every customer finish its send, and ends them. */
  readonly stop: () => Promise<void>
}

interface Options {
  /** The servers that are there at the moment; each try takes the next one. */
  readonly urls: () => ReadonlyArray<string>
  readonly key: string
  readonly count?: number
}

/**
 * As a client of a service should: the same send again, under its Idempotency-Key, until it is
 * answered for good or nobody is there.
 */
const isFinal = (status: number): boolean => status !== 0 && status !== 503

/** Customers that send one mail after the other until they are stopped. */
export const startCustomers = ({ count = 10, key, urls }: Options): Customers => {
  const accepted: Array<string> = []
  const statuses = new Map<number, number>()
  const answers = { accepted, statuses, helpless: 0 }
  let stopped = false
  let turn = 0

  const ask = async (name: string): Promise<number> => {
    const servers = urls()
    const url = servers[turn++ % servers.length] ?? ""
    try {
      const { body, headers, status } = await clientOf(url, key).send(
        { to: `${name}@example.com`, from: "shop@example.com", text: "Thank you" },
        { "idempotency-key": name }
      )
      if (status === 201 || status === 200) accepted.push(...body.queued.map(({ id }) => id))
      if (status === 503 && headers.get("retry-after") === null) answers.helpless++
      return status
    } catch {
      return 0
    }
  }

  const send = async (name: string): Promise<void> => {
    for (;;) {
      const status = await ask(name)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (isFinal(status) || (stopped && status === 0)) return
      await pause(50)
    }
  }

  const customer = async (number: number): Promise<void> => {
    for (let mail = 0; !stopped; mail++) await send(`customer-${String(number)}-${String(mail)}`)
  }

  const all = Promise.all(Array.from({ length: count }, (_, number) => customer(number)))
  const stop = async (): Promise<void> => {
    stopped = true
    await all
  }
  onTestFinished(() => {
    stopped = true
  })
  return Object.assign(answers, { stop })
}

/** What became of the mails that were accepted. */
export const tally = ({ accepted }: Pick<Answers, "accepted">, peer: Pick<SmtpPeer, "mails">) => {
  const arrived = arrivals(peer)
  return {
    accepted: accepted.length,
    lost: accepted.filter((id) => !arrived.has(id)).length,
    repeated: repeats(peer)
  }
}

/** Says so on the test's output, where CI keeps it. */
export const report = (
  what: string,
  { accepted, lost, repeated }: ReturnType<typeof tally>
): void => {
  process.stdout.write(
    `${what}: accepted ${String(accepted)}, lost ${String(lost)}, repeated ${String(repeated)}\n`
  )
}
