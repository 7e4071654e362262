import type { TokenProblem } from "@telemark/contract"
import { Redacted, Result } from "effect"
import type { GrantedToken } from "./TokenClient.js"

const second = 1000
/** If the answer doesn't say it (RFC 6749 5.1): short, and long enough to log in with. */
const usualLife = 300 * second
const maxLife = 86_400 * second

/** RFC 6749 A.12. Base64 makes a third more of it, and a line of AUTH has 12,288 (RFC 4954 4). */
const tokenText = /^[\x21-\x7e]{1,9000}$/
const refreshText = /^[\x20-\x7e]{1,8192}$/

type Members = Readonly<Record<string, unknown>>

const membersOf = (body: string): Members | undefined => {
  try {
    const parsed: unknown = JSON.parse(body)
    return typeof parsed === "object" && parsed !== null && !Array.isArray(parsed)
      ? (parsed as Members)
      : undefined
  } catch {
    return undefined
  }
}

/** Some endpoints write the number as a text. */
const lifeOf = ({ expires_in: given }: Members): number => {
  const seconds = typeof given === "string" && /^\d{1,9}$/.test(given) ? Number(given) : given
  return typeof seconds === "number" && Number.isFinite(seconds) && seconds >= 0
    ? Math.min(Math.floor(seconds) * second, maxLife)
    : usualLife
}

const granted = (members: Members): GrantedToken | undefined => {
  const { access_token: token, refresh_token: refresh, token_type: type = "Bearer" } = members
  if (typeof token !== "string" || !tokenText.test(token)) return undefined
  if (typeof type !== "string" || type.toLowerCase() !== "bearer") return undefined
  return {
    accessToken: Redacted.make(token),
    life: lifeOf(members),
    refreshToken:
      typeof refresh === "string" && refreshText.test(refresh) ? Redacted.make(refresh) : undefined
  }
}

/** RFC 6749 5.2 and 4.1.2.1, and what Google and Microsoft have besides. */
const problems: ReadonlyMap<string, TokenProblem> = new Map<string, TokenProblem>([
  ["invalid_client", "invalid_client"],
  ["unauthorized_client", "invalid_client"],
  ["deleted_client", "invalid_client"],
  ["invalid_grant", "invalid_grant"],
  ["interaction_required", "invalid_grant"],
  ["consent_required", "invalid_grant"],
  ["invalid_scope", "invalid_scope"],
  ["temporarily_unavailable", "unreachable"],
  ["server_error", "unreachable"]
])

const problemOf = (status: number, members: Members | undefined): TokenProblem => {
  if (status >= 500 || status === 408 || status === 429) return "unreachable"
  const error = members?.["error"]
  if (status < 400 || typeof error !== "string") return "unusable_answer"
  return problems.get(error) ?? (status === 401 ? "invalid_client" : "refused")
}

/** Total: whatever an endpoint answers is a token or a problem. */
export const readTokenAnswer = ({
  body,
  status
}: {
  readonly status: number
  readonly body: string
}): Result.Result<GrantedToken, TokenProblem> => {
  const members = membersOf(body)
  const token = status === 200 && members !== undefined ? granted(members) : undefined
  return token === undefined ? Result.fail(problemOf(status, members)) : Result.succeed(token)
}
