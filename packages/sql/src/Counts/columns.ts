import { type EmailStatus, emailStatuses } from "@telemark/core"

/** Something for each status. */
export const perStatus = <A>(make: (status: EmailStatus) => A): Record<EmailStatus, A> =>
  Object.fromEntries(emailStatuses.map((status) => [status, make(status)])) as Record<EmailStatus, A>

/** SQL that is said of each column that counts a status. */
export const eachStatus = (say: (status: EmailStatus) => string, between = ", "): string => emailStatuses.map(say).join(between)

/** The columns that count a status. */
export const statusColumns = eachStatus((status) => status)

/** These columns, counted over rows of the log. */
export const countedStatuses = eachStatus((status) => `COUNT(*) FILTER (WHERE status = '${status}') AS ${status}`)
