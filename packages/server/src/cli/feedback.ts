import { Feedback, FeedbackReport, type FeedbackResult } from "@telemark/core"
import { Effect } from "effect"
import { feedbackImport } from "./feedbackImport.js"
import { tableOf } from "./formatTable.js"
import { group, operationCommands } from "./operationCommand.js"
import { eachTenant, firstOf, listTenants, optionalTenant } from "./tenantParameters.js"
import { withServices } from "./withSettings.js"

const command = operationCommands(withServices, Feedback)

const noSuchEmail =
  "There is no such email. Its id is in the answer to its send, em_…, and in the log."

const sentences: Readonly<Record<FeedbackResult["outcome"], string>> = {
  recorded: "The report was recorded.",
  repeated: "Nothing changed: this report was recorded before.",
  superseded: "The status stays, since it is a later one. A suppression applies all the same.",
  waiting:
    "The email isn't known to have been sent yet. The report is stored, and recorded once it is.",
  too_early:
    "Nothing was recorded: the email isn't known to have been sent yet, and too many reports wait already. Report it again later.",
  unknown_email: noSuchEmail
}

/** Of each tenant, and of none. */
const page = { limit: 100 }

const description =
  "Records what became of mail after it was sent, and lists what no email is known for."

export const feedback = group("feedback", description, {
  record: command({
    description: "Records what became of one email after it was sent.",
    request: FeedbackReport,
    arguments: { email: "The email's id, em_….", kind: "What happened." },
    options: {
      failure_code: "Of bounced: why. invalid_recipient suppresses the recipient.",
      smtp_response: "What the receiving server said.",
      at: "When it happened, such as 2026-01-31T09:00:00Z; now by default.",
      key: "Identifies the report: again under the same key, it changes nothing.",
      link: "Of clicked: where the link goes.",
      tenant: eachTenant("The tenant whose email it is; looked for by default.")
    },
    perform: (feedback, { email, tenant: tenants, ...report }) =>
      firstOf(tenants, ({ id }) => feedback.record(id, email, report)),
    missing: noSuchEmail,
    text: ({ outcome }) => sentences[outcome]
  }),
  list: command({
    description: "Lists feedback that no email is known for, newest first. It is kept for 30 days.",
    options: {
      tenant: optionalTenant("The tenant; by default all of them, and what came for no tenant.")
    },
    perform: (feedback, { tenant: only }) =>
      Effect.gen(function* () {
        const pages = (only === undefined ? yield* listTenants : [only]).map(({ id, name }) => ({
          tenant: name,
          found: feedback.unmatched(id, page)
        }))
        const all =
          only === undefined
            ? [{ tenant: null, found: feedback.listOperators(page) }, ...pages]
            : pages
        const found = yield* Effect.forEach(all, ({ found, tenant }) =>
          Effect.map(found, ({ data }) => data.map((one) => ({ ...one, tenant })))
        )
        return { data: found.flat().sort((a, b) => (a.id < b.id ? 1 : -1)) }
      }),
    text: ({ data }) =>
      tableOf(data, {
        RECEIVED: "created_at",
        TENANT: "tenant",
        SOURCE: "source",
        KIND: ({ kind, reason }) => kind ?? reason,
        RECIPIENT: "recipient",
        MAIL: ({ email_id, message_id, provider_id }) =>
          email_id ?? message_id ?? provider_id ?? "-",
        SAYS: ({ excerpt, smtp_response }) => (smtp_response ?? excerpt ?? "").slice(0, 200)
      })
  }),
  import: feedbackImport
})
