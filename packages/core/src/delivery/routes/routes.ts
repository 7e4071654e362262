import type { StorageError } from "@telemark/contract"
import { Effect } from "effect"
import { Secrets } from "../../accounts/secrets/Secrets.js"
import type { SecretUnreadable } from "../../accounts/secrets/secretErrors.js"
import { stored } from "../../database/storageError.js"
import { OwnServers } from "../../sending/smtpConfigs/OwnServers.js"
import {
  type SmtpConfigRecord,
  smtpPasswordReference
} from "../../sending/smtpConfigs/SmtpConfig.js"
import { ownServerLimits } from "../../sending/smtpConfigs/ownServerLimits.js"
import { smtpConfigQueries } from "../../sending/smtpConfigs/smtpConfigTable.js"
import { Transport } from "../attempt/ports.js"
import { platformRoute } from "../backOffs/BackOff.js"
import type { ClaimedMessage, OutgoingMessage } from "../message/Message.js"
import { Links } from "../message/MessageLinks.js"
import { returnPathOf, ReturnPaths } from "../message/ReturnPaths.js"
import type { DeliveryOutcome } from "../settlement/DeliveryOutcome.js"
import { signalOf } from "./RouteSignal.js"
import type { Route } from "./routeLimiters.js"

type Send = (
  message: OutgoingMessage &
    Pick<ClaimedMessage, "return_path_verified" | "topic" | "tracking_verified">
) => Effect.Effect<DeliveryOutcome, SecretUnreadable | StorageError>

export interface MessageRoute {
  readonly route: Route
  /** Its name if it is the tenant's own; undefined for the platform's. */
  readonly ownRoute: string | undefined
  readonly provider: string
  readonly send: Send
  /** Stores what an outcome shows of the route, if that is new. */
  readonly learn: (outcome: DeliveryOutcome) => Effect.Effect<void>
}

/**
 * Whether the outcome shows that the server accepts or refuses us (login, certificate, network
 * policy); undefined if neither.
 */
const takesUs = (outcome: DeliveryOutcome): boolean | undefined => {
  const { asks, of } = signalOf(outcome)
  if (asks === "accepted") return true
  return asks === "refuses_us" && of === "route" ? false : undefined
}

/**
 * Finds each message's route: its tenant's own server if one is stored, otherwise the platform's
 * transport.
 */
export const makeRoutes = Effect.gen(function* () {
  const transport = yield* Transport
  const servers = yield* OwnServers
  const secrets = yield* Secrets
  const { setVerified } = yield* smtpConfigQueries
  const returnPaths = yield* ReturnPaths
  const links = yield* Links

  const withLinks = (send: Send): Send =>
    links === undefined
      ? send
      : (message) =>
          Effect.flatMap(links.linksOf, (linksOf) => {
            const own = linksOf(message)
            return send(own === undefined ? message : { ...message, links: own })
          })

  const platform: MessageRoute = {
    route: {
      name: platformRoute,
      id: platformRoute,
      limits: { concurrency: transport.connections ?? Infinity, interval: 0 }
    },
    ownRoute: undefined,
    provider: "",
    send: withLinks(
      returnPaths === undefined
        ? transport.deliver
        : (message) =>
            Effect.flatMap(returnPathOf(returnPaths, message), (return_path) =>
              transport.deliver({ ...message, return_path })
            )
    ),
    learn: () => Effect.void
  }

  const throughOwnServer = (config: SmtpConfigRecord): Send => {
    // Many providers refuse or rewrite an envelope sender that isn't their user's, so there is no
    // return path.
    const send: Send = (message) =>
      Effect.flatMap(
        secrets.open(config.password, smtpPasswordReference(config.tenant_id)),
        (password) => servers.deliver({ ...config, password }, message)
      )
    return links?.leadOutside === false ? send : withLinks(send)
  }

  const ownRoute = (config: SmtpConfigRecord): MessageRoute => ({
    route: { name: config.tenant_id, id: config.id, limits: ownServerLimits(config.host) },
    ownRoute: config.tenant_id,
    provider: config.provider,
    send: throughOwnServer(config),
    learn: (outcome) => {
      const verified = takesUs(outcome)
      return verified === undefined || verified === config.verified
        ? Effect.void
        : stored(setVerified(config.tenant_id, config.id, verified)).pipe(
            Effect.catch(({ message: reason }) =>
              Effect.logWarning("the result of a login to an SMTP server could not be recorded", {
                reason
              })
            )
          )
    }
  })

  const configOf = ({ smtp_config }: ClaimedMessage): SmtpConfigRecord | null =>
    transport.deliversAll ? null : smtp_config
  return {
    atOnce: platform.route.limits.concurrency,
    hasOwnRoutes: !transport.deliversAll,
    usesOwnRoute: (message: ClaimedMessage): boolean => configOf(message) !== null,
    routeOf: (message: ClaimedMessage): MessageRoute => {
      const config = configOf(message)
      return config === null ? platform : ownRoute(config)
    }
  }
})
