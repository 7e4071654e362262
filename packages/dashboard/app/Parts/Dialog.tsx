import type { ComponentChildren } from "preact"
import { useEffect, useId, useRef, useState } from "preact/hooks"
import { useTexts } from "../Texts/index.js"
import { Button } from "./Button.js"
import { TextField } from "./Field.js"
import { Problem } from "./Notice.js"

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ComponentChildren
  /** Buttons; put what does the work last. */
  readonly foot?: ComponentChildren
  readonly wide?: boolean
}

/**
 * A modal dialog. The browser keeps the focus inside, closes it with Escape, and gives the focus
 * back.
 */
export const Dialog = ({ children, foot, onClose, title, wide = false }: DialogProps) => {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  const texts = useTexts()
  useEffect(() => {
    const dialog = ref.current
    if (dialog?.open === false) dialog.showModal()
    return () => {
      dialog?.close()
    }
  }, [])
  return (
    <dialog
      ref={ref}
      class={wide ? "dialog dialog-wide" : "dialog"}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div class="dialog-head">
        <h2 id={id}>{title}</h2>
        <Button look="quiet" small onClick={onClose} aria-label={texts.close}>
          ✕
        </Button>
      </div>
      <div class="dialog-body">{children}</div>
      {foot === undefined ? null : <div class="dialog-foot">{foot}</div>}
    </dialog>
  )
}

interface ConfirmProps {
  readonly title: string
  readonly children: ComponentChildren
  /** What the button says, such as `Remove`. */
  readonly action: string
  /** If given, it must be typed first: for what can't be undone. */
  readonly typed?: string
  /** What the other button says where `Cancel` could be taken for the action. */
  readonly dismiss?: string | undefined
  readonly onConfirm: () => Promise<unknown>
  readonly onClose: () => void
}

/** Asks before something is done that can't be undone. Stays open with the reason if it fails. */
export const Confirm = ({
  action,
  children,
  dismiss,
  onClose,
  onConfirm,
  title,
  typed
}: ConfirmProps) => {
  const texts = useTexts()
  const [text, setText] = useState("")
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const confirm = async (): Promise<void> => {
    setBusy(true)
    setError(undefined)
    try {
      await onConfirm()
      onClose()
    } catch (failure) {
      setError(failure)
      setBusy(false)
    }
  }
  const foot = (
    <>
      <Button onClick={onClose}>{dismiss ?? texts.cancel}</Button>
      <Button
        look="danger"
        disabled={isBusy || (typed !== undefined && text !== typed)}
        onClick={() => void confirm()}
      >
        {action}
      </Button>
    </>
  )
  return (
    <Dialog title={title} onClose={onClose} foot={foot}>
      {children}
      {typed === undefined ? null : (
        <TextField
          label={texts.typeToConfirm(typed)}
          value={text}
          onValue={setText}
          autoComplete="off"
        />
      )}
      {error === undefined ? null : <Problem isAction error={error} />}
    </Dialog>
  )
}
