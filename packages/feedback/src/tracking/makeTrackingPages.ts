// Hot path (docs/hot-paths.md): answers clicks without a fiber.
import { parseWebUrl, type StorageError } from "@telemark/contract"
import { type DerivedKeys, type Feedback, instantOfId } from "@telemark/core"
import type { Answer, MailPages } from "@telemark/http"
import { Clock, Effect, Fiber, FiberSet, type Scope } from "effect"
import { type Click, isClickOf, readClick, tenantMarkOf } from "../links/clickToken.js"
import { readLinkToken } from "../links/linkToken.js"
import { type LookedUp, makeLookedUp } from "./lookedUp.js"
import { domainOfTracking, type HostOwners, isAtHome, makeHostAnswers } from "./hostOwners.js"
import {
  type Hit,
  judgeHit,
  linkKeyOf,
  makeRecentClicks,
  readTrackedAddress,
  tooManyLinks,
  type TrackedAddress
} from "./judgeHit.js"
import { makeHitRecorder } from "./makeHitRecorder.js"
import { brokenLink, otherMethod, pixel, redirectTo, stoppedLink } from "./trackingAnswers.js"

const control = /\p{Cc}/u

/**
 * Where a link may lead: an absolute http or https URL in ASCII, without user information. A
 * token's destination is looked at again when it is followed: what signs it may change, and mail is
 * followed for years.
 */
const destinationOf = (text: string): string | undefined =>
  control.test(text) ? undefined : parseWebUrl(text)?.href

const maxKnown = 20_000

/**
 * In milliseconds. Links of busy tenants are answered by what was known some seconds ago, so that
 * no click waits for the storage.
 */
const freshFor = 5_000
const knownFor = 60_000

/** A slow storage must not keep readers from where they go. */
const maxWait = "1 second"

export type StoppedLinks = LookedUp<boolean>

/** Remembers what `hasStoppedLinks` answers. */
export const makeStoppedLinks = (
  hasStoppedLinks: (mark: string) => Effect.Effect<boolean, StorageError>
): StoppedLinks => makeLookedUp(hasStoppedLinks, { max: maxKnown, freshFor, knownFor })

/** While the storage is away, no links are stopped. */
const areStopped = (links: StoppedLinks, mark: string): Effect.Effect<boolean> =>
  links.find(mark).pipe(
    Effect.timeout(maxWait),
    Effect.orElseSucceed(() => false)
  )

type Head = Parameters<MailPages["atOnce"]>[0]

/** How long keys are used without another look. */
const freshMillis = 2000

const maxAgentLength = 500

const agentOf = ({ header }: Head): string =>
  (header("user-agent") ?? "")
    .slice(0, maxAgentLength)
    .replace(/\p{Cc}+/gu, " ")
    .trim()

/** An open leads nowhere. Undefined if no key of `keys` made the token. */
const readAddress = (keys: DerivedKeys, { kind, token }: TrackedAddress): Click | undefined => {
  if (kind === "click") return readClick(keys, token)
  const email_id = readLinkToken(keys, "open", token)
  return email_id === undefined ? undefined : { email_id, destination: "" }
}

/**
 * Answers `/t/…`: the image that reports an open, and the redirects of tracked links, both without
 * waiting for anything; who asked is recorded afterwards.
 */
