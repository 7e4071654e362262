/** What makes MJML of designs. It takes a sanitiser with it, so it is loaded when the first design comes. */
export const loadDesign = () => import("../../Design/index.js")
