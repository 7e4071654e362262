import {
  button,
  code,
  contact,
  expiry,
  fact,
  facts,
  greeting,
  heading,
  note,
  paragraph,
  sentence,
  writtenLink
} from "../blocks.js"
import { type StarterMail, withoutDefaults } from "../document.js"

export const verifyEmail: StarterMail = {
  slug: "verify-email",
  name: "Verify email address",
  category: "verification",
  description: "Asks new users to confirm that an email address is theirs.",
  subject: (brandName) => `Confirm your email address for ${brandName}`,
  mail: (look) => ({
    title: "Confirm your email address",
    preheader: `One click, and your account at ${look.name} is ready.`,
    pieces: [
      heading("Confirm your email address"),
      greeting,
      paragraph(
        `Please confirm that this address is yours, so that we know where to reach you.${expiry("The link")}`
      ),
      button("Confirm email address"),
      writtenLink(look),
      note(
        `If you didn’t sign up for ${look.name}, you can ignore this email. Nothing happens unless the address is confirmed.`
      )
    ]
  }),
  variables: () => withoutDefaults("name", "action_url", "expires_in"),
  sample: {
    name: "Ada",
    action_url: "https://example.com/verify?token=3f9a1c7e",
    expires_in: "24 hours"
  }
}

export const magicLink: StarterMail = {
  slug: "magic-link",
  name: "Magic link",
  category: "sign-in",
  description: "Signs users in by a link, without a password.",
  subject: (brandName) => `Your sign-in link for ${brandName}`,
  mail: (look) => ({
    title: `Sign in to ${look.name}`,
    preheader: `${sentence(`Use this link to sign in to ${look.name}`)} No password needed.`,
    pieces: [
      heading(`Sign in to ${look.name}`),
      greeting,
      paragraph(
        `Here is the link you asked for. It signs you in without a password.${expiry("It")}`
      ),
      button("Sign in"),
      writtenLink(look),
      facts(look, [fact("Requested from", "device"), fact("IP address", "ip_address")]),
      note(
        "If you didn’t ask for this link, you can ignore this email: nobody can sign in without it. Please don’t forward it."
      )
    ]
  }),
  variables: () => withoutDefaults("name", "action_url", "expires_in", "device", "ip_address"),
  sample: {
    name: "Ada",
    action_url: "https://example.com/sign-in?token=b7d20e94",
    expires_in: "15 minutes",
    device: "Firefox on Linux",
    ip_address: "192.0.2.24"
  }
}

export const oneTimeCode: StarterMail = {
  slug: "one-time-code",
  name: "One-time code",
  category: "sign-in",
  description: "Sends a short code that confirms a sign-in.",
  subject: (brandName) => `Your code for ${brandName}: {{code}}`,
  mail: (look) => ({
    title: "Your code",
    preheader: sentence(`Enter this code to continue to ${look.name}`),
    pieces: [
      heading("Your code"),
      greeting,
      paragraph(`${sentence(`Enter this code to continue to ${look.name}`)}${expiry("It")}`),
      code(look, "{{code}}"),
      facts(look, [fact("Requested from", "device"), fact("IP address", "ip_address")]),
      note(
        `Never share this code: nobody from ${look.name} will ask you for it. If you didn’t request it, somebody may know your ` +
          `password. Please change it, and ${contact(look)} if you need help.`
      )
    ]
  }),
  variables: () => withoutDefaults("name", "code", "expires_in", "device", "ip_address"),
  sample: {
    name: "Ada",
    code: "482913",
    expires_in: "10 minutes",
    device: "Safari on iPhone",
    ip_address: "192.0.2.24"
  }
}
