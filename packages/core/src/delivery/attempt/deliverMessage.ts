import type { StorageError } from "@telemark/contract"
import { Cause, Effect, Exit, identity } from "effect"
import { makeOpened, Secrets, type SecretsService } from "../../accounts/secrets/Secrets.js"
import type { SecretUnreadable } from "../../accounts/secrets/secretErrors.js"
import type { Database } from "../../database/Database.js"
import * as Direct from "../../kernel/direct.js"
import { isTraced } from "../../kernel/traceparent.js"
import { attachmentQueries } from "../../sending/attachments/attachmentTable.js"
import { dkimKeyReference, senderOf } from "../../sending/domains/Domain.js"
import { aliasName } from "../../sending/domains/dnsRecords.js"
import { makeOperatorsKeys, type OperatorsSigning } from "../../sending/domains/operatorsKeys.js"
import { makeOpenServer } from "../../sending/smtpConfigs/openServer.js"
import { DeliveryOutcome } from "../message/DeliveryOutcome.js"
import type {
  Attachment,
  ClaimedMessage,
  MessageBody,
  OutgoingMessage,
  SealedSigningKey,
  SigningKey,
  StoredServer
} from "../message/Message.js"
import { OwnServers, Transport } from "../message/Transport.js"
import { Links, ReturnPaths } from "../message/serviceAddresses.js"
import { returnPathPrefix } from "../replies/Reply.js"
import type { Delivered, Route, Wait } from "../routes/Route.js"
import { traceConversation } from "../traces/traceAttempts.js"
import { makeWithFiles } from "./withFiles.js"

export type OpenKeys = (
  message: ClaimedMessage
) => Effect.Effect<ReadonlyArray<SigningKey>, SecretUnreadable | StorageError>

const missing = (domain: string) =>
  Effect.logWarning(
    "mail is sent unsigned: no tenant here has verified the domain that should sign it",
    { domain }
  )

const unsigned = Effect.succeed<ReadonlyArray<SigningKey>>([])

/**
 * Opens a message's keys: those of the sender's domain, otherwise the operator's. RSA comes first:
 * every receiver supports it, unlike RFC 8463.
 */
export const makeOpenKeys = (
  secrets: SecretsService,
  operators: OperatorsSigning
): Effect.Effect<OpenKeys, never, Database> =>
  Effect.map(makeOperatorsKeys(operators, missing), (operatorsKeys) => {
    const opened = makeOpened<SigningKey>()

    const open = ({ private_key: sealed, tenant_id, ...key }: SealedSigningKey) =>
      opened(
        [tenant_id, key.domain, key.selector, sealed].join(" "),
        Effect.map(
          secrets.open(sealed, dkimKeyReference(tenant_id, key)),
          (private_key): SigningKey => ({ ...key, private_key })
        )
      )

    return ({ keys, sender }) =>
      Direct.flatMap(
        keys.length > 0 ? Effect.succeed(keys) : operatorsKeys(sender.address),
        (found) =>
          found.length === 0
            ? unsigned
            : Effect.forEach(
                [...found].sort(
                  (a, b) => Number(b.algorithm === "rsa") - Number(a.algorithm === "rsa")
                ),
                open
              )
      )
  })

type Trouble = SecretUnreadable | StorageError

/** A message with its content, files and keys, and what its addresses of this service depend on. */
type Signed = OutgoingMessage &
  Pick<ClaimedMessage, "return_path_verified" | "topic" | "tracking_verified">

/**
 * The outcome of our own faults. `isAmbiguous`: whether the message may have been sent if there was
 * a defect.
 */
export const internal =
  ({ id: email_id }: ClaimedMessage, provider: string, isAmbiguous: boolean) =>
  (cause: Cause.Cause<Trouble>): Effect.Effect<DeliveryOutcome> => {
    const broken = (ambiguous: boolean) =>
      DeliveryOutcome.Broken({ provider, stage: "connect", reason: "internal", ambiguous })
    const trouble = cause.reasons.find(Cause.isFailReason)?.error
    if (trouble !== undefined)
      return Effect.as(
        Effect.logError("a message can't be delivered without its secrets and files", {
          email_id,
          reason: trouble.message
        }),
        broken(false)
      )
    const died = cause.reasons.find(Cause.isDieReason)
    return died !== undefined
      ? Effect.as(
          Effect.logError("delivering a message failed unexpectedly", died.defect),
          broken(isAmbiguous)
        )
      : Effect.failCause(cause as Cause.Cause<never>)
  }

type Send = (message: Signed) => Effect.Effect<DeliveryOutcome, Trouble>

