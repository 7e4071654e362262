import { DomainVerifier, type SpfFinding } from "@telemark/core"
import { layerDomainVerifier } from "@telemark/network"
import { Effect, Layer } from "effect"
import { layerNameServers } from "../Application/index.js"
import type { Settings } from "../Settings/index.js"
import { type Finding, ok, warn } from "./Finding.js"

/**
 * Judges the SPF record of the return path host: receivers evaluate it for all mail whose return
 * path is there (RFC 7208 2.4).
 */
export const judgePathSpf = (
  host: string,
  { message, status, suggestion, expected }: SpfFinding
): Finding => {
  if (status === "pass")
    return ok(
      "return_path",
      `The SPF record of ${host}, where the relay's mail has its return paths, lets this service send.`
    )
  if (status === "temperror")
    return warn(
      "return_path",
      `The SPF record of ${host}, where the relay's mail has its return paths, could not be checked. ${message}`
    )
  return warn(
    "return_path",
    `Mail through the relay fails SPF at receivers, since its return paths are at ${host}. ${message} Publish: ${suggestion ?? expected}`
  )
}

/**
 * Whether SPF passes for mail with return paths. No finding without them, or if mail is captured.
 */
export const checkReturnPath = ({
  dnsServers,
  returnPath,
  sendingIps = [],
  spf,
  transport
}: Settings): Effect.Effect<ReadonlyArray<Finding>> => {
  if (returnPath === undefined || transport._tag === "Capture") return Effect.succeed([])
  const { host } = returnPath
  return Effect.flatMap(DomainVerifier, ({ verify }) =>
    verify({ domain: host, keys: [], spf, sending_ips: sendingIps })
  ).pipe(
    Effect.map((findings) => [judgePathSpf(host, findings.spf)]),
    Effect.provide(Layer.provide(layerDomainVerifier, layerNameServers(dnsServers)))
  )
}
