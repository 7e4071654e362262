import {
  button,
  code,
  contact,
  expiry,
  fact,
  facts,
  note,
  paragraph,
  quote,
  sentence,
  steps,
  when,
  writtenLink
} from "../blocks.js"
import { actionOnWebsite, type StarterMail } from "../document.js"

export const welcome: StarterMail = {
  slug: "welcome",
  name: "Welcome",
  category: "welcome",
  description: "Greets new users and shows them where to begin.",
  subject: (brandName) => `Welcome to ${brandName}`,
  mail: (look) => ({
    title: `Welcome to ${look.name}`,
    preheader: "Your account is ready. Here is where to begin.",
    pieces: [
      paragraph("Thank you for joining us. Your account is ready, and you can start right away."),
      when("steps", paragraph("A good way to begin:"), steps("steps")),
      when("action_url", button("Get started")),
      note(`If you have a question, please ${contact(look)}. We are glad to help.`)
    ]
  }),
  defaults: actionOnWebsite,
  sample: {
    name: "Ada",
    steps: ["Complete your profile", "Invite your team", "Create your first project"],
    action_url: "https://example.com/start"
  }
}

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
      paragraph(`${sentence(`Enter this code to continue to ${look.name}`)}${expiry("It")}`),
      code(look, "{{code}}"),
      facts(look, [fact("Requested from", "device"), fact("IP address", "ip_address")]),
      note(
        `Never share this code: nobody from ${look.name} will ask you for it. If you didn’t request it, somebody may know your ` +
          `password. Please change it, and ${contact(look)} if you need help.`
      )
    ]
  }),
  sample: {
    name: "Ada",
    code: "482913",
    expires_in: "10 minutes",
    device: "Safari on iPhone",
    ip_address: "192.0.2.24"
  }
}

const place = (brandName: string): string => `{{#if team_name}}{{team_name}} on {{/if}}${brandName}`

export const teamInvitation: StarterMail = {
  slug: "team-invitation",
  name: "Team invitation",
  category: "invitation",
  description: "Invites somebody to join a team.",
  subject: (brandName) => `{{inviter_name}} invited you to join ${place(brandName)}`,
  mail: (look) => ({
    title: "You are invited",
    heading: `Join ${place(look.name)}`,
    preheader: sentence(`Accept the invitation to join ${place(look.name)}`),
    pieces: [
      paragraph(
        "<strong>{{inviter_name}}</strong>{{#if inviter_email}} ({{inviter_email}}){{/if}} has invited you to join " +
          `${place(look.name)}{{#if role}} as {{role}}.{{else}}${look.name.endsWith(".") ? "" : "."}{{/if}}`
      ),
      when("message", quote(look, "{{message}}")),
      button("Accept invitation"),
      writtenLink(look),
      note(
        "{{#if expires_in}}The invitation is open for {{expires_in}}. {{/if}}" +
          "If you weren’t expecting it, you can ignore this email: nobody is added without accepting."
      )
    ]
  }),
  defaults: () => ({ inviter_name: "A colleague" }),
  sample: {
    name: "Ada",
    inviter_name: "Grace Hopper",
    inviter_email: "grace@example.com",
    team_name: "Compiler Crew",
    role: "an editor",
    message: "We moved our planning here. Come and have a look!",
    action_url: "https://example.com/invitations/81c2e5",
    expires_in: "7 days"
  }
}
