import {
  button,
  greeting,
  heading,
  note,
  paragraph,
  quote,
  sentence,
  when,
  writtenLink
} from "../blocks.js"
import { type StarterMail, withoutDefaults } from "../document.js"

const place = (brandName: string): string => `{{#if team_name}}{{team_name}} on {{/if}}${brandName}`

export const teamInvitation: StarterMail = {
  slug: "team-invitation",
  name: "Team invitation",
  category: "invitation",
  description: "Invites somebody to join a team.",
  subject: (brandName) => `{{inviter_name}} invited you to join ${place(brandName)}`,
  mail: (look) => ({
    title: "You are invited",
    preheader: sentence(`Accept the invitation to join ${place(look.name)}`),
    pieces: [
      heading(`Join ${place(look.name)}`),
      greeting,
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
  variables: () => ({
    inviter_name: "A colleague",
    ...withoutDefaults(
      "name",
      "inviter_email",
      "team_name",
      "role",
      "message",
      "action_url",
      "expires_in"
    )
  }),
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
