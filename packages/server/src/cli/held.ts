import {
  HeldMail,
  type HeldCounts,
  type HeldSelection,
  timestamp,
  timestampOrNull
} from "@telemark/core"
import { Effect } from "effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { loadPostgres, loadSqlite } from "../application/storage.js"
import { counted, printAs, remark } from "../output.js"
import type { DatabaseSettings } from "../settings/database.js"
import { confirm } from "./confirm.js"
import { commandFailed } from "./failures.js"
import { tableOf } from "./formatTable.js"
import { flag, json, optional } from "./parameters.js"
import { recorded } from "./recorded.js"
import { listTenants, tenantOf } from "./tenantParameters.js"
import { withServices, withSettings } from "./withSettings.js"

/** For the audit log. */
const mail = { kind: "held_mail" }

/** One statement may read the whole queue. */
const database = { statementTimeout: "1 hour" } as const

/** Whether a process of Telemark has the database open, as far as that can be told. */
export const isInUse = (database: DatabaseSettings) =>
  database._tag === "Sqlite"
    ? Effect.flatMap(loadSqlite, (sqlite) => sqlite.isInUse(database.filename))
    : Effect.flatMap(loadPostgres, ({ inspect }) =>
        Effect.map(inspect(database), ({ processConnections }) => processConnections > 0)
      )

const refuseWhileInUse = withSettings((settings) =>
  Effect.flatMap(isInUse(settings.database), (inUse) =>
    inUse
      ? commandFailed(
          "in_use",
          "A process of Telemark uses this database: stop it first, or what it sends now would be held as well. --force holds all the same."
        )
      : Effect.void
  )
)

const countOf = ({ messages, sql_sends }: HeldCounts): number => messages + sql_sends

const isOrAre = (counts: HeldCounts): string =>
  counted(countOf(counts), "message is", "messages are")

export const hold = Command.make(
  "hold",
  {
    force: flag("force", "Also while a process of Telemark has this database open."),
    json
  },
  ({ force, json }) =>
    Effect.andThen(
      force ? Effect.void : refuseWhileInUse,
      withServices(
        () =>
          Effect.gen(function* () {
            const held = yield* recorded({ operation: "heldMail.hold", target: mail })(
              HeldMail.use(({ hold }) => hold)
            )
            yield* printAs(
              json,
              held,
              `${isOrAre(held)} held and not sent before you release them: see \`telemark held\`.`
            )
          }),
        database
      )
    )
).pipe(
  Command.withDescription(
    "Holds all mail that waits: it isn't sent before `telemark held release`. For a database that was restored from a backup, before any server or worker starts on it; `telemark restore` does it by itself."
  )
)

const selecting = {
  ids: Argument.variadic()(
    Argument.withDescription(Argument.String("id"), "The ids of messages, em_….")
  ),
  tenant: optional(Flag.withDescription(Flag.String("tenant"), "Only this tenant's mail.")),
  scheduled: flag("scheduled", "All that is scheduled for later than now."),
  before: optional(
    Flag.withDescription(
      Flag.String("before"),
      "All that was to be sent before this time, such as 2026-11-29T12:00:00Z."
    )
  ),
  all: flag("all", "All held mail."),
  json
}

interface Selected {
  readonly ids: ReadonlyArray<string>
  readonly tenant: string | undefined
  readonly scheduled: boolean
  readonly before: string | undefined
  readonly all: boolean
}

const instantOf = (text: string): number | undefined => {
  const instant = Date.parse(text)
  const hasZone = /T.*(?:Z|[+-]\d\d:?\d\d)$/i.test(text)
  return hasZone && !Number.isNaN(instant) ? instant : undefined
}

const selectionOf = ({ all, before, ids, scheduled, tenant }: Selected) =>
  Effect.gen(function* () {
    if ([ids.length > 0, scheduled, before !== undefined, all].filter(Boolean).length !== 1)
      return yield* commandFailed(
        "usage",
        "Say which mail: its ids, --scheduled, --before or --all, and only one of these."
      )
    const instant = before === undefined ? undefined : instantOf(before)
    if (before !== undefined && instant === undefined)
      return yield* commandFailed(
        "usage",
        "--before takes a time with its zone, such as 2026-11-29T12:00:00Z."
      )
    const owner = tenant === undefined ? undefined : yield* tenantOf(tenant)
    const selection: HeldSelection = {
      tenantId: owner?.id,
      ids: ids.length === 0 ? undefined : ids,
      isToCome: scheduled,
      before: instant
    }
    return { owner, selection }
  })

