import type { FoundReport } from "@telemark/core"
import type { Bounce } from "./Bounce.js"

/**
 * The reports of a message that came to these messages' return paths. The return path takes
 * precedence over what the message says: anybody can write an id into a bounce, but only those who
 * got a mail know its token. With several return paths, each report is about each of their
 * messages. Without one, a report is about the message that it names.
 */
export const reportsOf = (
  bounce: Bounce,
  emailIds: ReadonlyArray<string>
): ReadonlyArray<FoundReport> => {
  if (bounce._tag !== "DeliveryReports" && bounce._tag !== "SpamReport") return []
  if (emailIds.length === 0) return bounce.reports
  return [...new Set(emailIds)].flatMap((email_id) =>
    bounce.reports.map((report): FoundReport => ({ ...report, message: { email_id } }))
  )
}
