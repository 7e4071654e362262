import { useEffect, useState } from "preact/hooks"
import { type Layer, stack } from "./seriesData.js"

const tokens: Readonly<Record<Layer | "text" | "line" | "rate", string>> = {
  delivered: "--good",
  unreported: "--accent",
  bounced: "--bad",
  failed: "--line-strong",
  text: "--muted",
  line: "--line",
  rate: "--text"
}

/**
 * The tokens' colours as they are now: a canvas knows neither custom properties nor `light-dark()`.
 */
const read = () => {
  const probe = document.createElement("span")
  document.body.append(probe)
  const colourOf = (name: keyof typeof tokens): string => {
    probe.style.color = `var(${tokens[name]})`
    return getComputedStyle(probe).color
  }
  const colours = {
    layers: stack.map(colourOf),
    text: colourOf("text"),
    line: colourOf("line"),
    rate: colourOf("rate")
  }
  probe.remove()
  return colours
}

/** The colours of charts, read anew when the appearance changes. */
export const useColours = () => {
  const [colours, setColours] = useState(read)
  useEffect(() => {
    const change = (): void => {
      setColours(read())
    }
    const scheme = matchMedia("(prefers-color-scheme: dark)")
    const chosen = new MutationObserver(change)
    scheme.addEventListener("change", change)
    chosen.observe(document.documentElement, { attributes: true, attributeFilter: ["style"] })
    return () => {
      scheme.removeEventListener("change", change)
      chosen.disconnect()
    }
  }, [])
  return colours
}
