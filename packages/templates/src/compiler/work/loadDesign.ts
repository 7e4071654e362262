/** Loaded with the first design only, because it includes a sanitiser. */
export const loadDesign = () => import("../../design/design.js")
