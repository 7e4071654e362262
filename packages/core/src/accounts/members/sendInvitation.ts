import { Effect } from "effect"
import { Emails } from "../../sending/emails/Emails.js"
import type { Principal } from "../apiKeys/ApiKey.js"
import type { MemberRecord } from "./Member.js"

/** Not that of the user of a machine. */
const nameOf = (actor: Principal["actor"]): string | null | undefined =>
  actor?.kind === "command_line" ? undefined : actor?.name

/**
 * Whether an invitation is on its way, as mail of the caller's tenant. It carries no secret:
 * whoever may read the tenant's mail would be able to sign in with it.
 */
export const sendInvitation = (publicUrl: string | undefined) =>
  Effect.map(
    Emails,
    (emails) =>
      (
        { actor, tenant }: Principal,
        { email, tenant_id }: MemberRecord
      ): Effect.Effect<boolean> => {
        if (publicUrl === undefined) return Effect.succeed(false)
        const where = tenant_id === null ? "Telemark" : `Telemark for ${tenant.name}`
        const text = [
          `${nameOf(actor) ?? "An administrator"} invites you to the dashboard of ${where}.`,
          `Sign in within seven days: ${publicUrl}/`,
          "If you don't expect this mail, ignore it."
        ].join("\n\n")
        const subject = `You are invited to ${where}`
        return emails.send(tenant, { to: email, subject, text }).pipe(
          Effect.as(true),
          Effect.catchCause((cause) =>
            Effect.as(Effect.logInfo("an invitation could not be sent", cause), false)
          )
        )
      }
  )
