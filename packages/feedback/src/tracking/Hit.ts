import type { FoundReport } from "@telemark/core"
import { createHash } from "node:crypto"
import type { MachineReason } from "./judgeHit.js"
import type { TrackedAddress } from "./trackedAddress.js"

/** An open or a click. */
export interface Hit {
  readonly kind: TrackedAddress["kind"]
  readonly email_id: string
  /** The destination of a click; empty for an open. */
  readonly link: string
  /** Tells the links of a message apart; empty for an open. */
  readonly linkKey: string
  readonly agent: string
  /** In epoch milliseconds. */
  readonly at: number
  /** Undefined for a person's. Later clicks may show that this one was a program's. */
  machine: MachineReason | undefined
}

/** A short name of a link, whatever its length. */
export const linkKeyOf = (link: string): string =>
  createHash("sha256").update(link).digest("base64url").slice(0, 22)

/**
 * The key of its report: of a message, the first open and the first click on each link count, of
 * people and of programs apart.
 */
export const reportKeyOf = ({ linkKey, machine }: Hit): string =>
  `tracking:${machine === undefined ? "person" : "machine"}${linkKey === "" ? "" : `:${linkKey}`}`

/** The same among all messages. */
export const hitKeyOf = (hit: Hit): string => `${hit.email_id}:${hit.kind}:${reportKeyOf(hit)}`

export const reportOfHit = (hit: Hit): FoundReport => {
  const { agent, at, email_id, kind, link, machine } = hit
  const common = {
    message: { email_id },
    at,
    key: reportKeyOf(hit),
    machine: machine !== undefined,
    user_agent: agent === "" ? undefined : agent
  }
  return kind === "open" ? { ...common, kind: "opened" } : { ...common, kind: "clicked", link }
}
