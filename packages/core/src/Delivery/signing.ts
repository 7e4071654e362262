import { Clock, Effect } from "effect"
import { foldAddress, parseMailbox, splitAddress } from "../Addresses/index.js"
import { dkimKeyPlace, type DomainRecord, type DomainStore } from "../Domains/index.js"
import { makeOpened, type SecretsService, type SecretUnreadable } from "../Secrets/index.js"
import type { StorageError } from "../Storage/index.js"
import type { ClaimedMessage, SealedSigningKey, SigningKey } from "./Message.js"

/** How long the operator's own keys are taken to be the same. */
const freshMillis = 60_000

/** Whose keys sign where the tenant's own domain can't. */
export interface OperatorsSigning {
  /** A domain that a tenant here has verified, for senders that have nothing to do with it. */
  readonly signingDomain: string | undefined
  /** The server's default sender: its mail is signed as its domain's owner would, whichever tenant sends it. */
  readonly from: string | undefined
}

/** Opens a message's keys. */
export type OpenKeys = (message: ClaimedMessage) => Effect.Effect<ReadonlyArray<SigningKey>, SecretUnreadable | StorageError>

const organisation = (domain: string): string => domain.split(".").slice(-2).join(".")

/**
 * Whether DMARC may take the two for aligned (RFC 9989: one organisation). Then a signature of the one would let
 * everybody send in the other's name. Without a list of public suffixes it is said of too many, whose mail then goes unsigned.
 */
export const mayBeAligned = (domain: string, other: string): boolean => organisation(domain) === organisation(other)

const keysOf = (found: DomainRecord | undefined): ReadonlyArray<SealedSigningKey> =>
  found?.dkim_verified !== true ? [] : found.keys.filter(({ state }) => state === "current").map(({ algorithm, private_key, selector }) =>
    ({ tenant_id: found.tenant_id, domain: found.domain, selector, algorithm, private_key }))

/** The keys of a domain of the operator's, looked up once a minute. */
const makeOwnedKeys = (store: typeof DomainStore.Service, domain: string, ifNone: Effect.Effect<void>) => {
  let known: { readonly keys: ReadonlyArray<SealedSigningKey>; readonly until: number } | undefined
  return Effect.flatMap(Clock.currentTimeMillis, (now) =>
    known !== undefined && known.until > now ? Effect.succeed(known.keys) : Effect.gen(function*() {
      const keys = keysOf(yield* store.findOwned(domain))
      if (keys.length === 0) yield* ifNone
      known = { keys, until: now + freshMillis }
      return keys
    }))
}

const missing = (domain: string) => Effect.logWarning("mail goes unsigned: no tenant here has verified the domain that is to sign it", { domain })

const none = Effect.succeed<ReadonlyArray<SealedSigningKey>>([])

/** Which keys sign for senders whose own tenant has none for them. */
const makeOperatorsKeys = (store: typeof DomainStore.Service, { from, signingDomain }: OperatorsSigning) => {
  const address = from === undefined ? undefined : parseMailbox(from)?.address
  const ownDomain = address === undefined ? undefined : splitAddress(address)?.domain
  const ofSender = ownDomain === undefined ? none : makeOwnedKeys(store, ownDomain, Effect.void)
  const ofSigningDomain = signingDomain === undefined ? none : makeOwnedKeys(store, signingDomain, missing(signingDomain))
  return (sender: string) => {
    if (address !== undefined && foldAddress(sender) === foldAddress(address)) return ofSender
    const domain = splitAddress(sender)?.domain
    return signingDomain === undefined || domain === undefined || mayBeAligned(domain, signingDomain) ? none : ofSigningDomain
  }
}

/**
 * How messages get their keys: those of the sender's domain, else the operator's. RSA comes first: every receiver
 * knows it (RFC 8463 needn't be).
 */
export const makeOpenKeys = (
  { operators, secrets, store }: {
    readonly secrets: SecretsService
    readonly store: typeof DomainStore.Service
    readonly operators: OperatorsSigning
  }
): OpenKeys => {
  const opened = makeOpened<SigningKey>()
  const operatorsKeys = makeOperatorsKeys(store, operators)

  const open = ({ private_key: sealed, tenant_id, ...key }: SealedSigningKey) =>
    opened(
      [tenant_id, key.domain, key.selector, sealed].join(" "),
      Effect.map(secrets.open(sealed, dkimKeyPlace(tenant_id, key)), (private_key): SigningKey => ({ ...key, private_key }))
    )

  return ({ keys, sender }) =>
    Effect.flatMap(keys.length > 0 ? Effect.succeed(keys) : operatorsKeys(sender.address), (found) =>
      Effect.forEach([...found].sort((a, b) => Number(b.algorithm === "rsa") - Number(a.algorithm === "rsa")), open))
}
