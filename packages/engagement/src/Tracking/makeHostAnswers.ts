import { aliasName, DomainStore, type StorageError, toAsciiDomain } from "@telemark/core"
import type { Answer } from "@telemark/http"
import { Cache, Duration, Effect, Exit } from "effect"
import { nameOfTracking, noNameOfTracking, otherMethod } from "./trackingAnswers.js"

const path = /^\/t\/host(?:\?([^#]*)|$)/

/** A DNS name has at most 253 characters. */
const maxNameLength = 260

/** Answers that are remembered, and for how long. */
const maxKnown = 10_000
const knownFor = Duration.minutes(1)

const prefix = aliasName("tracking", "")

/** The tenant's domain whose name for tracking this is, in A-labels. */
const domainIn = (query: string): string | undefined => {
  const name = new URLSearchParams(query).get("domain")?.toLowerCase()
  return name === undefined || name.length > maxNameLength || !name.startsWith(prefix)
    ? undefined
    : toAsciiDomain(name.slice(prefix.length))
}

/**
 * Answers `/t/host?domain=track.shop.example`: 200 if a tenant has verified that name for tracking,
 * 404 otherwise. A reverse proxy asks it before it gets a certificate for the name. Undefined for
 * other addresses.
 */
export const makeHostAnswers: Effect.Effect<
  (method: string, url: string) => Effect.Effect<Answer, StorageError> | undefined,
  never,
  DomainStore
> = Effect.gen(function* () {
  const store = yield* DomainStore
  const isVerified = yield* Cache.makeWith({
    capacity: maxKnown,
    timeToLive: (exit) => (Exit.isSuccess(exit) ? knownFor : Duration.zero),
    lookup: (domain: string) =>
      Effect.map(store.findOwned(domain), (found) => found?.tracking_verified === true)
  })
  return (method, url) => {
    const asked = path.exec(url)
    if (asked === null) return undefined
    if (method !== "GET" && method !== "HEAD") return Effect.succeed(otherMethod)
    const domain = domainIn(asked[1] ?? "")
    if (domain === undefined) return Effect.succeed(noNameOfTracking)
    return Effect.map(isVerified.get(domain), (verified) =>
      verified ? nameOfTracking : noNameOfTracking
    )
  }
})
