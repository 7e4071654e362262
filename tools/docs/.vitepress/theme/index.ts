// VitePress asks for a default export. This theme brings no fonts with it.
import "./style.css"

export { default } from "vitepress/theme-without-fonts"
