import { useState } from "preact/hooks"
import { download, explain } from "../Client/index.js"
import { useTexts } from "../Texts/index.js"
import { Button } from "./Button.js"
import { useToast } from "./Toasts.js"

interface ExportButtonProps {
  /** Below the mount: `v1/emails/export`. */
  readonly path: string
  /** Filters of the list that is shown; those without a value are left out. */
  readonly filters?: Readonly<Record<string, string | undefined>>
  readonly fileName: string
}

/** Saves all that a list's filters leave as CSV, not only the page that is shown. */
export const ExportButton = ({ fileName, filters = {}, path }: ExportButtonProps) => {
  const texts = useTexts()
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  const given = Object.entries(filters).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== ""
  )
  const query = new URLSearchParams(given).toString()
  const start = async (): Promise<void> => {
    setBusy(true)
    try {
      await download(query === "" ? path : `${path}?${query}`, fileName)
    } catch (error) {
      toast(explain(error))
    }
    setBusy(false)
  }
  return (
    <Button disabled={isBusy} onClick={() => void start()}>
      {texts.exportCsv}
    </Button>
  )
}