/**
 * Delivers a message through its route: reads its files, opens its keys, writes the addresses of
 * this service into it, and passes it to the platform's transport or its tenant's own server. A
 * `Wait` if there is no memory for its files. Never fails: our faults are outcomes, too.
 */
export const makeDeliverMessage = (operators: OperatorsSigning) =>
  Effect.gen(function* () {
    const transport = yield* Transport
    const servers = yield* OwnServers
    const secrets = yield* Secrets
    const links = yield* Links
    const returnPaths = yield* ReturnPaths
    const withFiles = makeWithFiles((yield* attachmentQueries).read)
    const openKeys = yield* makeOpenKeys(secrets, operators)
    const openServer = yield* makeOpenServer
    const traced = (yield* isTraced) ? traceConversation : identity
    const context = yield* Effect.context()

    const withLinks = (message: Signed): Effect.Effect<Signed> =>
      links === undefined
        ? Effect.succeed(message)
        : Direct.map(links.linksOf, (linksOf) => {
            const own = linksOf(message)
            return own === undefined ? message : { ...message, links: own }
          })

    /**
     * The return path is in the sender's own domain if that leads to the host, so that SPF aligns
     * for DMARC (RFC 9989), otherwise at the host.
     */
    const withReturnPath = (message: Signed): Effect.Effect<Signed> =>
      returnPaths === undefined
        ? Effect.succeed(message)
        : Direct.map(returnPaths.token, (tokenOf) => {
            const host = message.return_path_verified
              ? aliasName("return_path", senderOf(message).domain)
              : returnPaths.host
            const return_path = {
              address: `${returnPathPrefix}${tokenOf(message.id)}@${host}`,
              reports_success: returnPaths.reportsSuccess
            }
            return { ...message, return_path }
          })

    const forPlatform = (message: Signed): Effect.Effect<Signed> =>
      Direct.flatMap(withLinks(message), withReturnPath)

    // Many providers refuse or rewrite an envelope sender that isn't their user's, so there is no
    // return path.
    const toOwnServer =
      (server: StoredServer): Send =>
      (message) =>
        Effect.flatMap(openServer(server), (opened) => servers.deliver(opened, message))

    const toPlatform: Send = (message) => Effect.flatMap(forPlatform(message), transport.deliver)
    const sendBy = ({ server }: Route): Send => {
      if (server === null) return toPlatform
      const own = toOwnServer(server)
      return links?.leadOutside === false
        ? own
        : (message) => Effect.flatMap(withLinks(message), own)
    }

    /**
     * A message with what the platform's transport needs, if none of it has to be waited for: it
     * has no files, and nothing signs it. Undefined for others.
     */
    const ready = (message: ClaimedMessage): OutgoingMessage | undefined => {
      const { body, keys } = message
      if (body === null || body.attachments.length > 0 || keys.length > 0) return undefined
      const outgoing = Direct.flatMap(openKeys(message), (signing) =>
        forPlatform({ ...message, body, attachments: [], signing })
      )
      let made: OutgoingMessage | undefined
      Direct.run(outgoing, context, (rest) => {
        if (Direct.isOver(rest) && Exit.isSuccess(rest) && rest.value.signing.length === 0)
          made = rest.value
      })
      return made
    }

    const deliver = (
      message: ClaimedMessage,
      body: MessageBody,
      route: Route
    ): Effect.Effect<Delivered | Wait> => {
      const { provider } = route
      const send = sendBy(route)

      const orInternal = (isAmbiguous: boolean) => internal(message, provider, isAmbiguous)

      // The clock starts after the files are read, so that waiting for them doesn't count.
      const withAttachments = (
        attachments: ReadonlyArray<Attachment> | undefined
      ): Effect.Effect<Delivered> => {
        if (attachments === undefined)
          return Effect.succeed({
            outcome: DeliveryOutcome.Unsendable({ provider, reason: "composition" }),
            lacksFiles: true
          })
        return Effect.clockWith((clock) => {
          const begun = clock.monotonicTimeNanosUnsafe()
          const outcome = Effect.flatMap(openKeys(message), (signing) =>
            traced(send({ ...message, body, attachments, signing }))
          )
          return Effect.map(Effect.catchCause(outcome, orInternal(true)), (known) => ({
            outcome: known,
            duration_ms: Math.round(Number(clock.monotonicTimeNanosUnsafe() - begun) / 1e6)
          }))
        })
      }

      const ownRoute = route.server === null ? undefined : route.name
      const { files } = message
      const delivered =
        files === undefined
          ? withFiles({ body, ownRoute }, withAttachments)
          : withAttachments(files)
      return Effect.catchCause(delivered, (cause) =>
        Effect.map(orInternal(false)(cause), (outcome) => ({ outcome }))
      )
    }

    return { deliver, ready }
  })
