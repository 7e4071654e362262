import type { Brand, Design } from "@telemark/client"
import { render } from "preact"
import { useState } from "preact/hooks"
import "../../../app/Theme/tokens.css"
import "../../../app/Parts/parts.css"
import Designer from "../../../app/Designer/Designer.js"
import { LanguageProvider } from "../../../app/Texts/index.js"

const brand: Brand = {
  name: "Shop & Co",
  logo_url: null,
  primary_color: "#0f766e",
  background_color: "#f1f5f4",
  text_color: "#17211f",
  font_family: "Georgia, serif",
  website_url: "https://shop.example/",
  support_email: null,
  postal_address: "1 High Street, Oslo"
}

/**
 * What the tests see of the page: the design as it would be stored, and a way to put another in.
 */
interface TestWindow {
  design: Design
  changes: number
  put: (design: Design) => void
}

const own = window as unknown as TestWindow
own.design = { schema_version: 1, blocks: [] }
own.changes = 0

const Page = () => {
  const [design, setDesign] = useState(own.design)
  own.put = (next) => {
    own.design = next
    setDesign(next)
  }
  return (
    <LanguageProvider>
      <main style={{ padding: "16px", maxWidth: "1100px", margin: "0 auto" }}>
        <h1>Welcome</h1>
        <Designer
          design={design}
          brand={brand}
          variables={["name", "order.id"]}
          onChange={(next) => {
            own.design = next
            own.changes += 1
            setDesign(next)
          }}
        />
      </main>
    </LanguageProvider>
  )
}

const root = document.getElementById("app")
if (root !== null) render(<Page />, root)
