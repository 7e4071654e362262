const welcome = {
  name: "Welcome",
  subject_template: "Welcome, {{name}}",
  mjml_source: "<mjml><mj-body><mj-section><mj-column><mj-text>Hello {{name}}.</mj-text></mj-column></mj-section></mj-body></mjml>"
}

const design = {
  schema_version: 1,
  blocks: [
    { id: "title", type: "heading", text: "Hello {{name}}", level: 1, align: "left" },
    { id: "start", type: "button", label: "Get started", href: "https://example.com/start", align: "left" }
  ]
}

/** Examples of the bodies of the template operations, by name. */
export const examples = {
  create: {
    mjml: { id: "welcome", ...welcome, variables: { name: "friend" } },
    html: { id: "receipt", name: "Receipt", subject_template: "Order {{order.number}}", html: "<p>Thank you for order {{order.number}}.</p>" },
    design: { id: "invitation", name: "Invitation", subject_template: "Come in, {{name}}", design_json: design },
    languages: {
      id: "greeting", ...welcome, locales: { de: { subject_template: "Willkommen, {{name}}" } }
    }
  },
  update: { subject: { subject_template: "Good to have you here, {{name}}" }, german: { locales: { de: { subject_template: "Willkommen, {{name}}" } } } },
  preview: { mjml: { mjml_source: welcome.mjml_source, subject_template: welcome.subject_template, data: { name: "Ada" } } },
  restore: { first: { version: 1 } },
  brand: {
    colours: { name: "Shop", primary_color: "#0b6b5d", logo_url: "https://shop.example/logo.png" },
    default: { logo_url: null }
  }
}
