import { useState } from "preact/hooks"
import { useTexts } from "../Texts/index.js"
import { Button } from "./Button.js"

/** The clipboard needs a secure context; elsewhere the browser's older command still works. */
const copyText = async (text: string): Promise<void> => {
  if (window.isSecureContext) return navigator.clipboard.writeText(text)
  const area = document.createElement("textarea")
  area.value = text
  ;(document.querySelector("dialog[open]") ?? document.body).append(area)
  area.select()
  // oxlint-disable-next-line typescript/no-deprecated
  document.execCommand("copy")
  area.remove()
}

/** Copies a text. `what` tells screen readers which of several. */
export const Copy = ({ text, what }: { readonly text: string; readonly what: string }) => {
  const texts = useTexts()
  const [isCopied, setCopied] = useState(false)
  const copy = async (): Promise<void> => {
    await copyText(text)
    setCopied(true)
    setTimeout(() => {
      setCopied(false)
    }, 2_000)
  }
  return (
    <Button
      small
      onClick={() => void copy()}
      aria-label={`${isCopied ? texts.copied : texts.copy}: ${what}`}
    >
      {isCopied ? texts.copied : texts.copy}
    </Button>
  )
}

/** Code to copy. */
export const Code = ({ text, what }: { readonly text: string; readonly what: string }) => (
  <div class="stack">
    <pre class="code" tabIndex={0} role="region" aria-label={what}>
      {text}
    </pre>
    <div>
      <Copy text={text} what={what} />
    </div>
  </div>
)
