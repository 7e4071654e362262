/** The values are markup: already escaped. */
type Attributes = Readonly<Record<string, string | undefined>>

/** An MJML element. `content` is markup. */
export const element = (name: string, attributes: Attributes, content = ""): string => {
  const given = Object.entries(attributes)
    .flatMap(([key, value]) => (value === undefined ? [] : [` ${key}="${value}"`]))
    .join("")
  return `<${name}${given}>${content}</${name}>`
}
