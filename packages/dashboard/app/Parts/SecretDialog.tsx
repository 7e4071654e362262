import type { ComponentChildren } from "preact"
import { useTexts } from "../Texts/index.js"
import { Button } from "./Button.js"
import { Code } from "./Copy.js"
import { Dialog } from "./Dialog.js"
import { Notice } from "./Notice.js"

interface SecretDialogProps {
  readonly title: string
  /** What the secret is, such as `API key`. */
  readonly what: string
  readonly secret: string
  readonly onClose: () => void
  readonly children?: ComponentChildren
}

/** Shows a secret for the only time, to copy. */
export const SecretDialog = ({ children, onClose, secret, title, what }: SecretDialogProps) => {
  const texts = useTexts()
  return (
    <Dialog
      wide
      title={title}
      onClose={onClose}
      foot={
        <Button look="primary" onClick={onClose}>
          {texts.secretStored}
        </Button>
      }
    >
      <Notice tone="warn">{texts.secretOnce}</Notice>
      <Code text={secret} what={what} />
      {children}
    </Dialog>
  )
}
