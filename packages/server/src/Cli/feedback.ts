import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import {
  attemptFailures,
  Feedback,
  feedbackKinds,
  type FeedbackReport,
  type FeedbackResult,
  type UnmatchedFeedback
} from "@telemark/core"
import { Effect, Option } from "effect"
import { print, printJson } from "../output.js"
import { CommandFailed } from "./failures.js"
import { feedbackImport } from "./feedbackImport.js"
import { formatTable } from "./formatTable.js"
import { json } from "./options.js"
import { tenantsOf } from "./tenantsOf.js"
import { withServices } from "./withServices.js"

const noSuchEmail = new CommandFailed({
  code: "not_found",
  message: "There is no such email. Its id is in the answer to its send, em_…, and in the log."
})

const sentences: Readonly<Record<FeedbackResult["outcome"], string>> = {
  recorded: "The report was recorded.",
  repeated: "Nothing changed: this report was recorded before.",
  superseded: "The status stays, since it is a later one. A suppression applies all the same.",
  waiting:
    "The email isn't known to have been sent yet. The report is stored, and recorded once it is.",
  too_early:
    "Nothing was recorded: the email isn't known to have been sent yet, and too many reports wait already. Report it again later.",
  unknown_email: noSuchEmail.message
}

const optionalText = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withDescription(description), Flag.optional)

const record = Command.make(
  "record",
  {
    email: Argument.String("email").pipe(Argument.withDescription("The email's id, em_….")),
    kind: Argument.Literals("kind", feedbackKinds).pipe(Argument.withDescription("What happened.")),
    failureCode: Flag.Literals("failure-code", attemptFailures).pipe(
      Flag.withDescription("Of bounced: why. invalid_recipient suppresses the recipient."),
      Flag.optional
    ),
    smtpResponse: optionalText("smtp-response", "What the receiving server said."),
    at: optionalText("at", "When it happened, such as 2026-01-31T09:00:00Z; now by default."),
    key: optionalText(
      "key",
      "Identifies the report: again under the same key, it changes nothing."
    ),
    link: optionalText("link", "Of clicked: where the link goes."),
    tenant: optionalText("tenant", "The tenant whose email it is; looked for by default."),
    json
  },
  ({ at, email, failureCode, json, key, kind, link, smtpResponse, tenant }) =>
    withServices(() =>
      Effect.gen(function* () {
        const feedback = yield* Feedback
        const report: FeedbackReport = {
          kind,
          at: Option.getOrUndefined(at),
          key: Option.getOrUndefined(key),
          smtp_response: Option.getOrUndefined(smtpResponse),
          failure_code: Option.getOrUndefined(failureCode),
          link: Option.getOrUndefined(link)
        }
        for (const { id } of yield* tenantsOf(tenant)) {
          const result = yield* Effect.catchTag(
            feedback.record(id, email, report),
            "NotFound",
            () => Effect.succeed(undefined)
          )
          if (result === undefined) continue
          return yield* json ? printJson(result) : print(sentences[result.outcome])
        }
        return yield* noSuchEmail
      })
    )
).pipe(Command.withDescription("Records what became of one email after it was sent."))

/** Entries of each tenant. */
const maxListed = 100

interface Listed extends UnmatchedFeedback {
  /** Null: of no tenant. */
  readonly tenant: string | null
}

const row = ({
  created_at,
  email_id,
  excerpt,
  kind,
  message_id,
  provider_id,
  reason,
  recipient,
  smtp_response,
  source,
  tenant
}: Listed): ReadonlyArray<string> => [
  created_at,
  tenant ?? "-",
  source,
  kind ?? reason,
  recipient ?? "-",
  email_id ?? message_id ?? provider_id ?? "-",
  (smtp_response ?? excerpt ?? "").slice(0, 200)
]

const list = Command.make(
  "list",
  {
    tenant: optionalText(
      "tenant",
      "The tenant; by default all of them, and what came for no tenant."
    ),
    json
  },
  ({ json, tenant }) =>
    withServices(() =>
      Effect.gen(function* () {
        const feedback = yield* Feedback
        const page = { limit: maxListed }
        const operators = Option.isSome(tenant)
          ? []
          : (yield* feedback.listOperators(page)).data.map((one): Listed => ({
              ...one,
              tenant: null
            }))
        const found: Array<Listed> = [...operators]
        for (const { id, name } of yield* tenantsOf(tenant)) {
          found.push(
            ...(yield* feedback.listUnmatched(id, page)).data.map((one): Listed => ({
              ...one,
              tenant: name
            }))
          )
        }
        const data = found.sort((a, b) => (a.id < b.id ? 1 : -1))
        if (json) return yield* printJson({ data })
        yield* print(
          formatTable([
            ["RECEIVED", "TENANT", "SOURCE", "KIND", "RECIPIENT", "MAIL", "SAYS"],
            ...data.map(row)
          ])
        )
      })
    )
).pipe(
  Command.withDescription(
    "Lists feedback that no email is known for, newest first. It is kept for 30 days."
  )
)

export const feedback = Command.make("feedback").pipe(
  Command.withDescription(
    "Records what became of mail after it was sent, and lists what no email is known for."
  ),
  Command.withSubcommands([record, list, feedbackImport])
)
