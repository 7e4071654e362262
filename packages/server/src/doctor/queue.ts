import type { RedisInspection } from "@telemark/bullmq"
import { Effect, type Redacted } from "effect"
import { loadBullmq } from "../application/layers.js"
import type { Settings } from "../settings/Settings.js"
import { type Finding, findingsOf, settingsWrong } from "./Finding.js"

const { fail, ok, warn } = findingsOf("queue")

/** BullMQ refuses versions before the first, and advises against those before the second. */
const [minVersion, wantedVersion] = [
  [5, 0],
  [6, 2]
] as const

const isOlder = (version: string, [major, minor]: readonly [number, number]): boolean => {
  const [ofMajor = 0, ofMinor = 0] = version.split(".").map(Number)
  return ofMajor < major || (ofMajor === major && ofMinor < minor)
}

const judgeVersion = (name: string, version: string): ReadonlyArray<Finding> => {
  const found = (consequence: string) =>
    `${name} is version ${version}. ${consequence} Install 6.2 or newer.`
  if (isOlder(version, minVersion))
    return [fail(found("BullMQ doesn't use it: no mail would be delivered."))]
  return isOlder(version, wantedVersion)
    ? [warn(found("Neither BullMQ nor Telemark is tested with it."))]
    : []
}

const judgePolicy = (name: string, policy: string | undefined): ReadonlyArray<Finding> =>
  policy === undefined || policy === "noeviction"
    ? []
    : [
        warn(
          `${name} may delete queue entries when its memory is full: its maxmemory-policy is ${policy}. ` +
            "Set it to noeviction, in its configuration or at its hosting provider. Mail whose entry it deletes isn't lost, but is sent half a minute late."
        )
      ]

const persistence: Readonly<Record<"true" | "false" | "undefined", string>> = {
  true: " It writes its entries to a file (appendonly), which Telemark doesn't need.",
  false:
    " It writes no file (appendonly no), and needs none: if it restarts empty, no mail is lost, and its mail is queued again within 30 s.",
  undefined: ""
}

export const judgeRedis = ({
  appendsToFile,
  host,
  isReplica,
  maxmemoryPolicy,
  port,
  version
}: RedisInspection): ReadonlyArray<Finding> => {
  const name = `The Redis of TELEMARK_QUEUE_URL (${host}:${String(port)})`
  if (isReplica) return [fail(`${name} is a replica that can't be written to. Name its primary.`)]
  const problems = [
    ...(version === undefined ? [] : judgeVersion(name, version)),
    ...judgePolicy(name, maxmemoryPolicy)
  ]
  const found = `${name} answers${version === undefined ? "" : ` with version ${version}`}.${persistence[`${appendsToFile ?? "undefined"}`]}`
  return problems.some(({ status }) => status === "fail") ? problems : [ok(found), ...problems]
}

const inspect = (url: Redacted.Redacted) =>
  Effect.flatMap(loadBullmq, ({ inspectRedis }) => inspectRedis(url)).pipe(
    Effect.map(judgeRedis),
    Effect.catchTags({
      InvalidRedisUrl: ({ reason }) => Effect.succeed([fail(`TELEMARK_QUEUE_URL ${reason}.`)]),
      InvalidSettings: (error) => Effect.succeed(settingsWrong(error)),
      RedisNotUsable: ({ message }) => Effect.succeed([fail(message)])
    })
  )

/** No finding if the database is the queue. */
export const checkQueue = ({ queueUrl }: Settings) =>
  queueUrl === undefined ? Effect.succeed([]) : inspect(queueUrl)
