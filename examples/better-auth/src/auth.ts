import { de, en, telemarkEmails } from "@telemark/better-auth"
import { betterAuth } from "better-auth"
import { getMigrations } from "better-auth/db/migration"
import { emailOTP, magicLink, organization } from "better-auth/plugins"
import type Database from "better-sqlite3"
import type { TenantApi } from "telemark"

export interface AuthOptions {
  readonly database: Database.Database
  readonly telemark: Pick<TenantApi, "emails">
  readonly baseURL: string
  readonly secret: string
}

/** The application's accounts, in its database, whose tables are made if there are none. */
export const openAuth = async ({ baseURL, database, secret, telemark }: AuthOptions) => {
  const emails = telemarkEmails({
    telemark,
    templates: { en, de },
    app: "Fjord",
    invitationUrl: (id) => `${baseURL}/invitations/${id}`
  })
  const auth = betterAuth({
    baseURL,
    database,
    secret,
    telemetry: { enabled: false },
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      sendResetPassword: emails.sendResetPassword,
      onPasswordReset: emails.onPasswordReset,
      onExistingUserSignUp: emails.onExistingUserSignUp
    },
    emailVerification: {
      autoSignInAfterVerification: true,
      sendVerificationEmail: emails.sendVerificationEmail
    },
    user: {
      additionalFields: { locale: { type: "string", required: false } },
      changeEmail: {
        enabled: true,
        sendChangeEmailConfirmation: emails.sendChangeEmailConfirmation
      },
      deleteUser: {
        enabled: true,
        sendDeleteAccountVerification: emails.sendDeleteAccountVerification
      }
    },
    plugins: [
      magicLink({ sendMagicLink: emails.sendMagicLink }),
      emailOTP({ sendVerificationOTP: emails.sendVerificationOTP }),
      organization({ sendInvitationEmail: emails.sendInvitationEmail })
    ]
  })
  await (await getMigrations(auth.options)).runMigrations()
  return auth
}
