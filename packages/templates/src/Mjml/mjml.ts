// Imported when MJML is first needed. These two by themselves: with `import()`, tsx and Node make different things of CommonJS.
import core from "mjml-core"
import preset from "mjml-preset-core"

/** MJML, with the elements that come with it. Takes its options as they are, and adds to them. */
export const mjmlToHtml = core.default

export { preset }
