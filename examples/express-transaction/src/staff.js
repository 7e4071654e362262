import { createHash, timingSafeEqual } from "node:crypto"

const digest = (text) => createHash("sha256").update(text).digest()

/**
 * Whether a request carries the password of the staff, as browsers send it once they have asked for
 * it. Your application has its own sessions.
 */
export const isStaff = (authorization, password) =>
  password !== undefined &&
  timingSafeEqual(
    digest(authorization ?? ""),
    digest(`Basic ${Buffer.from(`staff:${password}`).toString("base64")}`)
  )
