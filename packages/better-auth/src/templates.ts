/** What a mail says. The layout makes html and text of it. */
export interface Words {
  readonly subject: string
  readonly text: string
  /** What the button says, in mail with a link. */
  readonly button?: string | undefined
  /** Ends this mail, instead of `unexpected`. */
  readonly footer?: string | undefined
}

/** What a code is for. */
export type CodeUse =
  | "sign-in"
  | "email-verification"
  | "forget-password"
  | "change-email"
  | "two-factor"

/** What there is to say in one language. `app` is the name of the application. */
export interface Templates {
  readonly verification: (values: { readonly app: string; readonly name: string }) => Words
  readonly passwordReset: (values: { readonly app: string; readonly name: string }) => Words
  /** The password was changed: there is nothing to do. */
  readonly passwordChanged: (values: { readonly app: string; readonly name: string }) => Words
  /** Somebody wanted to sign up with the address of a user. */
  readonly existingAccount: (values: { readonly app: string; readonly name: string }) => Words
  readonly emailChange: (values: {
    readonly app: string
    readonly name: string
    readonly newEmail: string
  }) => Words
  readonly accountDeletion: (values: { readonly app: string; readonly name: string }) => Words
  readonly magicLink: (values: { readonly app: string }) => Words
  readonly code: (values: { readonly app: string; readonly use: CodeUse }) => Words
  readonly invitation: (values: {
    readonly app: string
    readonly inviter: string
    readonly organization: string
  }) => Words
  /** Ends every mail that has no footer of its own. */
  readonly unexpected: string
}

export const en: Templates = {
  verification: ({ app, name }) => ({
    subject: `Confirm your address for ${app}`,
    text: `Hello ${name}, please confirm that this address is yours.`,
    button: "Confirm my address"
  }),
  passwordReset: ({ app, name }) => ({
    subject: `Choose a new password for ${app}`,
    text: `Hello ${name}, you may choose a new password.`,
    button: "Choose a password"
  }),
  passwordChanged: ({ app, name }) => ({
    subject: `Your password for ${app} was changed`,
    text: `Hello ${name}, your password was changed.`,
    footer: "If it wasn't you, choose a new password at once."
  }),
  existingAccount: ({ app, name }) => ({
    subject: `You have an account at ${app} already`,
    text: `Hello ${name}, somebody wanted to sign up with this address, which has an account. If it was you, sign in instead, or choose a new password.`
  }),
  emailChange: ({ app, name, newEmail }) => ({
    subject: `Change your address for ${app}`,
    text: `Hello ${name}, your address is to become ${newEmail}.`,
    button: "Change my address"
  }),
  accountDeletion: ({ app, name }) => ({
    subject: `Delete your account at ${app}`,
    text: `Hello ${name}, your account and all its data are to be deleted. This can't be undone.`,
    button: "Delete my account"
  }),
  magicLink: ({ app }) => ({
    subject: `Sign in to ${app}`,
    text: "This link signs you in once.",
    button: "Sign in"
  }),
  code: ({ app, use }) => ({
    subject: {
      "sign-in": `Your code to sign in to ${app}`,
      "email-verification": `Your code to confirm your address for ${app}`,
      "forget-password": `Your code for a new password for ${app}`,
      "change-email": `Your code to change your address for ${app}`,
      "two-factor": `Your code to finish signing in to ${app}`
    }[use],
    text: "Enter this code where you were asked for it. Tell it to nobody."
  }),
  invitation: ({ app, inviter, organization }) => ({
    subject: `You are invited to ${organization} on ${app}`,
    text: `${inviter} invites you to ${organization}.`,
    button: "See the invitation"
  }),
  unexpected: "If you didn't expect this mail, ignore it: nothing happens."
}

export const de: Templates = {
  verification: ({ app, name }) => ({
    subject: `Bestätige deine Adresse bei ${app}`,
    text: `Hallo ${name}, bitte bestätige, dass diese Adresse dir gehört.`,
    button: "Adresse bestätigen"
  }),
  passwordReset: ({ app, name }) => ({
    subject: `Wähle ein neues Passwort bei ${app}`,
    text: `Hallo ${name}, du kannst ein neues Passwort wählen.`,
    button: "Passwort wählen"
  }),
  passwordChanged: ({ app, name }) => ({
    subject: `Dein Passwort bei ${app} wurde geändert`,
    text: `Hallo ${name}, dein Passwort wurde geändert.`,
    footer: "Wenn du das nicht warst, wähle sofort ein neues Passwort."
  }),
  existingAccount: ({ app, name }) => ({
    subject: `Du hast schon ein Konto bei ${app}`,
    text: `Hallo ${name}, jemand wollte sich mit dieser Adresse registrieren, die schon ein Konto hat. Wenn du es warst, melde dich mit ihm an, oder wähle ein neues Passwort.`
  }),
  emailChange: ({ app, name, newEmail }) => ({
    subject: `Ändere deine Adresse bei ${app}`,
    text: `Hallo ${name}, deine Adresse soll künftig ${newEmail} sein.`,
    button: "Adresse ändern"
  }),
  accountDeletion: ({ app, name }) => ({
    subject: `Lösche dein Konto bei ${app}`,
    text: `Hallo ${name}, dein Konto soll mit allen Daten gelöscht werden. Das lässt sich nicht rückgängig machen.`,
    button: "Konto löschen"
  }),
  magicLink: ({ app }) => ({
    subject: `Anmeldung bei ${app}`,
    text: "Mit diesem Link meldest du dich einmal an.",
    button: "Anmelden"
  }),
  code: ({ app, use }) => ({
    subject: {
      "sign-in": `Dein Code zur Anmeldung bei ${app}`,
      "email-verification": `Dein Code zur Bestätigung deiner Adresse bei ${app}`,
      "forget-password": `Dein Code für ein neues Passwort bei ${app}`,
      "change-email": `Dein Code zur Änderung deiner Adresse bei ${app}`,
      "two-factor": `Dein Code, mit dem du die Anmeldung bei ${app} abschließt`
    }[use],
    text: "Gib diesen Code dort ein, wo du danach gefragt wirst. Verrate ihn niemandem."
  }),
  invitation: ({ app, inviter, organization }) => ({
    subject: `Einladung zu ${organization} bei ${app}`,
    text: `${inviter} lädt dich zu ${organization} ein.`,
    button: "Einladung ansehen"
  }),
  unexpected: "Wenn du diese Mail nicht erwartet hast, ignoriere sie: Dann geschieht nichts."
}
