import {
  button,
  contact,
  fact,
  facts,
  note,
  paragraph,
  purchase,
  quantities,
  sentence,
  when
} from "../blocks.js"
import type { StarterMail } from "../document.js"

const items = [
  { name: "Canvas tote bag, natural", quantity: 2, price: "€36.00" },
  { name: "Enamel mug", price: "€14.50" }
]

const total = { label: "Total", value: "{{total}}", when: "total", strong: true } as const

export const receipt: StarterMail = {
  slug: "receipt",
  name: "Receipt",
  category: "receipt",
  description: "Confirms a payment, with what was paid for.",
  subject: (brandName) =>
    `Your receipt {{#if receipt_number}}{{receipt_number}} {{/if}}from ${brandName}`,
  mail: (look) => ({
    title: "Your receipt",
    heading: "Thank you for your payment",
    preheader: `${sentence(`Thank you for your payment to ${look.name}`)}{{#if total}} Total: {{total}}.{{/if}}`,
    pieces: [
      paragraph(
        `${sentence(`This is your receipt from ${look.name}`)} Please keep it for your records.`
      ),
      facts(look, [
        fact("Receipt number", "receipt_number"),
        fact("Date paid", "paid_at"),
        fact("Payment method", "payment_method")
      ]),
      purchase(look, "items", [fact("Subtotal", "subtotal"), fact("Tax", "tax"), total]),
      when("action_url", button("View receipt")),
      note(`Is anything not as it should be? Please ${contact(look)}.`)
    ]
  }),
  sample: {
    name: "Ada",
    receipt_number: "R-2026-0117",
    paid_at: "3 May 2026",
    payment_method: "Visa ending in 4242",
    items,
    subtotal: "€50.50",
    tax: "€9.60",
    total: "€60.10",
    action_url: "https://example.com/receipts/R-2026-0117"
  }
}

export const orderConfirmation: StarterMail = {
  slug: "order-confirmation",
  name: "Order confirmation",
  category: "order",
  description: "Confirms an order, with its items and where they will be sent.",
  subject: (brandName) => `Your order{{#if order_number}} {{order_number}}{{/if}} at ${brandName}`,
  mail: (look) => ({
    title: "Thank you for your order",
    preheader: "We have received your order and are getting it ready.",
    pieces: [
      paragraph(
        "We have received your order and are getting it ready. You will hear from us as soon as it is on its way."
      ),
      facts(look, [
        fact("Order number", "order_number"),
        fact("Ordered on", "ordered_at"),
        fact("Expected", "delivery_estimate"),
        {
          label: "Ship to",
          value: '<span style="white-space:pre-line">{{shipping_address}}</span>',
          when: "shipping_address"
        }
      ]),
      purchase(look, "items", [
        fact("Subtotal", "subtotal"),
        fact("Shipping", "shipping"),
        fact("Tax", "tax"),
        total
      ]),
      when("action_url", button("View order")),
      note(`Would you like to change something? Please ${contact(look)}.`)
    ]
  }),
  sample: {
    name: "Ada",
    order_number: "10482",
    ordered_at: "3 May 2026",
    delivery_estimate: "6 to 8 May 2026",
    shipping_address: "Ada Lovelace, 12 Example Street, 1100-148 Lisbon, Portugal",
    items,
    subtotal: "€50.50",
    shipping: "€4.90",
    tax: "€9.60",
    total: "€65.00",
    action_url: "https://example.com/orders/10482"
  }
}

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
