// A separate module with static imports: `import()` of CommonJS gives different results in tsx and
// in Node.
import core from "mjml-core"
import preset from "mjml-preset-core"
import type { MjmlElements } from "./structure.js"

/** MJML with its standard elements. It modifies the options passed to it. */
export const compileWithMjml = core.default

export { preset }

// These have no component but are used by components: mj-attributes and mj-html-attributes.
const withoutComponent = ["mjml", "mj-all", "mj-class", "mj-selector", "mj-html-attribute"]

export const elements: MjmlElements = {
  known: new Set([
    ...withoutComponent,
    ...preset.components.map((component) => component.getTagName())
  ]),
  holdingHtml: new Set(
    preset.components
      .filter(({ endingTag }) => endingTag === true)
      .map((component) => component.getTagName())
  )
}
