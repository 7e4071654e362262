import type { EmailSummary } from "@telemark/client"
import { StatusBadge } from "../Parts/index.js"
import { stateOf } from "./progress.js"
import { useDetails } from "./useDetails.js"

/** What a message of a list has come to, and when it goes: no sentence beside it says so. */
export const ListedState = ({ email }: { readonly email: EmailSummary }) => {
  const details = useDetails(email)
  const state = details === undefined ? email.status : stateOf({ ...email, ...details }, Date.now())
  return (
    <StatusBadge
      status={state}
      {...(state === "scheduled" && details !== undefined ? { at: details.scheduled_at } : {})}
    />
  )
}
