/** Requests as the OpenAPI document shows them. */
export const examples = {
  send: {
    html: { to: "ada@example.com", from: "Shop <shop@example.com>", subject: "Your order", html: "<p>It is on its way.</p>" },
    names: {
      to: "Ada Lovelace <ada@example.com>", from: "Shop <shop@example.com>", subject: "Your order", html: "<p>It is on its way.</p>", text: "It is on its way."
    },
    text: { to: ["ada@example.com", "grace@example.com"], subject: "Maintenance tonight", text: "We are back by 23:00." },
    template: { to: "ada@example.com", template_id: "welcome", data: { name: "Ada" }, locale: "de-AT", metadata: { user_id: 42 } },
    copies: { to: "ada@example.com", cc: ["grace@example.com"], bcc: "archive@example.com", reply_to: "Help <help@example.com>", subject: "The minutes", text: "…" },
    attachments: {
      to: "ada@example.com",
      subject: "Your invoice",
      html: "<p><img src=\"cid:logo\" alt=\"Shop\"></p><p>The invoice is attached.</p>",
      attachments: [
        { filename: "invoice.pdf", content: "JVBERi0xLjcK", content_type: "application/pdf" },
        { filename: "logo.png", content: "iVBORw0KGgo=", content_id: "logo" }
      ]
    },
    later: { to: "ada@example.com", subject: "Your trial ends tomorrow", text: "…", tags: { campaign: "trial", step: "3" }, scheduled_at: "2026-12-01T09:00:00+01:00" }
  },
  batch: {
    two: {
      emails: [
        { to: "ada@example.com", template_id: "welcome", data: { name: "Ada" } },
        { to: "grace@example.com", template_id: "welcome", data: { name: "Grace" } }
      ]
    }
  }
}
