// Imported when MJML is first needed. These two by themselves: with `import()`, tsx and Node make different things of CommonJS.
import core from "mjml-core"
import preset from "mjml-preset-core"
import type { MjmlElements } from "./structure.js"

/** MJML, with the elements that come with it. Takes its options as they are, and adds to them. */
export const mjmlToHtml = core.default

export { preset }

// These have no component, but are used by those that do: mj-attributes and mj-html-attributes.
const withoutComponent = ["mjml", "mj-all", "mj-class", "mj-selector", "mj-html-attribute"]

/** The elements that come with MJML. */
export const elements: MjmlElements = {
  known: new Set([...withoutComponent, ...preset.components.map((component) => component.getTagName())]),
  holdingHtml: new Set(preset.components.filter(({ endingTag }) => endingTag === true).map((component) => component.getTagName()))
}
