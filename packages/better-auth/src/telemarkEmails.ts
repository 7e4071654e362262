import { layout as plainLayout, type Kind, type Layout } from "./layout.js"
import { type Asking, makeSend, type Sender } from "./makeSend.js"
import { type CodeUse, en, type Templates, type Words } from "./templates.js"

export interface TelemarkEmailsOptions {
  /** A Telemark, one of its tenants, or a client of `@telemark/client`. */
  readonly telemark: Sender
  /** The name of the application. */
  readonly app: string
  /** What mail says, by language. The first is for those who read none of them. Default English. */
  readonly templates?: Readonly<Record<string, Templates>> | undefined
  /** How mail looks, or the template of Telemark's that it is made of. */
  readonly layout?: Layout | undefined
  /** `a@example.com` or `Name <a@example.com>`; by default the tenant's sender. */
  readonly from?: string | undefined
  /** Where somebody accepts an invitation: better-auth leaves this page to the application. */
  readonly invitationUrl?: ((id: string) => string) | undefined
}

/** What is read of a user. */
export interface AuthUser {
  readonly email: string
  readonly name: string
  /** Chooses the language, if users of the application have one. */
  readonly locale?: unknown
}

interface Link {
  readonly user: AuthUser
  readonly url: string
  readonly token: string
}

/** What better-auth calls with the request, or with the context of an endpoint. */
type Callback<Data> = (data: Data, asking?: Asking) => Promise<void>

/** All functions of better-auth's options that send mail, by the names that they have there. */
export interface TelemarkEmails {
  readonly sendVerificationEmail: Callback<Link>
  readonly sendResetPassword: Callback<Link>
  /** Says that the password was changed. */
  readonly onPasswordReset: Callback<{ readonly user: AuthUser }>
  /** Says to whom has an account that somebody wanted another; once a day at most. */
  readonly onExistingUserSignUp: Callback<{ readonly user: AuthUser }>
  readonly sendChangeEmailConfirmation: Callback<Link & { readonly newEmail: string }>
  readonly sendDeleteAccountVerification: Callback<Link>
  /** Of the plugin `magicLink`. */
  readonly sendMagicLink: Callback<{
    readonly email: string
    readonly url: string
    readonly token: string
  }>
  /** Of the plugin `emailOTP`. */
  readonly sendVerificationOTP: Callback<{
    readonly email: string
    readonly otp: string
    readonly type: Exclude<CodeUse, "two-factor">
  }>
  /** Of the plugin `twoFactor`, in its `otpOptions`. */
  readonly sendOTP: Callback<{ readonly user: AuthUser; readonly otp: string }>
}

/** With an `invitationUrl`: of the plugin `organization`. */
export interface InvitationEmails {
  readonly sendInvitationEmail: Callback<{
    readonly id: string
    readonly email: string
    readonly invitation: { readonly expiresAt: Date }
    readonly inviter: { readonly user: { readonly name: string } }
    readonly organization: { readonly name: string }
  }>
}

/** What may come again, by chance or because somebody asks once more, comes again a minute later. */
const thisMinute = (): string => String(Math.floor(Date.now() / 60_000))

/**
 * The functions that better-auth calls to send mail. Each resolves once its mail is on disk. When
 * one is called again for the same token, within a day, it sends nothing.
 */
export function telemarkEmails(
  options: TelemarkEmailsOptions & { readonly invitationUrl: (id: string) => string }
): TelemarkEmails & InvitationEmails
export function telemarkEmails(options: TelemarkEmailsOptions): TelemarkEmails
export function telemarkEmails({
  app,
  from,
  invitationUrl,
  layout = plainLayout,
  telemark,
  templates = { en }
}: TelemarkEmailsOptions): TelemarkEmails & Partial<InvitationEmails> {
  const send = makeSend({ app, from, layout, telemark, templates })

  /** A mail to a user, with a link that has a token. */
  const sendLink = (
    kind: Kind,
    { token, url, user }: Link,
    asking: Asking | undefined,
    words: (templates: Templates) => Words
  ): Promise<void> =>
    send({
      kind,
      to: user.email,
      action: { url },
      occasion: [token],
      asking,
      locale: user.locale,
      words
    })

  const emails: TelemarkEmails = {
    sendVerificationEmail: (data, request) =>
      sendLink("verification", data, request, ({ verification }) =>
        verification({ app, name: data.user.name })
      ),
    sendResetPassword: (data, request) =>
      sendLink("password-reset", data, request, ({ passwordReset }) =>
        passwordReset({ app, name: data.user.name })
      ),
    sendChangeEmailConfirmation: (data, request) =>
      sendLink("email-change", data, request, ({ emailChange }) =>
        emailChange({ app, name: data.user.name, newEmail: data.newEmail })
      ),
    sendDeleteAccountVerification: (data, request) =>
      sendLink("account-deletion", data, request, ({ accountDeletion }) =>
        accountDeletion({ app, name: data.user.name })
      ),
    onPasswordReset: ({ user }, request) =>
      send({
        kind: "password-changed",
        to: user.email,
        occasion: [thisMinute()],
        asking: request,
        locale: user.locale,
        words: ({ passwordChanged }) => passwordChanged({ app, name: user.name })
      }),
    onExistingUserSignUp: ({ user }, request) =>
      send({
        kind: "existing-account",
        to: user.email,
        // Whoever knows an address could fill its mailbox otherwise.
        occasion: [],
        asking: request,
        locale: user.locale,
        words: ({ existingAccount }) => existingAccount({ app, name: user.name })
      }),
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
        occasion: [otp, thisMinute()],
        asking: context,
        words: ({ code }) => code({ app, use: type })
      }),
    sendOTP: ({ otp, user }, context) =>
      send({
        kind: "code-two-factor",
        to: user.email,
        action: { code: otp },
        occasion: [otp, thisMinute()],
        asking: context,
        locale: user.locale,
        words: ({ code }) => code({ app, use: "two-factor" })
      })
  }
  if (invitationUrl === undefined) return emails
  return {
    ...emails,
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
