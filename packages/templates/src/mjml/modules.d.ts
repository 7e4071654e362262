/**
 * The parts of mjml-core used here. It has no type declarations, and its CommonJS module has a
 * `default` property.
 */
declare module "mjml-core" {
  export interface Finding {
    readonly line?: number
    readonly tagName?: string
    readonly message: string
  }
  export interface Options {
    readonly presets: ReadonlyArray<object>
    readonly fonts: Record<string, string>
    readonly ignoreIncludes: boolean
    readonly validationLevel: "soft"
  }
  const core: {
    readonly default: (
      mjml: string,
      options: Options
    ) => Promise<{ readonly html: unknown; readonly errors: ReadonlyArray<Finding> }>
  }
  export default core
}

declare module "mjml-preset-core" {
  interface Component {
    getTagName(): string
    /** Whether its content is passed on unchanged. */
    readonly endingTag?: boolean
  }
  const preset: { readonly components: ReadonlyArray<Component>; readonly dependencies: object }
  export default preset
}
