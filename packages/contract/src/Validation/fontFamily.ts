const name = "(?:[A-Za-z0-9_-]+(?: +[A-Za-z0-9_-]+)*|'[A-Za-z0-9 _-]+'|\"[A-Za-z0-9 _-]+\")"

const families = new RegExp(`^ *${name}(?: *, *${name})* *$`)

/**
 * Checks a list of font names. They are written into style sheets, where an unclosed quote would
 * swallow the rest.
 */
export const fontFamilyProblem = (text: string): string | undefined =>
  families.test(text)
    ? undefined
    : "must be font names separated by commas, such as Inter, Arial, sans-serif"
