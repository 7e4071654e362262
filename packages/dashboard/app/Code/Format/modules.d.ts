// Parts of packages, so that not all of each is loaded. They have no types of their own.

declare module "handlebars/dist/cjs/handlebars/compiler/base.js" {
  export const parse: (source: string) => unknown
}

declare module "js-beautify/js/src/html/index.js" {
  const beautify: (source: string, options: Readonly<Record<string, unknown>>) => string
  export default beautify
}
