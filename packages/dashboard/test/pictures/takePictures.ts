/**
 * Takes the pictures of the documentation: `npm run pictures` in this package. They show a made-up
 * shop.
 */
import type { BrowserOptions } from "@telemark-tools/browser"
import { mkdir } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { startDashboard } from "../support/startDashboard.js"
import { sendSampleMail, shopMail } from "./sampleShop.js"

const folder = fileURLToPath(new URL("../../../../docs/pictures/", import.meta.url))
const days = 8

const dashboard = await startDashboard({
  now: new Date(Date.now() - days * 86_400_000),
  from: "Nordlicht Bikes <shop@shop.example>"
})
const { telemark } = dashboard

await sendSampleMail(telemark, days)
const { queued } = await telemark.emails.send({
  to: "ada@example.com",
  subject: "Your receipt 4711",
  tags: { kind: "receipt" },
  html: shopMail(
    "Thank you for order 4711",
    "We have packed your order. It leaves our workshop today, and you get another mail with its tracking number."
  )
})
await telemark.advance("3 seconds")
await telemark.feedback.record(queued[0]?.id ?? "", { kind: "delivered" })
await telemark.domains.add({ domain: "shop.example" })
await telemark.brand.update({
  name: "Nordlicht Bikes",
  primary_color: "#0b6b5d",
  text_color: "#1f2933",
  background_color: "#ffffff",
  postal_address: "Hafenstraße 7\n24103 Kiel"
})
await telemark.templates.create({
  id: "parcel",
  name: "Parcel",
  subject_template: "Your parcel is on its way",
  variables: { name: "Ada", order: "4711" },
  design_json: {
    schema_version: 1,
    blocks: [
      { id: "title", type: "heading", text: "Your parcel is on its way", level: 1, align: "left" },
      {
        id: "text",
        type: "text",
        html: "<p>Hello {{name}}, we have handed order <strong>{{order}}</strong> over to the carrier.</p>",
        align: "left"
      },
      {
        id: "button",
        type: "button",
        label: "Follow it",
        href: "https://shop.example/orders/{{order}}",
        align: "left"
      },
      { id: "line", type: "divider" },
      { id: "footer", type: "footer", html: "<p>Nordlicht Bikes, Hafenstraße 7, 24103 Kiel</p>" }
    ]
  }
})

interface Picture {
  readonly name: string
  readonly path: string
  /** What is there once the page is complete. */
  readonly until: string
  readonly options?: BrowserOptions
}

const pictures: ReadonlyArray<Picture> = [
  { name: "overview", path: "/", until: "main canvas" },
  { name: "messages", path: "/messages", until: "main tbody tr" },
  { name: "message", path: `/messages/${queued[0]?.id ?? ""}`, until: "main iframe" },
  {
    name: "message-dark",
    path: `/messages/${queued[0]?.id ?? ""}`,
    until: "main iframe",
    options: { colorScheme: "dark" }
  },
  {
    name: "message-phone",
    path: `/messages/${queued[0]?.id ?? ""}`,
    until: "main iframe",
    options: { width: 390, height: 844 }
  },
  { name: "designer", path: "/templates/parcel", until: "[data-block=button]" },
  { name: "domain", path: "/domains/shop.example", until: "main dl code" }
]

await mkdir(folder, { recursive: true })
for (const { name, options, path, until } of pictures) {
  const { close, page } = await dashboard.open(path, { width: 1280, height: 860, ...options })
  await page.locator(until).first().waitFor()
  // Frames and fonts follow the page.
  await page.waitForTimeout(1500)
  await page.screenshot({ path: `${folder}${name}.png` })
  await close()
}
await dashboard.close()
