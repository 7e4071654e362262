/** Attributes of an element. Their values are markup already: everything in them is escaped. */
type Attributes = Readonly<Record<string, string | undefined>>

/** An element of MJML. The content is markup. */
export const element = (name: string, attributes: Attributes, content = ""): string => {
  const given = Object.entries(attributes).flatMap(([key, value]) => (value === undefined ? [] : [` ${key}="${value}"`])).join("")
  return `<${name}${given}>${content}</${name}>`
}