export const makeTrackingPages = (
  keys: Effect.Effect<DerivedKeys>,
  owners: HostOwners,
  stopped: StoppedLinks
): Effect.Effect<MailPages, never, Feedback | Scope.Scope> =>
  Effect.gen(function* () {
    const clock = yield* Clock.Clock
    const answerHost = makeHostAnswers(owners)
    const recorder = yield* makeHitRecorder
    const clicks = makeRecentClicks()
    const inBackground = yield* FiberSet.makeRuntime()
    const now = (): number => clock.currentTimeMillisUnsafe()

    let current = yield* keys
    let freshUntil = now() + freshMillis
    let renewal: Fiber.Fiber<void> | undefined

    const readKeys = Effect.map(keys, (found) => {
      current = found
      freshUntil = now() + freshMillis
    })

    /** Callers at the same time share a look. */
    const renew = (): Fiber.Fiber<void> => {
      if (renewal === undefined || renewal.pollUnsafe() !== undefined)
        renewal = inBackground(readKeys)
      return renewal
    }

    const note = (kind: Hit["kind"], { destination, email_id }: Click, agent: string): void => {
      const at = now()
      const hit: Hit = {
        kind,
        email_id,
        link: destination,
        linkKey: kind === "click" ? linkKeyOf(destination) : "",
        agent,
        at,
        machine: undefined
      }
      const others = kind === "click" ? clicks.note(hit) : []
      // The time of its message's acceptance, never later than that of its sending.
      hit.machine = judgeHit({
        kind,
        agent,
        age: at - instantOfId(email_id),
        links: others.length + 1
      })
      if (others.length + 1 >= tooManyLinks)
        for (const other of others) recorder.isMachine(other, "many_links")
      recorder.add(hit)
    }

    const answerTo = ({ kind }: TrackedAddress, read: Click | undefined, head: Head): Answer => {
      const location =
        read === undefined || kind === "open" ? undefined : destinationOf(read.destination)
      if (
        read !== undefined &&
        head.method === "GET" &&
        (kind === "open" || location !== undefined)
      )
        note(kind, read, agentOf(head))
      if (kind === "open") return pixel
      return location === undefined ? brokenLink : redirectTo(location)
    }

    const isRead = ({ method }: Head): boolean => method === "GET" || method === "HEAD"

    const isTheirs =
      ({ kind, token }: TrackedAddress) =>
      (tenantId: string): boolean =>
        kind === "open" || isClickOf(token, tenantId)

    /** Undefined if it has to be looked up. */
    const isKnownAtHome = (address: TrackedAddress, { header }: Head): boolean | undefined => {
      const domain = domainOfTracking(header("host") ?? "")
      if (domain === undefined) return true
      const owner = owners.known(domain, now())
      return owner && (owner.tenant_id === undefined || isTheirs(address)(owner.tenant_id))
    }

    /** Undefined if it has to be looked up. */
    const isKnownStopped = ({ kind, token }: TrackedAddress): boolean | undefined => {
      if (kind === "open") return false
      const mark = tenantMarkOf(token)
      const renewal = stopped.renewal(mark, now())
      if (renewal !== undefined) inBackground(Effect.ignore(renewal))
      return stopped.known(mark, now())
    }

    const isStopped = (address: TrackedAddress): Effect.Effect<boolean> => {
      const known = isKnownStopped(address)
      return known === undefined
        ? areStopped(stopped, tenantMarkOf(address.token))
        : Effect.succeed(known)
    }

    return {
      atOnce: (head) => {
        const address = readTrackedAddress(head.url)
        if (address === undefined) return undefined
        if (!isRead(head)) return otherMethod
        const atHome = isKnownAtHome(address, head)
        if (atHome === undefined) return undefined
        const read = atHome ? readAddress(current, address) : undefined
        if (now() >= freshUntil) {
          // Another process may have made the token with a key that this one hasn't seen.
          if (read === undefined) return undefined
          renew()
        }
        const isOff = read !== undefined && isKnownStopped(address)
        if (isOff === undefined) return undefined
        return isOff ? stoppedLink : answerTo(address, read, head)
      },
      answer: ({ parts }) => {
        const address = readTrackedAddress(parts.url)
        if (address === undefined) return answerHost(parts.method, parts.url)
        return Effect.flatMap(
          Effect.andThen(
            now() < freshUntil ? Effect.void : Fiber.join(renew()),
            isAtHome(owners, parts.header("host"), isTheirs(address))
          ),
          (atHome) => {
            const read = atHome ? readAddress(current, address) : undefined
            return Effect.map(
              read === undefined ? Effect.succeed(false) : isStopped(address),
              (isOff) => (isOff ? stoppedLink : answerTo(address, read, parts))
            )
          }
        )
      }
    }
  })
