// What `telemark templates types` writes for the template of this page.
declare module "telemark" {
  interface TemplateData {
    readonly welcome: { readonly name: string }
  }
}

export declare const to: string
