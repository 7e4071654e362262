import type { CreateTemplate } from "@telemark/client"

/** What a template begins with: a source of some kind, and what its dialog proposes. */
export type Beginning = Omit<CreateTemplate, "id">

const mjml = `<mjml>
  <mj-body background-color="#f4f5f7">
    <mj-section background-color="#ffffff" padding="32px 24px">
      <mj-column>
        <mj-text font-size="22px" font-weight="700">Hello {{name}}</mj-text>
        <mj-text font-size="16px" line-height="1.5">Write your mail here.</mj-text>
        <mj-button background-color="#1d56e0" href="https://example.com">Continue</mj-button>
      </mj-column>
    </mj-section>
  </mj-body>
</mjml>
`

const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>Hello</title>
  </head>
  <body style="margin: 0; padding: 24px; font-family: Arial, sans-serif">
    <h1 style="font-size: 22px">Hello {{name}}</h1>
    <p>Write your mail here.</p>
  </body>
</html>
`

const design: NonNullable<CreateTemplate["design_json"]> = {
  schema_version: 1,
  theme: {
    backgroundColor: "#f4f5f7",
    contentBackgroundColor: "#ffffff",
    linkColor: "#1d56e0",
    fontFamily: "Arial, sans-serif",
    width: "600px"
  },
  blocks: [
    { id: "heading", type: "heading", text: "Hello {{name}}", level: 1, align: "left" },
    { id: "text", type: "text", html: "<p>Write your mail here.</p>", align: "left" },
    { id: "button", type: "button", label: "Continue", href: "https://example.com", align: "left" }
  ]
}

export const kinds = ["design", "mjml", "html"] as const
export type Kind = (typeof kinds)[number]

const common = { name: "", subject_template: "Hello {{name}}", variables: { name: "there" } }

/** A template with hardly anything in it. */
export const blankOf: Readonly<Record<Kind, Beginning>> = {
  design: { ...common, design_json: design },
  mjml: { ...common, mjml_source: mjml },
  html: { ...common, html }
}

/** An id made of a name: `Order confirmation` becomes `order-confirmation`. */
export const idOf = (name: string): string =>
  name
    .normalize("NFKD")
    .replaceAll("ß", "ss")
    .replace(/[^\w\s.-]/g, "")
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, "-")
    .replace(/^[^a-z0-9]+/, "")
    .slice(0, 50)
