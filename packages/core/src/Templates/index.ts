export { withDefaults, withoutValue } from "./defaults.js"
export { largeHtmlWarning } from "./largeHtml.js"
export { linkPlaceholders, placeholdersIn } from "./linkPlaceholders.js"
export { chooseParts, fallBackChain, type PartOrigins } from "./locales.js"
export { StarterCatalog } from "./StarterCatalog.js"
export {
  type CompiledSource,
  type Previewed,
  type RenderedParts,
  type RenderOutcome,
  type RenderRequest,
  TemplateEngine,
  type TemplateProblem,
  type TemplateSource
} from "./TemplateEngine.js"
export type {
  PartUses,
  TemplateContent,
  TemplateRecord,
  TemplateVariant,
  TemplateVersion
} from "./TemplateRecord.js"
export { type ListedVersion, type TemplateKey, TemplateStore } from "./TemplateStore.js"
export { mergeUses, pathsOf, type VariableUse, type VariableUses } from "./VariableUse.js"
export { type TemplateCheck, Templates, type TemplatesService } from "./Templates.js"
export { withPossibleIds } from "./possibleIds.js"
export {
  makeRenderShares,
  type RenderBudget,
  type RenderShare,
  type RenderShares
} from "./renderShares.js"
export {
  makeRenderTemplate,
  type RenderedTemplate,
  type RenderTemplate,
  type TemplateUse
} from "./renderTemplate.js"
export { usesOf, withoutValueRefusal, withoutValueWarnings } from "./variables.js"
