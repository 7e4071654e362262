import { areAllowed, type SendRequest, uniqueRecipients } from "@telemark/core"
import { Clock, Effect } from "effect"
import type { Input } from "./tools.js"

export interface SendBounds {
  readonly recipients: ReadonlyArray<string>
  readonly maxPerHour: number
}

const hour = 60 * 60_000

const textsOf = (value: unknown): ReadonlyArray<string> =>
  (Array.isArray(value) ? value : [value]).filter((text) => typeof text === "string")

/**
 * Why a send isn't made: narrower bounds than the key's, which the server enforces whatever this
 * process does. Undefined counts it.
 */
export const makeSendGuard = ({ maxPerHour, recipients }: SendBounds) => {
  let sent: ReadonlyArray<number> = []
  return (input: Input): Effect.Effect<string | undefined> =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      const addressed = {
        to: textsOf(input["to"]),
        cc: textsOf(input["cc"]),
        bcc: textsOf(input["bcc"])
      } as unknown as Pick<SendRequest, "to" | "cc" | "bcc">
      if (!areAllowed(recipients, uniqueRecipients(addressed)))
        return `Nothing was sent: this agent may only send to ${recipients.join(", ")}.`
      sent = sent.filter((at) => at > now - hour)
      if (sent.length >= maxPerHour)
        return `Nothing was sent: this agent may make ${String(maxPerHour)} sends an hour, and has made them.`
      sent = [...sent, now]
      return undefined
    })
}
