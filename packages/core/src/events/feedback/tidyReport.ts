import { oneLine } from "@telemark/contract"
import type { FoundReport } from "./FoundReport.js"

const maxTextLength = 1_000
const maxLinkLength = 8_192
const maxReferenceLength = 998
const maxAddressLength = 320
const maxKeyLength = 255

/** Postgres stores no NUL. */
const storable = (text: string, max: number): string =>
  text.replaceAll("\0", "").slice(0, max).toWellFormed()

const optionalText = (text: string | undefined, max: number): string | undefined =>
  text === undefined ? undefined : storable(text, max)

const line = (text: string | undefined) =>
  text === undefined ? undefined : storable(oneLine(text), maxTextLength)

/** A report with bounded texts, on one line where they are shown to people. */
export const tidyReport = (report: FoundReport): FoundReport => {
  const { email_id, message_id, provider_id } = report.message
  const common = {
    key: optionalText(report.key, maxKeyLength),
    recipient: optionalText(report.recipient, maxAddressLength),
    message: {
      email_id: optionalText(email_id, maxReferenceLength),
      message_id: optionalText(message_id, maxReferenceLength),
      provider_id: optionalText(provider_id, maxReferenceLength)
    }
  }
  switch (report.kind) {
    case "delivered":
    case "deferred":
    case "bounced":
      return { ...report, ...common, smtp_response: line(report.smtp_response) }
    case "opened":
      return { ...report, ...common, user_agent: line(report.user_agent) }
    case "clicked":
      return {
        ...report,
        ...common,
        link: storable(report.link, maxLinkLength),
        user_agent: line(report.user_agent)
      }
    default:
      return { ...report, ...common }
  }
}
