import type { TestTelemark } from "@telemark/testing"
import { betterAuth } from "better-auth"
import { getMigrations } from "better-auth/db/migration"
import { emailOTP, magicLink, organization, twoFactor } from "better-auth/plugins"
import type Database from "better-sqlite3"
import { de, en, telemarkEmails } from "../src/index.js"

export const baseURL = "http://fjord.example"

/** A better-auth all of whose functions that send mail are Telemark's. */
export const openAuth = async (database: Database.Database, telemark: TestTelemark) => {
  const emails = telemarkEmails({
    telemark,
    templates: { en, de },
    app: "Fjord",
    invitationUrl: (id) => `${baseURL}/invitations/${id}`
  })
  const auth = betterAuth({
    baseURL,
    database,
    secret: "s".repeat(32),
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
      organization({ sendInvitationEmail: emails.sendInvitationEmail }),
      twoFactor({ otpOptions: { sendOTP: emails.sendOTP } })
    ]
  })
  await (await getMigrations(auth.options)).runMigrations()
  return auth
}
