import { button, contact, fact, facts, note, paragraph, sentence, when } from "../blocks.js"
import { actionOnWebsite, type StarterMail } from "../document.js"

const sample = {
  name: "Ada",
  plan_name: "Team",
  payment_method: "Visa ending in 4242",
  action_url: "https://example.com/billing"
}

const plan = "{{#if plan_name}}{{plan_name}} subscription{{else}}subscription{{/if}}"

export const subscriptionStarted: StarterMail = {
  slug: "subscription-started",
  name: "Subscription started",
  category: "subscription",
  description: "Confirms a new subscription, with its price and when it renews.",
  subject: (brandName) => `Your ${plan} with ${brandName} has started`,
  mail: (look) => ({
    title: "Your subscription has started",
    heading: `Your ${plan} has started`,
    preheader: sentence(`Thank you for subscribing to ${look.name}`),
    pieces: [
      paragraph(
        `${sentence(`Thank you for subscribing to ${look.name}`)} Everything in your plan is ready for you.`
      ),
      facts(look, [
        fact("Plan", "plan_name"),
        fact("Price", "price"),
        fact("Next payment", "renews_at"),
        fact("Payment method", "payment_method")
      ]),
      when("action_url", button("Manage subscription")),
      note(`If you have a question about your subscription, please ${contact(look)}.`)
    ]
  }),
  sample: { ...sample, price: "€24.00 per month", renews_at: "3 June 2026" }
}

export const subscriptionRenewal: StarterMail = {
  slug: "subscription-renewal",
  name: "Subscription renewal",
  category: "subscription",
  description: "Reminds subscribers of a renewal before they are charged.",
  subject: (brandName) =>
    `Your ${plan} with ${brandName} renews {{#if renews_at}}on {{renews_at}}{{else}}soon{{/if}}`,
  mail: (look) => ({
    title: "Your subscription renews soon",
    heading: `Your ${plan} renews {{#if renews_at}}on {{renews_at}}{{else}}soon{{/if}}`,
    preheader: "There is nothing to do if you want to keep it.",
    pieces: [
      paragraph(
        `Your subscription with ${look.name} renews automatically. There is nothing to do if you want to keep it.`
      ),
      facts(look, [
        fact("Plan", "plan_name"),
        fact("Amount", "amount"),
        fact("Renews on", "renews_at"),
        fact("Payment method", "payment_method")
      ]),
      when("action_url", button("Manage subscription")),
      note(
        `To change or cancel it, do so before the renewal. If you have a question, please ${contact(look)}.`
      )
    ]
  }),
  sample: { ...sample, amount: "€24.00", renews_at: "3 June 2026" }
}

export const paymentFailed: StarterMail = {
  slug: "payment-failed",
  name: "Payment failed",
  category: "billing",
  description: "Asks subscribers to update how they pay after a payment has failed.",
  subject: (brandName) => `Your payment to ${brandName} didn’t go through`,
  mail: (look) => ({
    title: "Your payment didn’t go through",
    preheader: "Please update your payment details to keep your subscription.",
    pieces: [
      paragraph(
        `${sentence(`We couldn’t take the payment for your ${plan} with ${look.name}`)} This can happen when a card has expired or a bank declines a charge.`
      ),
      facts(look, [
        fact("Amount", "amount"),
        fact("Payment method", "payment_method"),
        fact("Reason", "reason"),
        fact("Next attempt", "retry_at")
      ]),
      paragraph(
        "Please update your payment details, so that your subscription goes on without a break."
      ),
      when("action_url", button("Update payment details")),
      note(
        `If you have already done so, you can ignore this email. If you need help, please ${contact(look)}.`
      )
    ]
  }),
  defaults: actionOnWebsite,
  sample: { ...sample, amount: "€24.00", reason: "The card has expired", retry_at: "6 May 2026" }
}

export const trialEnding: StarterMail = {
  slug: "trial-ending",
  name: "Trial ending",
  category: "subscription",
  description: "Tells users when their trial ends, and how to go on.",
  subject: (brandName) =>
    `Your trial of ${brandName} ends {{#if ends_at}}on {{ends_at}}{{else}}soon{{/if}}`,
  mail: (look) => ({
    title: "Your trial ends soon",
    heading: "Your trial ends {{#if ends_at}}on {{ends_at}}{{else}}soon{{/if}}",
    preheader: "Choose a plan to keep everything you have set up.",
    pieces: [
      paragraph(
        `${sentence(`We hope you have enjoyed trying ${look.name}`)} Choose a plan to keep everything you have set up.`
      ),
      facts(look, [
        fact("Trial ends", "ends_at"),
        fact("Plan", "plan_name"),
        fact("Price", "price")
      ]),
      when("action_url", button("Choose a plan")),
      note(`Not sure which plan suits you? Please ${contact(look)}.`)
    ]
  }),
  defaults: actionOnWebsite,
  sample: {
    name: "Ada",
    ends_at: "10 May 2026",
    plan_name: "Team",
    price: "€24.00 per month",
    action_url: "https://example.com/plans"
  }
}