const list = Command.make(
  "list",
  {
    tenant: selecting.tenant,
    limit: Flag.Int("limit").pipe(
      Flag.withDefault(100),
      Flag.withDescription("How many messages at most; 100 by default.")
    ),
    json
  },
  ({ json, limit, tenant }) =>
    withServices(
      () =>
        Effect.gen(function* () {
          if (limit < 1) return yield* commandFailed("usage", "--limit takes a number from 1 up.")
          const mail = yield* HeldMail
          const tenantId = tenant === undefined ? undefined : (yield* tenantOf(tenant)).id
          const names = new Map((yield* listTenants).map(({ id, name }) => [id, name]))
          const total = yield* mail.byTenant
          const found = yield* mail.list({ tenantId }, limit)
          const data = found.map(({ created_at, scheduled_at, tenant_id, ...message }) => ({
            ...message,
            tenant: names.get(tenant_id) ?? tenant_id,
            created_at: timestamp(created_at),
            scheduled_at: timestampOrNull(scheduled_at)
          }))
          const tenants = total
            .filter(({ tenant_id }) => tenantId === undefined || tenant_id === tenantId)
            .map(({ tenant_id, ...counts }) => ({
              tenant: names.get(tenant_id) ?? tenant_id,
              ...counts
            }))
          yield* printAs(
            json,
            { data, tenants },
            tableOf(data, {
              ID: "id",
              TENANT: "tenant",
              ACCEPTED: "created_at",
              SCHEDULED: "scheduled_at",
              ATTEMPTS: "attempts",
              RECIPIENT: "recipient_email",
              SUBJECT: "subject"
            })
          )
          for (const { messages, sql_sends, tenant } of tenants)
            yield* remark(
              `Tenant "${tenant}": ${counted(messages, "message")}` +
                (sql_sends === 0
                  ? "."
                  : `, and ${counted(sql_sends, "send")} inserted by SQL and not accepted yet.`)
            )
        }),
      database
    )
).pipe(Command.withDescription("Lists held mail, oldest first."))

const release = Command.make("release", selecting, ({ json, ...selected }) =>
  withServices(
    () =>
      Effect.gen(function* () {
        const { owner, selection } = yield* selectionOf(selected)
        const change = { operation: "heldMail.release", tenant: owner, target: mail }
        const released = yield* recorded(change)(HeldMail.use(({ release }) => release(selection)))
        yield* printAs(
          json,
          released,
          `${isOrAre(released)} released: workers send them, at once or when they are scheduled.`
        )
      }),
    database
  )
).pipe(
  Command.withDescription(
    "Lets held mail be sent as other mail. What was sent after the backup is sent once more, with the same Message-ID. A server may run meanwhile."
  )
)

const cancel = Command.make(
  "cancel",
  { ...selecting, yes: flag("yes", "Cancel it without asking.") },
  ({ json, yes, ...selected }) =>
    withServices(
      () =>
        Effect.gen(function* () {
          const { owner, selection } = yield* selectionOf(selected)
          yield* confirm({
            question: "Cancel this mail? You can't undo this.",
            otherwise: "Nothing was cancelled.",
            yes,
            json
          })
          const change = { operation: "heldMail.cancel", tenant: owner, target: mail }
          const cancelled = yield* recorded(change)(HeldMail.use(({ cancel }) => cancel(selection)))
          yield* printAs(json, cancelled, `${isOrAre(cancelled)} cancelled.`)
        }),
      database
    )
).pipe(
  Command.withDescription(
    "Cancels held mail: it becomes failed with the code cancelled, and is never sent. A server may run meanwhile."
  )
)

export const held = Command.make("held").pipe(
  Command.withDescription("Lists, releases and cancels mail that is held since a restore."),
  Command.withSubcommands([list, release, cancel])
)
