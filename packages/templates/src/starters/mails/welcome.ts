import { button, contact, greeting, heading, note, paragraph, steps, when } from "../blocks.js"
import { type StarterMail, withoutDefaults } from "../document.js"

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
      heading(`Welcome to ${look.name}`),
      greeting,
      paragraph("Thank you for joining us. Your account is ready, and you can start right away."),
      when("steps", paragraph("A good way to begin:"), steps("steps")),
      when("action_url", button("Get started")),
      note(`If you have a question, please ${contact(look)}. We are glad to help.`)
    ]
  }),
  variables: ({ website_url }) => ({
    ...withoutDefaults("name", "steps"),
    action_url: website_url ?? ""
  }),
  sample: {
    name: "Ada",
    steps: ["Complete your profile", "Invite your team", "Create your first project"],
    action_url: "https://example.com/start"
  }
}
