import type { Block, Brand } from "@telemark/client"
import { escapeContent } from "@telemark/html"
import type { BlockType } from "./positions.js"

/** All kinds, in the order in which they are offered. */
export const blockTypes: ReadonlyArray<BlockType> = [
  "heading",
  "text",
  "button",
  "image",
  "columns",
  "divider",
  "spacer",
  "social",
  "footer"
]

/** What new blocks say until somebody writes into them. */
export interface Samples {
  readonly heading: string
  readonly text: string
  readonly button: string
  readonly image: string
  readonly footer: string
}

/** Addresses of new blocks that a brand has none for. Only `example.com` can't be anybody's. */
export const sampleLink = "https://example.com/"
export const sampleImage = "https://example.com/image.png"

/** A new block, which is valid as it is. */
export const makeBlock = (
  type: BlockType,
  id: string,
  samples: Samples,
  brand: Pick<Brand, "logo_url" | "name" | "postal_address" | "website_url">
): Block => {
  const link = brand.website_url ?? sampleLink
  switch (type) {
    case "heading":
      return { id, type, text: samples.heading, level: 2, align: "left" }
    case "text":
      return { id, type, html: `<p>${escapeContent(samples.text)}</p>`, align: "left" }
    case "button":
      return { id, type, label: samples.button, href: link, align: "left" }
    case "image":
      return {
        id,
        type,
        src: brand.logo_url ?? sampleImage,
        alt: brand.logo_url === null ? samples.image : brand.name,
        align: "center"
      }
    case "divider":
      return { id, type }
    case "spacer":
      return { id, type, height: 24 }
    case "social":
      return {
        id,
        type,
        align: "center",
        networks: [
          { name: "LinkedIn", href: sampleLink },
          { name: "Mastodon", href: sampleLink }
        ]
      }
    case "footer":
      return {
        id,
        type,
        html: `<p>${[brand.name, brand.postal_address ?? samples.footer].map(escapeContent).join("<br>")}</p>`
      }
    case "columns":
      return { id, type, columns: [{ blocks: [] }, { blocks: [] }] }
  }
}

/**
 * An id that no other block has: 60 bits by chance. Also where pages have no secure context, and so
 * no `randomUUID`.
 */
export const makeId = (): string => {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2))
  return `b${(high % 2 ** 28).toString(36)}${low.toString(36).padStart(7, "0")}`
}
