export { makeRender, type RenderOptions } from "./render.js"
