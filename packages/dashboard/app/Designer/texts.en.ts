/** The block designer's texts in English. */
export const en = {
  designer: "Block designer",
  palette: "Add a block",
  mail: "Mail",
  block: "block",
  kinds: {
    heading: "Heading", text: "Text", button: "Button", image: "Image", columns: "Columns", divider: "Divider", spacer: "Spacer", social: "Social links", footer: "Footer"
  },
  samples: {
    heading: "Your heading", text: "Write your text here.", button: "Open", image: "Describe the picture", footer: "Your company, street, city"
  },
  undo: "Undo",
  redo: "Redo",
  view: "Preview width",
  desktop: "Desktop",
  mobile: "Mobile",
  emptyTitle: "Nothing in this mail yet",
  emptyHint: "Choose a block above, or drag it here.",
  emptyColumn: (number: number) => `Add to column ${number}`,
  chosenColumn: (number: number) => `The next block goes into column ${number}`,
  columnOf: (number: number, count: number) => `Column ${number} of ${count}`,
  tools: (kind: string) => `Tools for ${kind}`,
  drag: "Drag to move",
  moveUp: "Move up",
  moveDown: "Move down",
  moveLeft: "Move to the left column",
  moveRight: "Move to the right column",
  duplicate: "Duplicate",
  remove: "Delete",
  nest: "Put into columns",
  addAfter: "Add a block after",
  inspector: "Properties",
  tabs: { block: "Block", theme: "Theme" },
  nothingChosen: "Choose a block in the mail to change it.",
  keys: "With the keyboard: arrow keys choose a block, Alt and arrow keys move it, Enter edits it, Delete removes it, Ctrl+D duplicates it.",
  fields: {
    text: "Text", level: "Size", align: "Alignment", color: "Text colour", label: "Label", href: "Link", backgroundColor: "Button colour", src: "Image address", alt: "Alternative text", width: "Width",
    lineColor: "Line colour", height: "Height in pixels", networkName: "Name", networkHref: "Link", unsubscribeUrl: "Unsubscribe link", columns: "Number of columns"
  },
  hints: {
    alt: "Read aloud, and shown until the image is loaded.", width: "Such as 200px or 50%. Empty: the full width.", imageLink: "Where a click on the image leads. May be empty.",
    unsubscribeUrl: "May be empty, or a merge tag.", image: "The designer shows where it will be; the preview loads nothing from other servers."
  },
  levels: { 1: "Large", 2: "Medium", 3: "Small" },
  aligns: { left: "Left", center: "Centre", right: "Right" },
  network: (number: number) => `Profile ${number}`,
  addNetwork: "Add a profile",
  removeNetwork: (name: string) => `Remove ${name}`,
  theme: {
    backgroundColor: "Background", contentBackgroundColor: "Content background", linkColor: "Links and buttons", fontFamily: "Font", width: "Width of the content", brand: "Use the brand's look", reset: "Use the default look",
    hint: "The colour of text is chosen so that it can be read on the content background. Dark mode is derived from these colours."
  },
  variable: "Insert a variable",
  variableInto: (field: string) => `Insert a variable into ${field}`,
  formatting: "Formatting",
  formats: { strong: "Bold", em: "Italic", u: "Underlined", s: "Struck through", ul: "Bullet list", ol: "Numbered list", a: "Link" },
  linkTo: "Link to",
  setLink: "Link",
  unlink: "Remove the link",
  cancel: "Cancel",
  asHtml: "HTML",
  sourceOnly: "This text has markup that the visual editor would change, so it is edited as HTML.",
  rules: {
    characters: (max: string) => `Must be at most ${max} characters.`,
    color: "Must be a colour such as #1a2b3c.",
    empty: "Is empty.",
    font: "Must be font names separated by commas.",
    image: "Must be an http or https address, or a merge tag.",
    link: "Must be a link: https, mailto, tel or a merge tag.",
    mergeTag: "Has a merge tag that is not complete. Write {{name}}.",
    sample: "Is an example: put your own address here.",
    size: (max: string) => `The mail is too large: at most ${max} characters.`,
    spacer: (max: string) => `Must be a whole number from 0 to ${max}.`,
    width: "Must be a width such as 600px or 50%."
  },
  summary: (problems: number) => problems === 1 ? "1 thing to mend" : `${problems} things to mend`,
  full: (max: string) => `A mail has at most ${max} blocks.`,
  tooLarge: "The mail would become too large.",
  said: {
    added: (kind: string, place: string) => `${kind} added. ${place}`,
    moved: (kind: string, place: string) => `${kind} moved. ${place}`,
    removed: (kind: string) => `${kind} deleted.`,
    duplicated: (kind: string, place: string) => `${kind} duplicated. ${place}`,
    nested: (kind: string) => `${kind} put into columns.`,
    undone: "Undone.",
    redone: "Redone.",
    nowhere: "It can't be moved further.",
    place: (index: number, count: number) => `Position ${index} of ${count}.`,
    placeInColumn: (index: number, count: number, column: number) => `Column ${column}, position ${index} of ${count}.`
  }
}

export type DesignerTexts = typeof en
