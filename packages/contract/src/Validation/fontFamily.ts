const name = "(?:[A-Za-z0-9_-]+(?: +[A-Za-z0-9_-]+)*|'[A-Za-z0-9 _-]+'|\"[A-Za-z0-9 _-]+\")"

const families = new RegExp(`^ *${name}(?: *, *${name})* *$`)

/** What is wrong with names of fonts. They are written into style sheets, where a quote left open would take the rest with it. */
export const fontFamilyProblem = (text: string): string | undefined =>
  families.test(text) ? undefined : "must be font names with commas between them, such as Inter, Arial, sans-serif"
