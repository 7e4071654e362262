/** Where a block stands in its line. */
export type BlockAlign = "left" | "center" | "right"

/** A line of heading. */
export interface HeadingBlock {
  readonly id: string
  readonly type: "heading"
  readonly text: string
  readonly level: 1 | 2 | 3
  readonly align: BlockAlign
  readonly color?: string | undefined
}

/** Text with plain formatting, lists and links. */
export interface TextBlock {
  readonly id: string
  readonly type: "text"
  readonly html: string
  readonly align: BlockAlign
  readonly color?: string | undefined
}

/** A link that looks like a button. */
export interface ButtonBlock {
  readonly id: string
  readonly type: "button"
  readonly label: string
  readonly href: string
  readonly align: BlockAlign
  readonly backgroundColor?: string | undefined
  readonly color?: string | undefined
}

/** A picture, which `href` makes a link. */
export interface ImageBlock {
  readonly id: string
  readonly type: "image"
  readonly src: string
  readonly alt: string
  readonly align: BlockAlign
  readonly href?: string | undefined
  readonly width?: string | undefined
}

/** A line across. */
export interface DividerBlock {
  readonly id: string
  readonly type: "divider"
  readonly color?: string | undefined
}

/** Empty room. */
export interface SpacerBlock {
  readonly id: string
  readonly type: "spacer"
  /** In pixels. */
  readonly height: number
}

/** Links to profiles elsewhere. */
export interface SocialBlock {
  readonly id: string
  readonly type: "social"
  readonly align: BlockAlign
  readonly networks: ReadonlyArray<{ readonly name: string; readonly href: string }>
}

/** What stands at the end, with a link to unsubscribe if there is one. */
export interface FooterBlock {
  readonly id: string
  readonly type: "footer"
  readonly html: string
  readonly unsubscribeUrl?: string | undefined
}

/** A block that may stand in a column. */
export type SimpleBlock = HeadingBlock | TextBlock | ButtonBlock | ImageBlock | DividerBlock | SpacerBlock | SocialBlock | FooterBlock

/** Blocks side by side. */
export interface ColumnsBlock {
  readonly id: string
  readonly type: "columns"
  readonly columns: ReadonlyArray<{ readonly blocks: ReadonlyArray<SimpleBlock> }>
}

/** A part of a design. */
export type Block = SimpleBlock | ColumnsBlock

/** How a design looks as a whole. */
export interface DesignTheme {
  readonly backgroundColor: string
  readonly contentBackgroundColor: string
  readonly linkColor: string
  readonly fontFamily: string
  readonly width: string
}

/** A template as an editor of blocks keeps it. */
export interface Design {
  readonly schema_version: 1
  readonly theme?: DesignTheme | undefined
  /** At most 200. */
  readonly blocks: ReadonlyArray<Block>
}
