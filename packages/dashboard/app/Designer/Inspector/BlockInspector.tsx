import type { Block, Brand } from "@telemark/client"
import { designLimits } from "@telemark/contract"
import { toHex } from "@telemark/html"
import { ColorField, Select, TextField } from "../../Parts/index.js"
import { buttonColors, type MailLook } from "../Canvas/index.js"
import { withColumnCount } from "../Model/index.js"
import { RichEditorField } from "../RichText/index.js"
import { useDesignerTexts } from "../texts.js"
import { AlignField } from "./AlignField.js"
import { brandColors } from "./brandColors.js"
import { SocialFields } from "./SocialFields.js"
import { VariableField } from "./VariableField.js"

export interface BlockInspectorProps {
  readonly block: Block
  readonly look: MailLook
  readonly brand: Brand
  readonly variables: ReadonlyArray<string>
  /** `member` is what was changed: typing in one field is undone at once. */
  readonly onBlock: (block: Block, member: string) => void
  readonly problemOf: (member: string) => string | undefined
}

/** The block without an optional member, or with a new value of it. */
const withOptional = <B extends Block>(block: B, name: string, value: string | undefined): B =>
  Object.fromEntries(
    Object.entries({ ...block, [name]: value }).filter(([, member]) => member !== undefined)
  ) as unknown as B

/** Fields for the members of a block. */
export const BlockInspector = ({
  block,
  brand,
  look,
  onBlock,
  problemOf,
  variables
}: BlockInspectorProps) => {
  const texts = useDesignerTexts()
  const { fields, hints } = texts
  const color = (member: "backgroundColor" | "color", label: string, usual: string) => (
    <ColorField
      isOptional
      label={label}
      value={(block as { readonly [Name in typeof member]?: string | undefined })[member] ?? ""}
      usual={usual}
      swatches={brandColors(brand)}
      problem={problemOf(member)}
      onValue={(value) => {
        onBlock(withOptional(block, member, value === "" ? undefined : value), member)
      }}
    />
  )
  const ink = toHex(look.palette.text)
  switch (block.type) {
    case "heading":
      return (
        <>
          <VariableField
            label={fields.text}
            value={block.text}
            onValue={(text) => {
              onBlock({ ...block, text }, "text")
            }}
            problem={problemOf("text")}
            variables={variables}
            isLong
          />
          <Select
            label={fields.level}
            value={String(block.level)}
            onValue={(value) => {
              onBlock({ ...block, level: value === "1" ? 1 : value === "2" ? 2 : 3 }, "level")
            }}
            options={([1, 2, 3] as const).map((level) => [String(level), texts.levels[level]])}
          />
          <AlignField
            value={block.align}
            onValue={(align) => {
              onBlock({ ...block, align }, "align")
            }}
          />
          {color("color", fields.color, ink)}
        </>
      )
    case "text":
      return (
        <>
          <RichEditorField
            key={block.id}
            label={fields.text}
            html={block.html}
            onHtml={(html) => {
              onBlock({ ...block, html }, "html")
            }}
            variables={variables}
            problem={problemOf("html")}
          />
          <AlignField
            value={block.align}
            onValue={(align) => {
              onBlock({ ...block, align }, "align")
            }}
          />
          {color("color", fields.color, ink)}
        </>
      )
    case "button": {
      const usual = buttonColors(look, undefined, undefined)
      return (
        <>
          <VariableField
            label={fields.label}
            value={block.label}
            onValue={(label) => {
              onBlock({ ...block, label }, "label")
            }}
            problem={problemOf("label")}
            variables={variables}
          />
          <VariableField
            label={fields.href}
            value={block.href}
            onValue={(href) => {
              onBlock({ ...block, href }, "href")
            }}
            problem={problemOf("href")}
            variables={variables}
            isAddress
          />
          <AlignField
            value={block.align}
            onValue={(align) => {
              onBlock({ ...block, align }, "align")
            }}
          />
          {color("backgroundColor", fields.backgroundColor, usual.background)}
          {color("color", fields.color, buttonColors(look, block.backgroundColor, undefined).color)}
        </>
      )
    }
    case "image":
      return (
        <>
          <VariableField
            label={fields.src}
            value={block.src}
            onValue={(src) => {
              onBlock({ ...block, src }, "src")
            }}
            problem={problemOf("src")}
            hint={hints.image}
            variables={variables}
            isAddress
          />
          <VariableField
            label={fields.alt}
            value={block.alt}
            onValue={(alt) => {
              onBlock({ ...block, alt }, "alt")
            }}
            problem={problemOf("alt")}
            hint={hints.alt}
            variables={variables}
          />
          <VariableField
            label={fields.href}
            value={block.href ?? ""}
            onValue={(value) => {
              onBlock(withOptional(block, "href", value === "" ? undefined : value), "href")
            }}
            problem={problemOf("href")}
            hint={hints.imageLink}
            variables={variables}
            isAddress
          />
          <TextField
            label={fields.width}
            value={block.width ?? ""}
            onValue={(value) => {
              onBlock(withOptional(block, "width", value === "" ? undefined : value), "width")
            }}
            problem={problemOf("width")}
            hint={hints.width}
            autoComplete="off"
          />
          <AlignField
            value={block.align}
            onValue={(align) => {
              onBlock({ ...block, align }, "align")
            }}
          />
        </>
      )
    case "divider":
      return color("color", fields.lineColor, toHex(look.palette.line))
    case "spacer":
      return (
        <TextField
          label={fields.height}
          type="number"
          min={0}
          max={designLimits.spacer}
          step={1}
          value={String(block.height)}
          problem={problemOf("height")}
          onValue={(value) => {
            if (value !== "") onBlock({ ...block, height: Number(value) }, "height")
          }}
        />
      )
    case "social":
      return (
        <>
          <SocialFields
            block={block}
            onBlock={onBlock}
            variables={variables}
            problemOf={problemOf}
          />
          <AlignField
            value={block.align}
            onValue={(align) => {
              onBlock({ ...block, align }, "align")
            }}
          />
        </>
      )
    case "footer":
      return (
        <>
          <RichEditorField
            key={block.id}
            label={fields.text}
            html={block.html}
            onHtml={(html) => {
              onBlock({ ...block, html }, "html")
            }}
            variables={variables}
            problem={problemOf("html")}
          />
          <VariableField
            label={fields.unsubscribeUrl}
            value={block.unsubscribeUrl ?? ""}
            onValue={(value) => {
              onBlock(
                withOptional(block, "unsubscribeUrl", value === "" ? undefined : value),
                "unsubscribeUrl"
              )
            }}
            problem={problemOf("unsubscribeUrl")}
            hint={hints.unsubscribeUrl}
            variables={variables}
            isAddress
          />
        </>
      )
    case "columns":
      return (
        <Select
          label={fields.columns}
          value={String(block.columns.length)}
          onValue={(value) => {
            onBlock(withColumnCount(block, Number(value)), "columns")
          }}
          options={Array.from({ length: designLimits.columns }, (_, at) => [
            String(at + 1),
            String(at + 1)
          ])}
        />
      )
  }
}
