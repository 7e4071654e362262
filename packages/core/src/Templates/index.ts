export { withDefaults, withoutValue } from "./defaults.js"
export { Design, type Block, type DesignTheme, type SimpleBlock } from "./Design/index.js"
export { CompilerBusy, TemplateExists } from "./errors.js"
export { canonicalLocale, chooseParts, fallBackChain, Locale, type PartOrigins } from "./locales.js"
export { StarterCatalog, type Starter, type StarterSummary } from "./StarterCatalog.js"
export {
  CreateTemplate, PreviewTemplate, RestoreTemplate, type SavedTemplate, type Template, TemplateId, type TemplatePreview,
  type TemplateSummary, type TemplateVariantView, type TemplateVersionView, UpdateTemplate
} from "./Template.js"
export {
  type CompiledSource, type Previewed, type RenderedParts, type RenderOutcome, type RenderRequest, TemplateEngine, type TemplateProblem,
  type TemplateSource
} from "./TemplateEngine.js"
export type { PartUses, TemplateContent, TemplateRecord, TemplateVariant, TemplateVersion } from "./TemplateRecord.js"
export { type ListedVersion, type TemplateKey, TemplateStore } from "./TemplateStore.js"
export { mergeUses, pathsOf, type VariableUse, type VariableUses } from "./VariableUse.js"
export { Templates, type TemplatesService, type TemplateVersionSummary, type UpdatedTemplate } from "./Templates.js"
export { withPossibleIds } from "./possibleIds.js"
export { makeRenderShares, type RenderBudget, type RenderShare, type RenderShares } from "./renderShares.js"
export { makeRenderTemplate, type RenderedTemplate, type RenderTemplate, type TemplateUse } from "./renderTemplate.js"
export { withoutValueWarnings } from "./variables.js"
