interface Preset {
  readonly name: string
  readonly host: string
  readonly port: number
  /** What this provider wants as the user name, if it is the same for all. */
  readonly username?: string
  /** Where access tokens come from, if they do. */
  readonly oauth2?: { readonly token_url: string; readonly scope: string }
}

/** Providers whose servers are known; `custom` is any other server. */
export const presets: Readonly<Record<string, Preset>> = {
  custom: { name: "", host: "", port: 587 },
  ses: { name: "Amazon SES", host: "email-smtp.eu-west-1.amazonaws.com", port: 587 },
  sendgrid: { name: "SendGrid", host: "smtp.sendgrid.net", port: 587, username: "apikey" },
  mailgun: { name: "Mailgun", host: "smtp.mailgun.org", port: 587 },
  postmark: { name: "Postmark", host: "smtp.postmarkapp.com", port: 587 },
  resend: { name: "Resend", host: "smtp.resend.com", port: 587, username: "resend" },
  brevo: { name: "Brevo", host: "smtp-relay.brevo.com", port: 587 },
  mailjet: { name: "Mailjet", host: "in-v3.mailjet.com", port: 587 },
  sparkpost: {
    name: "SparkPost",
    host: "smtp.sparkpostmail.com",
    port: 587,
    username: "SMTP_Injection"
  },
  gmail: {
    name: "Gmail",
    host: "smtp.gmail.com",
    port: 587,
    oauth2: {
      token_url: "https://oauth2.googleapis.com/token",
      scope: "https://mail.google.com/"
    }
  },
  microsoft365: {
    name: "Microsoft 365",
    host: "smtp.office365.com",
    port: 587,
    oauth2: {
      token_url: "https://login.microsoftonline.com/…/oauth2/v2.0/token",
      scope: "https://outlook.office365.com/.default"
    }
  }
}
