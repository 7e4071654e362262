import type { StorageError } from "@telemark/contract"
import type { Answer } from "@telemark/http"
import { Effect } from "effect"
import { domainOfTracking, type HostOwners } from "./hostOwners.js"
import { nameOfTracking, noNameOfTracking, otherMethod } from "./trackingAnswers.js"

const path = /^\/t\/host(?:\?([^#]*)|$)/

/**
 * Answers `/t/host?domain=track.shop.example`: 200 if a tenant has verified that name for tracking,
 * 404 otherwise. A reverse proxy asks it before it gets a certificate for the name. Undefined for
 * other addresses.
 */
export const makeHostAnswers =
  (owners: HostOwners) =>
  (method: string, url: string): Effect.Effect<Answer, StorageError> | undefined => {
    const asked = path.exec(url)
    if (asked === null) return undefined
    if (method !== "GET" && method !== "HEAD") return Effect.succeed(otherMethod)
    const name = new URLSearchParams(asked[1] ?? "").get("domain") ?? ""
    const domain = name.includes(":") ? undefined : domainOfTracking(name)
    if (domain === undefined) return Effect.succeed(noNameOfTracking)
    return Effect.map(owners.find(domain), ({ isVerified }) =>
      isVerified ? nameOfTracking : noNameOfTracking
    )
  }
