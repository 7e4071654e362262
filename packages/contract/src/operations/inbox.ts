import { InboxList, InboxMail, ListInbox, ReleaseMail } from "../inbox.js"
import { Success } from "../members.js"
import { del, get, post, readAllPages } from "./Operation.js"

const id = { id: { description: "The id of a captured mail, `em_…`." } }

export const inbox = {
  list: get("/inbox", "email:read", "List captured mail, newest first", {
    description: `Mail that was kept instead of being sent: the newest 500 of all tenants, up to 64 MiB. ${readAllPages}`,
    query: ListInbox,
    response: InboxList,
    answers: { 200: "A page of captured mail; empty where mail is sent." },
    mark: "data",
    allPages: "all"
  }),
  /** The log of emails stays. */
  clear: del("/inbox", "email:send", "Remove all captured mail", {
    description: "The log of emails and what they say stay.",
    response: Success,
    answers: { 200: "Removed." },
    mark: "success",
    repeat: "always"
  }),
  remove: del("/inbox/:id", "email:send", "Remove one captured mail", {
    parameters: id,
    description: "The log of emails and what they say stay.",
    response: Success,
    answers: { 200: "Removed." },
    mark: "success",
    errors: ["NotFound"]
  }),
  /**
   * Waits until the mail server has accepted it. `NoReleaseServer`, `ReleaseFailed`: nothing was
   * sent.
   */
  release: post("/inbox/:id/release", "email:send", "Send a captured mail to a real address", {
    isTraffic: true,
    parameters: id,
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
