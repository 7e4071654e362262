import {
  button,
  contact,
  expiry,
  fact,
  facts,
  note,
  paragraph,
  sentence,
  when,
  writtenLink
} from "../blocks.js"
import type { StarterMail } from "../document.js"

const device = "Chrome on macOS"
const ip_address = "192.0.2.24"

export const passwordReset: StarterMail = {
  slug: "password-reset",
  name: "Password reset",
  category: "password",
  description: "Lets users choose a new password by a link that expires.",
  subject: (brandName) => `Reset your password for ${brandName}`,
  mail: (look) => ({
    title: "Reset your password",
    preheader: `Choose a new password for ${sentence(`your account at ${look.name}`)}`,
    pieces: [
      paragraph(
        `We received a request to reset the password of ${sentence(`your account at ${look.name}`)}${expiry("The link below")}`
      ),
      button("Choose a new password"),
      writtenLink(look),
      facts(look, [fact("Requested from", "device"), fact("IP address", "ip_address")]),
      note(
        `If you didn’t ask for this, you can ignore this email: your password stays as it is. If it happens again, please ${contact(look)}.`
      )
    ]
  }),
  sample: {
    name: "Ada",
    action_url: "https://example.com/reset?token=5e81f0a2",
    expires_in: "1 hour",
    device,
    ip_address
  }
}

export const passwordChanged: StarterMail = {
  slug: "password-changed",
  name: "Password changed",
  category: "security",
  description: "Tells users that their password was changed, and what to do if it wasn't them.",
  subject: (brandName) => `Your password for ${brandName} was changed`,
  mail: (look) => ({
    title: "Your password was changed",
    preheader: "If this was you, there is nothing to do.",
    pieces: [
      paragraph(
        `The password of your account at ${look.name} was changed. If this was you, there is nothing to do.`
      ),
      facts(look, [
        fact("When", "changed_at"),
        fact("Device", "device"),
        fact("Location", "location"),
        fact("IP address", "ip_address")
      ]),
      paragraph(
        `<strong>Wasn’t it you?</strong> Somebody else may be using your account. Reset your password now, and ${contact(look)}.`
      ),
      when("action_url", button("Secure your account"))
    ]
  }),
  sample: {
    name: "Ada",
    changed_at: "3 May 2026, 14:05 UTC",
    device,
    location: "Lisbon, Portugal",
    ip_address,
    action_url: "https://example.com/security"
  }
}

export const securityAlert: StarterMail = {
  slug: "security-alert",
  name: "New sign-in",
  category: "security",
  description: "Warns users of a sign-in from a device that hasn't been used before.",
  subject: (brandName) =>
    `New sign-in {{#if device}}from {{device}} {{/if}}to your account at ${brandName}`,
  mail: (look) => ({
    title: "New sign-in to your account",
    preheader: "Please check whether this was you.",
    pieces: [
      paragraph(
        `Somebody signed in to your account at ${look.name} from a device that we haven’t seen before.`
      ),
      facts(look, [
        fact("When", "signed_in_at"),
        fact("Device", "device"),
        fact("Location", "location"),
        fact("IP address", "ip_address")
      ]),
      paragraph(
        "If this was you, there is nothing to do. <strong>If it wasn’t,</strong> change your password now, sign out everywhere, " +
          `and ${contact(look)}.`
      ),
      when("action_url", button("Check your account"))
    ]
  }),
  sample: {
    name: "Ada",
    signed_in_at: "3 May 2026, 14:05 UTC",
    device,
    location: "Lisbon, Portugal",
    ip_address,
    action_url: "https://example.com/security"
  }
}
