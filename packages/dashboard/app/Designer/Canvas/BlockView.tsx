import type { SimpleBlock } from "@telemark/client"
import { headingSizes, toHex } from "@telemark/html"
import { Icon } from "../Icon.js"
import { buttonColors, type MailLook, shownColor } from "./mailLook.js"
import { MergeText } from "./MergeText.js"
import { RichView } from "./RichView.js"

const isShownWidth = /^[0-9]{1,4}(?:\.[0-9]{1,2})?(?:px|%)$/

const hostOf = (src: string): string => /^https?:\/\/([^/?#]+)/i.exec(src)?.[1] ?? src

const margins = { left: "0 auto 0 0", center: "0 auto", right: "0 0 0 auto" } as const

interface BlockViewProps {
  readonly block: SimpleBlock
  readonly look: MailLook
}

/** A block as the mail shows it. Images of other servers aren't loaded; their place is shown. */
export const BlockView = ({ block, look }: BlockViewProps) => {
  const { palette } = look
  switch (block.type) {
    case "heading": {
      const [size, line] = headingSizes[block.level]
      const color = toHex(shownColor(block.color, palette.text, palette.content))
      return (
        <div
          style={{
            padding: "12px 12px 4px",
            fontSize: size,
            lineHeight: line,
            fontWeight: 700,
            textAlign: block.align,
            color
          }}
        >
          <MergeText text={block.text} />
        </div>
      )
    }
    case "text": {
      const color = toHex(shownColor(block.color, palette.text, palette.content))
      return (
        <div style={{ padding: "8px 12px", textAlign: block.align, color }}>
          <RichView html={block.html} palette={palette} />
        </div>
      )
    }
    case "button": {
      const { background, color } = buttonColors(look, block.backgroundColor, block.color)
      return (
        <div style={{ padding: "12px", textAlign: block.align }}>
          <span class="dz-mail-button" style={{ background, color }}>
            <MergeText text={block.label} />
          </span>
        </div>
      )
    }
    case "image": {
      const width =
        block.width !== undefined && isShownWidth.test(block.width) ? block.width : "100%"
      return (
        <div style={{ padding: "8px 12px" }}>
          <div
            class="dz-mail-image"
            style={{
              width,
              margin: margins[block.align],
              color: toHex(palette.muted),
              borderColor: toHex(palette.line)
            }}
          >
            <Icon name="image" />
            <span>{block.alt === "" ? hostOf(block.src) : <MergeText text={block.alt} />}</span>
          </div>
        </div>
      )
    }
    case "divider":
      return (
        <div style={{ padding: "16px 12px" }}>
          <div
            style={{
              borderTop: `1px solid ${toHex(shownColor(block.color, palette.line, palette.content))}`
            }}
          />
        </div>
      )
    case "spacer":
      return (
        <div
          class="dz-mail-spacer"
          style={{ height: `${Math.max(0, block.height)}px`, color: toHex(palette.muted) }}
        >
          {block.height < 16 ? null : <span>{block.height} px</span>}
        </div>
      )
    case "social":
      return (
        <div
          style={{
            padding: "8px 12px",
            textAlign: block.align,
            fontSize: "14px",
            color: toHex(palette.muted)
          }}
        >
          {block.networks.map(({ name }, at) => (
            <span key={at}>
              {at === 0 ? "" : "  ·  "}
              <span style={{ color: toHex(palette.link) }}>
                <MergeText text={name} />
              </span>
            </span>
          ))}
        </div>
      )
    case "footer": {
      const link = `color:${toHex(palette.muted)};text-decoration:underline`
      return (
        <div
          style={{
            padding: "8px 12px",
            textAlign: "center",
            fontSize: "13px",
            lineHeight: "20px",
            color: toHex(palette.muted)
          }}
        >
          <RichView html={block.html} palette={palette} styles={{ a: link, p: "margin:0 0 8px" }} />
          {block.unsubscribeUrl === undefined ? null : (
            <p style={{ margin: "8px 0 0" }}>
              <span style={link}>Unsubscribe</span>
            </p>
          )}
        </div>
      )
    }
  }
}
