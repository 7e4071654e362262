import { createHash, timingSafeEqual } from "node:crypto"
import type { Mount } from "telemark"
import { telemark } from "./telemark"

const { STAFF_PASSWORD } = process.env

const digest = (text: string) => createHash("sha256").update(text).digest()

/**
 * Whether a request carries the password of the staff, as browsers send it once they have asked for
 * it. Your application has its own sessions.
 */
const isStaff = (request: Request): boolean =>
  STAFF_PASSWORD !== undefined &&
  timingSafeEqual(
    digest(request.headers.get("authorization") ?? ""),
    digest(`Basic ${Buffer.from(`staff:${STAFF_PASSWORD}`).toString("base64")}`)
  )

const open = async (): Promise<Pick<Mount, "fetch">> => {
  const mount = (await telemark())
    .dashboard<Request>({
      authorize: (request) =>
        isStaff(request)
          ? { tenant: "default", scopes: ["email:read", "suppression:read"], name: "Staff" }
          : null
    })
    .at("/mail")
  const locked = () =>
    new Response(null, { status: 401, headers: { "www-authenticate": 'Basic realm="mail"' } })
  return {
    fetch: (request) => (isStaff(request) ? mount.fetch(request) : Promise.resolve(locked()))
  }
}

// Made once, as Telemark itself.
const kept = globalThis as typeof globalThis & { dashboard?: ReturnType<typeof open> }

/** The dashboard below `/mail`. */
export const dashboard = () => (kept.dashboard ??= open())
