import { type AuditEntry, AuditLog, type ListAuditLog } from "@telemark/core"
import { Clock, Effect, Stream } from "effect"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { jsonText, print, printJson, remark, visibleLine } from "../output.js"
import { tableOf } from "./formatTable.js"
import { flag, json, optional, optionalText } from "./parameters.js"
import { printAll } from "./printAll.js"
import { withServices } from "./withSettings.js"

const parameters = {
  actor: optionalText(
    "actor",
    "Only what this actor did: an id, a name, or a kind such as operator."
  ),
  operation: optionalText("operation", "Only this operation, such as apiKeys.create."),
  target: optionalText("target", "Only what was done to this: an id, or a kind such as domain."),
  tenant: optionalText("tenant", "Only what concerns this tenant."),
  since: optionalText(
    "since",
    "Only entries of this instant or later, such as 2027-01-31T09:00:00Z."
  ),
  until: optionalText("until", "Only entries before this instant."),
  limit: optional(Flag.withDescription(Flag.Int("limit"), "How many, 1 to 100; 50 by default.")),
  after: optionalText("after", "Those behind this entry, by its id: the next page."),
  follow: flag(
    "follow",
    "Print entries as they are written, oldest first, until it is stopped; with --json, each as a document in one line."
  ),
  json
}

const actorOf = ({ actor: { id, kind, name } }: AuditEntry): string =>
  [kind, name ?? id ?? ""].join(" ").trim()

const targetOf = ({ target }: AuditEntry): string =>
  target === null ? "-" : [target.kind, target.id ?? ""].join(" ").trim()

const operationOf = ({ operation, outcome }: AuditEntry): string =>
  outcome === "done" ? operation : `${operation} (${outcome})`

const lineOf = (entry: AuditEntry): string =>
  [
    entry.created_at,
    operationOf(entry),
    actorOf(entry),
    entry.tenant ?? "",
    targetOf(entry),
    entry.members.join(","),
    entry.ip_address ?? ""
  ]
    .filter((cell) => cell !== "")
    .map(visibleLine)
    .join("  ")

/** Entries of other processes may become visible so much later, in milliseconds. */
const overlap = 10_000

const every = "1 second"

type Filter = Omit<ListAuditLog, "after" | "limit" | "offset">

/** All since then, oldest first. */
const allSince = (filter: Filter, since: number) =>
  Effect.gen(function* () {
    const { list } = yield* AuditLog
    const found: Array<AuditEntry> = []
    let after: string | null = null
    do {
      const page: { readonly data: ReadonlyArray<AuditEntry>; readonly next: string | null } =
        yield* list(undefined, {
          ...filter,
          since: new Date(since).toISOString(),
          limit: 100,
          ...(after === null ? {} : { after })
        })
      found.push(...page.data)
      after = page.next
    } while (after !== null)
    return found.toReversed()
  })

const following = (filter: Filter) =>
  Effect.map(Clock.currentTimeMillis, (start) => {
    const seen = new Map<string, number>()
    const next = Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const since = Math.max(start, now - overlap)
      const found = (yield* allSince(filter, since)).filter(({ id }) => !seen.has(id))
      for (const { id } of found) seen.set(id, now)
      for (const [id, at] of seen) if (at < now - 2 * overlap) seen.delete(id)
      return found
    })
    return Stream.forever(Stream.fromIterableEffect(Effect.delay(next, every)))
  })

export const audit = Command.make(
  "audit",
  parameters,
  ({ after, follow, json: isJson, limit, ...given }) =>
    withServices(() =>
      Effect.gen(function* () {
        const filter: Filter = Object.fromEntries(
          Object.entries(given).filter(([, value]) => value !== undefined)
        )
        if (follow) {
          yield* remark("Following the audit log from now on; Ctrl+C ends this.")
          const entries = yield* following(filter)
          return yield* printAll(
            Stream.map(entries, (entry) => `${isJson ? jsonText(entry) : lineOf(entry)}\n`)
          )
        }
        const { list } = yield* AuditLog
        const page = yield* list(undefined, {
          ...filter,
          ...(limit === undefined ? {} : { limit }),
          ...(after === undefined ? {} : { after })
        })
        if (isJson) return yield* printJson(page)
        yield* print(
          tableOf(page.data, {
            ID: "id",
            TIME: "created_at",
            OPERATION: operationOf,
            ACTOR: actorOf,
            TENANT: "tenant",
            TARGET: targetOf,
            MEMBERS: ({ members }) => members.join(", ") || "-",
            FROM: ({ ip_address }) => ip_address ?? "-"
          })
        )
        if (page.next !== null) yield* remark(`The next page: --after ${page.next}`)
      })
    )
).pipe(
  Command.withDescription(
    "Lists who changed what in all tenants, newest first: keys, people, the operator and commands."
  )
)
