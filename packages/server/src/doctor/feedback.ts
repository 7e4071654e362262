import {
  analyticsQueries,
  type FeedbackSourceRecord,
  feedbackRefusals,
  feedbackSourceQueries,
  type Tenant
} from "@telemark/core"
import { Clock, Effect, Option } from "effect"
import { counted } from "../output.js"
import { type Finding, findingsOf } from "./Finding.js"

const { ok, warn } = findingsOf("feedback")

/** `isMailSent`: whether mail that it may report on was sent within the last 24 hours. */
interface ExaminedSource extends Pick<
  FeedbackSourceRecord,
  "id" | "provider" | "created_at" | "called_at" | "refused_at" | "refused_reason"
> {
  readonly owner: string
  readonly isMailSent: boolean
}

const readsAtOnce = 4
const maxNamed = 10
const dayMillis = 24 * 60 * 60_000

const sentStatuses = ["sent", "delivered", "bounced", "complained"] as const

const nameOf = ({ id, owner, provider }: ExaminedSource): string => `${id} (${provider}, ${owner})`

/** Undefined if the source needs no look. */
const troubleOf = (source: ExaminedSource, now: number): string | undefined => {
  const { called_at, created_at, isMailSent, refused_at, refused_reason } = source
  if (refused_at !== null && refused_reason !== null && refused_at > (called_at ?? 0)) {
    return `${nameOf(source)} refuses its calls since ${new Date(refused_at).toISOString()} or before: ${feedbackRefusals[refused_reason]}`
  }
  if (!isMailSent || now - (called_at ?? created_at) < dayMillis) return undefined
  const since =
    called_at === null
      ? "was never called"
      : `was last called at ${new Date(called_at).toISOString()}`
  return (
    `${nameOf(source)} ${since}, though mail was sent in the last 24 hours. Check at the provider that the address is entered, that the events are chosen, ` +
    "and what its own log of calls says."
  )
}

export const judgeSources = (
  sources: ReadonlyArray<ExaminedSource>,
  now: number
): ReadonlyArray<Finding> => {
  if (sources.length === 0) return []
  const count = counted(sources.length, "source of feedback", "sources of feedback")
  const troubles = sources.flatMap((source) => troubleOf(source, now) ?? [])
  if (troubles.length === 0)
    return [ok(`${count}, none of which refuses its calls or is silent while mail is sent.`)]
  const rest = troubles.length - maxNamed
  return [
    warn(
      [
        `Of ${count} ${String(troubles.length)} ${troubles.length === 1 ? "doesn't report" : "don't report"}.`,
        ...troubles.slice(0, maxNamed),
        ...(rest > 0 ? [`${String(rest)} more.`] : [])
      ].join(" "),
      rest > 0 ? { command: "`telemark feedback-sources list` shows all." } : {}
    )
  ]
}

export const checkFeedback = (tenants: ReadonlyArray<Tenant>) =>
  Effect.gen(function* () {
    const { list } = yield* feedbackSourceQueries
    const analytics = yield* analyticsQueries
    const now = yield* Clock.currentTimeMillis
    const hasSent = (tenantId: string) =>
      Effect.map(analytics.countByStatus(tenantId, now - dayMillis), (counts) =>
        sentStatuses.some((status) => (counts.get(status) ?? 0) > 0)
      )
    const ofTenants = yield* Effect.forEach(
      tenants,
      ({ id, name }) =>
        Effect.flatMap(list(id), (found) =>
          found.length === 0
            ? Effect.succeed([])
            : Effect.map(hasSent(id), (isMailSent) =>
                found.map((source): ExaminedSource => ({ ...source, owner: name, isMailSent }))
              )
        ),
      { concurrency: readsAtOnce }
    )
    const platform = yield* list(null)
    const isMailSent =
      platform.length > 0 &&
      Option.isSome(yield* Effect.findFirst(tenants, ({ id }) => hasSent(id)))
    return judgeSources(
      [
        ...platform.map((source) => ({ ...source, owner: "the operator's", isMailSent })),
        ...ofTenants.flat()
      ],
      now
    )
  })
