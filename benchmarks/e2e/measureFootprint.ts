import { cpuOfTrees, memoryOfTrees } from "@telemark-tools/load"
import { setTimeout as pause } from "node:timers/promises"
import { startMuteServer } from "../src/muteServer.js"
import { fill } from "./measureDrain.js"
import type { Service, Variant } from "./service.js"

/** What a service takes that has nothing to do. */
export interface Idle {
  /** As a share of one core. */
  readonly cpu: number
  /** In MB. */
  readonly memory: number
}

/**
 * So many times as long as they are looked at, services are left alone before. A minute or so after
 * its start, V8 gives back what starting took, which costs it a quarter of a second once.
 */
const settling = 6

/** Starts all of these and looks at them side by side, for that long. */
export const measureIdle = async (
  variants: ReadonlyArray<Variant>,
  seconds: number
): Promise<ReadonlyArray<Idle>> => {
  const mute = await startMuteServer()
  const deployments = await Promise.all(
    variants.map(({ deploy }) => deploy({ smtpPort: mute.port, sends: 1 }))
  )
  const services: Array<Service> = []
  for (const { start } of deployments) services.push(await start("all"))
  const cpu = () => Promise.all(services.map(({ pids }) => cpuOfTrees(pids)))
  await pause(settling * 1000 * seconds)
  const before = await cpu()
  await pause(1000 * seconds)
  const after = await cpu()
  const memory = await Promise.all(services.map(({ pids }) => memoryOfTrees(pids)))
  await Promise.all(services.map(({ stop }) => stop()))
  await Promise.all(deployments.map(({ drop }) => drop()))
  mute.close()
  return services.map((_, index) => ({
    cpu: ((after[index] ?? NaN) - (before[index] ?? NaN)) / (1000 * seconds),
    memory: memory[index] ?? NaN
  }))
}

/**
 * The memory of a service in MB with so many messages queued, before an SMTP server that never
 * answers, so long after the last was accepted.
 */
export const measureQueued = async (
  variant: Variant,
  messages: number,
  seconds: number
): Promise<number> => {
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
