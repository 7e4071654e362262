import { type Sink, timeoutFor } from "@telemark-tools/load"
import { startChild } from "../src/child.js"
import type { Plan, Seen, SenderName } from "./embedded/plan.js"

export interface Embedded extends Seen {
  readonly missing: number
}

/** Has a host's process send so many mails a second for so long. */
export const measureEmbedded = async (
  sender: SenderName,
  sink: Sink,
  rate: number,
  seconds: number
): Promise<Embedded> => {
  const plan: Plan = { sender, smtpPort: sink.port, run: await sink.begin(), rate, seconds }
  const child = await startChild("../e2e/embedded/host.ts", [JSON.stringify(plan)], {
    within: 1000 * seconds + timeoutFor(rate * seconds)
  })
  await child.stop()
  const { count } = await sink.taken(0, 0)
  return { ...(JSON.parse(child.firstLine) as Seen), missing: rate * seconds - count }
}
