import { createHash } from "node:crypto"
import type { BetterAuthOptions, User } from "better-auth"
import type { EmailOTPOptions, MagicLinkOptions, OrganizationOptions } from "better-auth/plugins"
import type { TenantApi } from "telemark"
import { layout, type Layout } from "./layout.js"
import { chooseLocale } from "./locale.js"
import type { Templates, Words } from "./templates.js"

export interface TelemarkEmailsOptions {
  /** A Telemark, or one of its tenants. */
  readonly telemark: Pick<TenantApi, "emails">
  /** What mail says, by language. The first is for those who read none of them. */
  readonly templates: Readonly<Record<string, Templates>>
  /** The name of the application. */
  readonly app: string
  /** Where somebody accepts an invitation: better-auth leaves this page to the application. */
  readonly invitationUrl: (id: string) => string
}

/** All functions of better-auth's options that send mail. */
export interface TelemarkEmails {
  readonly sendVerificationEmail: Callback<"emailVerification", "sendVerificationEmail">
  readonly sendResetPassword: Callback<"emailAndPassword", "sendResetPassword">
  readonly sendChangeEmailConfirmation: NonNullable<
    UserOptions<"changeEmail">["sendChangeEmailConfirmation"]
  >
  readonly sendDeleteAccountVerification: NonNullable<
    UserOptions<"deleteUser">["sendDeleteAccountVerification"]
  >
  readonly sendMagicLink: MagicLinkOptions["sendMagicLink"]
  readonly sendVerificationOTP: EmailOTPOptions["sendVerificationOTP"]
  readonly sendInvitationEmail: NonNullable<OrganizationOptions["sendInvitationEmail"]>
}

type Options<Key extends keyof BetterAuthOptions> = NonNullable<BetterAuthOptions[Key]>
type Callback<Key extends keyof BetterAuthOptions, Name extends keyof Options<Key>> = NonNullable<
  Options<Key>[Name]
>
type UserOptions<Key extends keyof Options<"user">> = NonNullable<Options<"user">[Key]>

/** The request of an endpoint, or its context, in which calls from the server have just headers. */
interface Asking {
  readonly headers?: Headers | undefined
}

interface Mail {
  readonly kind: string
  readonly to: string
  readonly action: Layout["action"]
  /** What tells one occasion from another; the token, mostly. */
  readonly occasion: ReadonlyArray<string>
  readonly asking: Asking | undefined
  /** The locale that a user has chosen, if users of the application have one. */
  readonly locale?: unknown
  readonly words: (templates: Templates) => Words
}

/**
 * The functions that better-auth calls to send mail. Each resolves once its mail is on disk. When
 * one is called again for the same token, within a day, it sends nothing.
 */
export const telemarkEmails = ({
  app,
  invitationUrl,
  telemark,
  templates
}: TelemarkEmailsOptions): TelemarkEmails => {
  const [first, ...others] = Object.keys(templates)
  if (first === undefined) throw new TypeError("templates: at least one language is needed")

  const send = async (mail: Mail): Promise<void> => {
    const wanted =
      typeof mail.locale === "string" ? mail.locale : mail.asking?.headers?.get("accept-language")
    const locale = chooseLocale([first, ...others], wanted)
    const language = templates[locale]
    if (language === undefined) throw new TypeError(`templates: nothing for ${locale}`)
    // The key is kept where more people look than at the mail: the token isn't to be read there.
    const idempotencyKey = createHash("sha256")
      .update(JSON.stringify([mail.kind, mail.to, ...mail.occasion]))
      .digest("base64url")
    await telemark.emails.send(
      {
        to: mail.to,
        ...layout({
          locale,
          words: mail.words(language),
          action: mail.action,
          footer: language.unexpected
        }),
        tags: { auth: mail.kind },
        // A token is nobody else's business: its link leads straight to the application.
        track: { opens: false, clicks: false }
      },
      { idempotencyKey }
    )
  }

  /** A mail to a user, with a link that has a token. */
  const toUser = (
    kind: string,
    { token, url, user }: { readonly user: User; readonly url: string; readonly token: string },
    asking: Asking | undefined,
    words: Mail["words"]
  ) =>
    send({
      kind,
      to: user.email,
      action: { url },
      occasion: [token],
      asking,
      locale: "locale" in user ? user.locale : undefined,
      words
    })

  return {
    sendVerificationEmail: (data, request) =>
      toUser("verification", data, request, ({ verification }) =>
        verification({ app, name: data.user.name })
      ),
    sendResetPassword: (data, request) =>
      toUser("password-reset", data, request, ({ passwordReset }) =>
        passwordReset({ app, name: data.user.name })
      ),
    sendChangeEmailConfirmation: (data, request) =>
      toUser("email-change", data, request, ({ emailChange }) =>
        emailChange({ app, name: data.user.name, newEmail: data.newEmail })
      ),
    sendDeleteAccountVerification: (data, request) =>
      toUser("account-deletion", data, request, ({ accountDeletion }) =>
        accountDeletion({ app, name: data.user.name })
      ),
    sendMagicLink: ({ email, token, url }, context) =>
      send({
        kind: "magic-link",
        to: email,
        action: { url },
        occasion: [token],
        asking: context,
        words: ({ magicLink }) => magicLink({ app })
      }),
    sendVerificationOTP: ({ email, otp, type }, context) =>
      send({
        kind: `code-${type}`,
        to: email,
        action: { code: otp },
        // A code may come again: by chance, or because the user asked for it once more.
        occasion: [otp, String(Math.floor(Date.now() / 60_000))],
        asking: context,
        words: ({ code }) => code({ app, use: type })
      }),
    sendInvitationEmail: ({ email, id, invitation, inviter, organization }, request) =>
      send({
        kind: "invitation",
        to: email,
        action: { url: invitationUrl(id) },
        // An invitation that is sent again lasts longer.
        occasion: [id, invitation.expiresAt.toISOString()],
        asking: request,
        words: (language) =>
          language.invitation({ app, inviter: inviter.user.name, organization: organization.name })
      })
  }
}
