import { InboxList, InboxMail, ListInbox, ReleaseMail } from "../inbox.js"
import { Success } from "../members.js"
import { operation } from "./Operation.js"

const id = { id: { description: "The id of a captured mail, `em_…`." } }

export const inbox = {
  /** Lists the tenant's captured mail, newest first. */
  list: operation({
    method: "GET",
    path: "/inbox",
    scope: "email:read",
    summary: "List captured mail, newest first",
    description:
      "Mail that was kept instead of being sent: the newest 500 of all tenants, up to 64 MiB. To read all pages, pass `next` of the previous page as `after`, until `next` is null.",
    query: ListInbox,
    response: InboxList,
    answers: { 200: "A page of captured mail; empty where mail is sent." },
    mark: "data",
    allPages: "all"
  }),
  /** Removes all captured mail of the tenant. The log of emails stays. */
  clear: operation({
    method: "DELETE",
    path: "/inbox",
    scope: "email:send",
    summary: "Remove all captured mail",
    description: "The log of emails and what they say stay.",
    response: Success,
    answers: { 200: "Removed." },
    mark: "success",
    repeat: "always"
  }),
  /** Removes one captured mail. The log of emails stays. */
  remove: operation({
    method: "DELETE",
    path: "/inbox/:id",
    parameters: id,
    scope: "email:send",
    summary: "Remove one captured mail",
    description: "The log of emails and what they say stay.",
    response: Success,
    answers: { 200: "Removed." },
    mark: "success",
    errors: ["NotFound"]
  }),
  /**
   * Sends a captured mail to a real address, and waits until the mail server has accepted it.
   * `NoReleaseServer`, `ReleaseFailed`: nothing was sent.
   */
  release: operation({
    method: "POST",
    path: "/inbox/:id/release",
    parameters: id,
    scope: "email:send",
    summary: "Send a captured mail to a real address",
    description:
      "Through the tenant's own SMTP server, else through the operator's relay, octet for octet as it was captured: so what it names as its recipient is shown as it is. Answers when the server has accepted it; there is no second attempt, and the email's log doesn't change.",
    body: ReleaseMail,
    response: InboxMail,
    answers: { 200: "The mail server has accepted the mail." },
    mark: "captured_at",
    errors: ["NotFound", "NoReleaseServer", "ReleaseFailed", "SendingPaused"],
    counts: "sends",
    examples: { release: { to: "ada@example.com" } }
  })
} as const
