import { readFileSync } from "node:fs"

/** docs/webhooks.md. */
export const manual = readFileSync(new URL("../../../../docs/webhooks.md", import.meta.url), "utf8")

interface Block {
  readonly language: string
  readonly text: string
}

const blocks: ReadonlyArray<Block> = [...manual.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(
  ([, language = "", text = ""]) => ({ language, text })
)

/** The blocks in a language, in their order. */
export const blocksIn = (language: string): ReadonlyArray<string> =>
  blocks.filter((block) => block.language === language).map(({ text }) => text)

/** The one block in a language that has this in it. */
export const blockWith = (language: string, part: string): string => {
  const [found, ...others] = blocksIn(language).filter((text) => text.includes(part))
  if (found === undefined || others.length > 0)
    throw new Error(`docs/webhooks.md has not one block in ${language} with ${part}`)
  return found
}

/** The JSON block that has this in it, read. */
export const json = (part: string): unknown => JSON.parse(blockWith("json", part))
