import { DomainVerifier, type SpfFinding, wakeable } from "@telemark/core"
import { type BounceListenerOptions, readBounceCertificate } from "@telemark/feedback"
import type { TlsFiles } from "@telemark/smtp"
import { Dns, layerDomainVerifier } from "@telemark/network"
import { Clock, Effect, Layer } from "effect"
import { X509Certificate } from "node:crypto"
import { connect } from "node:net"
import { layerNameServers } from "../application/layers.js"
import type { Settings } from "../settings/Settings.js"
import { type Finding, findingsOf } from "./Finding.js"

const onBounces = findingsOf("bounces")
const onReturnPath = findingsOf("return_path")

const day = 86_400_000
const timeout = 5_000

const noCertificate = onBounces.warn(
  "Bounces come in unencrypted, with the addresses that they name: set TELEMARK_BOUNCE_TLS_CERT and TELEMARK_BOUNCE_TLS_KEY to a certificate for the host."
)

/** `validTo` and `now` are in epoch milliseconds. */
export const judgeCertificate = (validTo: number, now: number): Finding => {
  const left = Math.floor((validTo - now) / day)
  if (validTo <= now)
    return onBounces.warn(
      "The certificate of TELEMARK_BOUNCE_TLS_CERT has expired: some mail servers refuse it. Renew it."
    )
  return left < 7
    ? onBounces.warn(
        `The certificate of TELEMARK_BOUNCE_TLS_CERT expires within ${String(left + 1)} days. Renew it.`
      )
    : onBounces.ok(
        `Bounces can come in by TLS, with a certificate that is valid for ${String(left)} days.`
      )
}

const checkCertificate = (tls: TlsFiles) =>
  Effect.matchEffect(readBounceCertificate(tls), {
    onFailure: ({ message }) => Effect.succeed(onBounces.fail(message)),
    onSuccess: ({ cert }) =>
      Effect.map(Clock.currentTimeMillis, (now) =>
        judgeCertificate(Date.parse(new X509Certificate(cert).validTo), now)
      )
  })

/** Undefined if nothing listens there. */
const greeting = (host: string, port: number): Effect.Effect<string | undefined> =>
  wakeable((resume) => {
    const socket = connect({ host, port, timeout })
    const settle = (text: string | undefined) => {
      socket.destroy()
      resume(Effect.succeed(text))
    }
    socket.once("data", (bytes: Buffer) => {
      settle(bytes.toString("latin1", 0, 512))
    })
    for (const event of ["timeout", "close"])
      socket.once(event, () => {
        settle("")
      })
    socket.once("error", () => {
      settle(undefined)
    })
  })

const localHost = (host: string | undefined): string =>
  host === undefined || host === "0.0.0.0" || host === "::" ? "localhost" : host

const checkPort = ({ host, port }: BounceListenerOptions, returnPathHost: string) =>
  Effect.map(greeting(localHost(host), port), (text) => {
    if (text === undefined)
      return onBounces.ok(`Port ${String(port)} is free for bounces; no process listens there now.`)
    return text.startsWith(`220 ${returnPathHost} ESMTP`)
      ? onBounces.ok(`A listener for bounces answers on port ${String(port)}.`)
      : onBounces.fail(
          `Another program uses port ${String(port)}, where bounces should come in. Stop it, or set TELEMARK_BOUNCE_PORT to another port.`
        )
  })

/**
 * Who receives the host's mail; nobody by a null MX (RFC 7505) or by lack of MX and address
 * records.
 */
const exchangers = (host: string) =>
  Effect.scoped(
    Effect.gen(function* () {
      const { a, aaaa, mx } = yield* (yield* Dns).resolver
      const found = yield* mx(host)
      if (found._tag === "Found")
        return found.records.map(({ exchange }) => exchange).filter((name) => name !== "")
      const addresses = yield* Effect.all([a(host), aaaa(host)])
      return addresses.some(({ _tag }) => _tag === "Found") ? [host] : []
    })
  )

const reachable = (port: number): string =>
  `Whether other mail servers reach port 25 can't be seen from here: ${
    port === 25 ? "" : `forward port 25 to ${String(port)}, and `
  }check firewall and provider, for example with \`openssl s_client -starttls smtp -connect <host>:25\` from another network.`

const checkExchangers = (host: string, port: number, { dnsServers }: Settings) =>
  Effect.match(Effect.provide(exchangers(host), layerNameServers(dnsServers)), {
    onFailure: ({ reason }) =>
      onBounces.warn(
        `The MX record of ${host} could not be looked up: DNS doesn't answer (${reason}). ${reachable(port)}`
      ),
    onSuccess: (names) =>
      names.length === 0
        ? onBounces.warn(
            `${host} has no MX record for mail, nor an address: bounces can't reach it. Publish an MX record that names this machine.`
          )
        : onBounces.ok(
            `Mail for ${host} goes to ${names.join(", ")}, which must be this machine. ${reachable(port)}`
          )
  })

/** Whether bounces can come in. No finding without return paths. */
export const checkBounces = (settings: Settings) => {
  const { bounces, returnPath } = settings
  if (returnPath === undefined) return Effect.succeed([])
  if (bounces === undefined) {
    return Effect.succeed([
      onBounces.warn(
        `With these settings no process takes the bounces that come to ${returnPath.host}: set TELEMARK_BOUNCE_PORT for one.`
      )
    ])
  }
  const { port, tls } = bounces
  return Effect.all(
    [
      checkPort(bounces, returnPath.host),
      tls === undefined ? Effect.succeed(noCertificate) : checkCertificate(tls),
      checkExchangers(returnPath.host, port, settings)
    ],
    { concurrency: "unbounded" }
  )
}

/** Receivers evaluate this record for all mail whose return path is there (RFC 7208 2.4). */
const judgePathSpf = (
  host: string,
  { message, status, suggestion, expected }: SpfFinding
): Finding => {
  if (status === "pass")
    return onReturnPath.ok(
      `The SPF record of ${host}, where the relay's mail has its return paths, lets this service send.`
    )
  if (status === "temperror")
    return onReturnPath.warn(
      `The SPF record of ${host}, where the relay's mail has its return paths, could not be checked. ${message}`
    )
  return onReturnPath.warn(
    `Mail through the relay fails SPF at receivers, since its return paths are at ${host}. ${message} Publish: ${suggestion ?? expected}`
  )
}

/** No finding without return paths, or if mail is captured. */
export const checkReturnPath = ({
  dnsServers,
  returnPath,
  sendingIps = [],
  spf,
  transport
}: Settings) => {
  if (returnPath === undefined || transport._tag === "Capture") return Effect.succeed([])
  const { host } = returnPath
  return Effect.flatMap(DomainVerifier, ({ verify }) =>
    verify({ domain: host, keys: [], spf, sending_ips: sendingIps })
  ).pipe(
    Effect.map((findings) => [judgePathSpf(host, findings.spf)]),
    Effect.provide(Layer.provide(layerDomainVerifier, layerNameServers(dnsServers)))
  )
}
