import type { EmailStatus } from "@telemark/contract"
import {
  analyticsQueries,
  type ClaimedMessage,
  emailQueries,
  type Settlement
} from "@telemark/core"
import { Effect } from "effect"
import { acceptTogether, claim, type PortsOf, record, settlementOf } from "../ports.js"
import type { Http } from "./http.js"
import { tenants } from "./rows.js"

/** What is measured: `run`, with what `before` made ready, and `after` clears away. */
export interface Operation {
  readonly name: string
  readonly make: (http: Http) => {
    readonly before: Effect.Effect<unknown, unknown, PortsOf>
    readonly run: Effect.Effect<unknown, unknown, PortsOf>
    readonly after: Effect.Effect<unknown, unknown, PortsOf>
  }
}

const tenant = tenants[0]?.id ?? ""
const days90 = 90 * 24 * 60 * 60 * 1000
/** The tenant that is measured, by its name. */
export const tenantName = "tenant-0"

const html = "<h1>Your order</h1><p>Thank you for your order.</p>"
const atOnce = 20

const alone = (name: string, run: Effect.Effect<unknown, unknown, PortsOf>): Operation => ({
  name,
  make: () => ({ before: Effect.void, run, after: Effect.void })
})

const list = (offset: number, status?: EmailStatus) =>
  Effect.flatMap(emailQueries, (store) =>
    Effect.map(
      store.list(tenant, { limit: 50, offset }, { status }),
      (found) => found?.emails ?? []
    )
  )

const get: Operation = {
  name: "get",
  make: () => {
    let id = ""
    // Somewhere in the older half; in an empty log, nowhere.
    const before = Effect.map(list(Math.floor(Math.random() * 500_000)), ([email]) => {
      id = email?.id ?? "em_none"
    })
    return {
      before,
      run: Effect.flatMap(emailQueries, (store) => store.find(tenant, id)),
      after: Effect.void
    }
  }
}

const analytics = Effect.flatMap(analyticsQueries, (store) =>
  Effect.andThen(store.countByStatus(tenant, Date.now() - days90), store.monthlyUsage(tenant, 12))
)

const settlementsOf = (messages: ReadonlyArray<ClaimedMessage>) =>
  Effect.forEach(messages, settlementOf)

const claiming: Operation = {
  name: `claim (${atOnce})`,
  make: () => {
    let claimed: ReadonlyArray<ClaimedMessage> = []
    return {
      before: acceptTogether(tenant, atOnce, html),
      run: Effect.map(claim(atOnce), (messages) => {
        if (messages.length !== atOnce)
          throw new Error(`${messages.length} messages were claimed instead of ${atOnce}.`)
        claimed = messages
      }),
      after: Effect.suspend(() => Effect.flatMap(settlementsOf(claimed), record))
    }
  }
}

const recording: Operation = {
  name: `record (${atOnce})`,
  make: () => {
    let settlements: ReadonlyArray<Settlement> = []
    return {
      before: acceptTogether(tenant, atOnce, html).pipe(
        Effect.andThen(claim(atOnce)),
        Effect.flatMap(settlementsOf),
        Effect.map((made) => {
          settlements = made
        })
      ),
      run: Effect.suspend(() => record(settlements)),
      after: Effect.void
    }
  }
}

const drained = Effect.repeat(Effect.flatMap(Effect.flatMap(claim(100), settlementsOf), record), {
  while: (written) => written.length > 0
})

const accepting = (name: string, count: number): Operation => ({
  name,
  make: () => ({ before: Effect.void, run: acceptTogether(tenant, count, html), after: drained })
})

/** Through the HTTP API, as it is used: with the request around it, its key and its answer. */
const overHttp = (name: string, path: string, body?: unknown): Operation => ({
  name: `HTTP: ${name}`,
  make: ({ call }) => ({
    before: Effect.void,
    run: Effect.promise(() => call(path, body)),
    after: body === undefined ? Effect.void : drained
  })
})

const getOverHttp: Operation = {
  name: "HTTP: get",
  make: ({ call }) => {
    // One of the older half; an empty log has none, so it gets one of its own.
    let path = ""
    const before = Effect.flatMap(list(Math.floor(Math.random() * 500_000)), ([email]) =>
      email === undefined ? Effect.map(list(0), ([newest]) => newest?.id) : Effect.succeed(email.id)
    ).pipe(
      Effect.map((id) => {
        path = `/emails/${id ?? ""}`
      })
    )
    return { before, run: Effect.promise(() => call(path)), after: Effect.void }
  }
}

const pageSize = 50

/**
 * A page of the list as the dashboard asks for it, and the page after it. Where there is none after
 * it, the first again.
 */
const pagesOf = (
  name: string,
  filters: Readonly<Record<string, string>> = {}
): ReadonlyArray<Operation> => {
  const first = `/emails?${new URLSearchParams({ limit: String(pageSize), ...filters }).toString()}`
  const nextPage: Operation = {
    name: `HTTP: list${name}, next page`,
    make: ({ call }) => {
      let path = first
      const before = Effect.promise(async () => {
        const { next } = (await call(path)) as { readonly next: string | null }
        path = next === null ? first : `${first}&after=${next}`
      })
      return { before, run: Effect.promise(() => call(path)), after: Effect.void }
    }
  }
  return [overHttp(`list${name}, first page`, first), nextPage]
}

/** Reading first: what writes makes the empty log longer. */
export const operations: ReadonlyArray<Operation> = [
  alone("list, first page", list(0)),
  alone("list, first page of sent", list(0, "sent")),
  alone("list, first page of bounced", list(0, "bounced")),
  alone("list, offset 1,001", list(1001)),
  alone("list, offset 100,000", list(100_000)),
  alone("list, offset 1,000,000", list(1_000_000)),
  alone("list, offset 100,000 of sent", list(100_000, "sent")),
  get,
  alone("analytics, 90 days", analytics),
  ...pagesOf(""),
  ...pagesOf(" of bounced", { status: "bounced" }),
  ...pagesOf(" to one address", { recipient: "buyer-1042@example.com" }),
  ...pagesOf(" by a rare subject", { subject: "Your order 1042" }),
  ...pagesOf(" by a subject that all have", { subject: "Your order" }),
  ...pagesOf(" to one domain", { recipient_domain: "example.com" }),
  ...pagesOf(" to a domain without any", { recipient_domain: "example.net" }),
  ...pagesOf(" from one domain", { sender_domain: "example.com" }),
  ...pagesOf(" of bounced by a rare subject", { status: "bounced", subject: "Your order 1042" }),
  ...pagesOf(" of the last week", {
    since: new Date(Date.now() - 7 * 24 * 60 * 60 * 1000).toISOString()
  }),
  overHttp("analytics, 90 days", "/analytics/summary?period=90d"),
  alone("claim, nothing due", claim(atOnce)),
  claiming,
  recording,
  accepting("accept, one at a time", 1),
  accepting("accept, 50 at once", 50),
  overHttp("send", "/emails/send", {
    to: "ada@example.com",
    from: "shop@example.com",
    subject: "Your order",
    html
  }),
  getOverHttp
]
