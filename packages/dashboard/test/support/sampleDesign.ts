import type { Design } from "@telemark/client"

/** A mail with every kind of block, and something in each that is easily drawn wrongly. */
export const designOf = (): Design => ({
  schema_version: 1,
  blocks: [
    {
      id: "logo",
      type: "image",
      src: "https://shop.example/logo.png",
      alt: "Shop & Co",
      align: "left",
      width: "140px"
    },
    { id: "title", type: "heading", text: "Welcome, {{name}}", level: 1, align: "left" },
    {
      id: "intro",
      type: "text",
      html: '<p>Thank you for your order <strong>{{order.id}}</strong>. It left our <a href="https://shop.example/">shop</a> today:</p><ul><li>Two <em>cups</em></li><li>One kettle</li></ul>',
      align: "left"
    },
    {
      id: "open",
      type: "button",
      label: "Track your order",
      href: "https://shop.example/orders/{{order.id}}",
      align: "left"
    },
    { id: "line", type: "divider" },
    {
      id: "pair",
      type: "columns",
      columns: [
        {
          blocks: [
            { id: "left", type: "heading", text: "Returns", level: 3, align: "left" },
            {
              id: "lefttext",
              type: "text",
              html: "<p>Thirty days, no questions asked.</p>",
              align: "left"
            }
          ]
        },
        { blocks: [] }
      ]
    },
    { id: "gap", type: "spacer", height: 24 },
    {
      id: "links",
      type: "social",
      align: "center",
      networks: [
        { name: "LinkedIn", href: "https://example.com/" },
        { name: "Mastodon", href: "https://social.example/@shop" }
      ]
    },
    {
      id: "foot",
      type: "footer",
      html: "<p>Shop &amp; Co<br>1 High Street, Oslo</p>",
      unsubscribeUrl: "{{unsubscribe_url}}"
    }
  ]
})
