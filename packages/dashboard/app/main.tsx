import { render } from "preact"
import "./Theme/tokens.css"
import "./Parts/parts.css"
import "./Shell/shell.css"
import { App } from "./Shell/index.js"
import { applyAppearance, readAppearance } from "./Theme/index.js"

applyAppearance(readAppearance())
const root = document.getElementById("app")
if (root !== null) render(<App />, root)
