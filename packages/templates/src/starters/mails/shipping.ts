import { button, greeting, heading, note, paragraph, quantities, when } from "../layout/blocks.js"
import { fact, facts } from "../layout/tables.js"
import { type StarterMail, withoutDefaults } from "./StarterMail.js"
import { contact } from "./sentences.js"

export const shippingUpdate: StarterMail = {
  slug: "shipping-update",
  name: "Shipping update",
  category: "shipping",
  description: "Tells customers that their order is on its way, and how to follow it.",
  subject: (brandName) =>
    `Your order{{#if order_number}} {{order_number}}{{/if}} from ${brandName} is on its way`,
  mail: (look) => ({
    title: "Your order is on its way",
    preheader:
      "{{#if delivery_estimate}}Expected: {{delivery_estimate}}.{{else}}It has left our hands and is coming to you.{{/if}}",
    pieces: [
      heading("Your order is on its way"),
      greeting,
      paragraph("Good news: your order has been sent{{#if carrier}} with {{carrier}}{{/if}}."),
      facts(look, [
        fact("Order number", "order_number"),
        fact("Expected", "delivery_estimate"),
        fact("Tracking number", "tracking_number")
      ]),
      when("items", paragraph("In this parcel:"), quantities("items")),
      when("action_url", button("Track your parcel")),
      note(
        `Tracking may take a few hours to show where the parcel is. If you have a question, please ${contact(look)}.`
      )
    ]
  }),
  variables: () =>
    withoutDefaults(
      "name",
      "order_number",
      "carrier",
      "delivery_estimate",
      "tracking_number",
      "items",
      "action_url"
    ),
  sample: {
    name: "Ada",
    order_number: "10482",
    carrier: "Example Post",
    delivery_estimate: "6 to 8 May 2026",
    tracking_number: "EX 4821 9930 17",
    items: [{ name: "Canvas tote bag, natural", quantity: 2 }, { name: "Enamel mug" }],
    action_url: "https://example.com/track/4821993017"
  }
}
