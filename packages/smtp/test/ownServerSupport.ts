import { type OwnServer, OwnServers } from "@telemark/core"
import { connectTo, layerNetworkGuard, NetworkGuard } from "@telemark/network"
import { layerOwnServers, type OwnServersOptions } from "@telemark/smtp"
import type { SmtpPeer } from "@telemark/testing"
import { Context, Effect, Layer, Redacted } from "effect"

export const login = { user: "ada", password: "p@ss:wörd" }

const loopback = layerNetworkGuard({ allow: ["127.0.0.0/8", "::1/128"] })

/**
 * The tenants' servers, with loopback opened unless there is another guard, until the scope ends.
 */
export const openOwnServers = (
  options: OwnServersOptions = {},
  guard: Layer.Layer<NetworkGuard, unknown> = loopback
) =>
  Effect.map(Effect.orDie(Layer.build(Layer.provide(layerOwnServers(options), guard))), (context) =>
    Context.get(context, OwnServers)
  )

/** A guard for which every host and port is that peer, and which notes what it was asked for. */
export const guardTo = (peer: SmtpPeer, asked: Array<string> = []): Layer.Layer<NetworkGuard> =>
  Layer.succeed(NetworkGuard, {
    resolve: () => Effect.succeed(["127.0.0.1"]),
    connect: ({ host, port }, timeouts) =>
      Effect.suspend(() => {
        asked.push(`${host}:${String(port)}`)
        return connectTo(["127.0.0.1"], peer.port, timeouts)
      })
  })

/** A peer as a tenant's server; without TLS unless it is said. */
export const serverAt = (port: number, server: Partial<OwnServer> = {}): OwnServer => ({
  id: `smtp_${String(port)}`,
  provider: "custom",
  host: "localhost",
  port,
  username: login.user,
  password: Redacted.make(login.password),
  tls_required: false,
  ehlo_name: null,
  from_email: null,
  ...server
})
