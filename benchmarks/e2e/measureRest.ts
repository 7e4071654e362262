import { setTimeout as pause } from "node:timers/promises"
import { startMuteServer } from "../src/muteServer.js"
import { cpuOfTrees, memoryOfTrees } from "../src/processes.js"
import { fill } from "./measureDrain.js"
import type { Service, Variant } from "./service.js"

/** What a service takes that has nothing to do. */
export interface Idle {
  /** As a share of one core. */
  readonly cpu: number
  /** In MB. */
  readonly memory: number
}

/** After its start, a service still compiles and looks around. */
const toSettle = 3000

/** Looks at a service that was just started, for that long. */
export const measureIdle = async ({ pids }: Service, seconds: number): Promise<Idle> => {
  await pause(toSettle)
  const before = await cpuOfTrees(pids)
  await pause(1000 * seconds)
  return { cpu: (await cpuOfTrees(pids) - before) / (1000 * seconds), memory: await memoryOfTrees(pids) }
}

/** The memory of a service in MB with so many messages queued, before an SMTP server that never answers, so long after the last was accepted. */
export const measureQueued = async (variant: Variant, messages: number, seconds: number): Promise<number> => {
  const mute = await startMuteServer()
  const deployment = await variant.deploy({ smtpPort: mute.port, sends: messages })
  const service = await deployment.start("all")
  await fill(service, 0, messages)
  await pause(1000 * seconds)
  const memory = await memoryOfTrees(service.pids)
  // Those that are being delivered would be waited for.
  mute.close()
  await service.stop()
  await deployment.drop()
  return memory
}
